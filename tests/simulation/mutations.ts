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
    name: 'an end that is not known is not called a timeout',
    patches: [
      {
        path: 'services/ingest/submission.ts',
        find: "if (job === undefined) throw new ViewStoreUnavailable('the end of a job is not known yet');",
        replace:
          "if (job === undefined) return { status: 504, body: { status: 'error', error: { code: 'timeout' } } };",
      },
    ],
    rules: ['a caller who is answered 504 is not metered'],
    from: 40,
  },
  {
    name: 'what is under way counts towards the quota',
    patches: [
      {
        path: 'platform/view-store/redis/lua/admit.lua',
        find: "local taken = tonumber(used) + tonumber(redis.call('HGET', key('in-flight'), ARGV[3]) or '0') + redis.call('ZCARD', reservedKey)",
        replace: 'local taken = tonumber(used)',
      },
    ],
    rules: ['the quota holds'],
    from: 60,
  },
  {
    name: 'no late webhook event brings a job back',
    patches: [{ path: 'core/job/job.ts', find: "status: 'unknown',\n", replace: "status: 'processing',\n" }],
    rules: ['the live read model equals the rebuilt one', 'an end does not change'],
    from: 366,
  },
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
