/** Mends of the past, each taken out of the source again: the simulation must find what each of them was for. */
import type { Patch } from './product/hooks.ts';

export interface Mutation {
  /** Without what the service then is. */
  name: string;
  patches: readonly Patch[];
  /** One of these is violated. */
  rules: readonly string[];
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
  },
  {
    name: 'an attempt is written before it is made',
    patches: [
      {
        path: 'services/webhooker/courier.ts',
        find: '        await begin();\n        const status = await this.egress.post',
        replace:
          '        void begin().catch(() => undefined);\n        const status = await this.egress.post',
      },
    ],
    rules: ['an attempt is in the log before it is made', 'an attempt is made once'],
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
  },
];
