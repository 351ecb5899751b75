/** Mends of the past, each taken out of the source again: the simulation must find what each of them was for. */
import type { Patch } from './product/hooks.ts';

export interface Mutation {
  /** What the service then no longer does. */
  name: string;
  patches: readonly Patch[];
  /** One of these is violated. */
  rules: readonly string[];
  /** A seed from which it does not take long. */
  from: number;
}

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'the first end wins',
    patches: [
      {
        path: 'core/job/job.ts',
        find: '  if (isFinished(state)) return state;\n  const webhook = event.webhook',
        replace: '  const webhook = event.webhook',
      },
    ],
    rules: ['an end does not change'],
    from: 1,
  },
  {
    name: 'a success is metered once',
    patches: [
      {
        path: 'core/job/job.ts',
        find: "return event.type === 'ExtractCompleted' && !isFinished(state);",
        replace: "return state !== null && event.type === 'ExtractCompleted';",
      },
    ],
    rules: ['every success is metered once'],
    from: 1,
  },
];
