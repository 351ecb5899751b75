/** Past corrections, each of which is removed from the source again: the simulation must find the fault that it was made for. */
import { DOUBT_SEEDS, LATE_SEEDS, LATER_SEEDS, SOUGHT_SEEDS, TWICE_SEEDS } from './plans/plan-of.ts';
import type { Patch } from './product/hooks.ts';

export interface Mutation {
  /** The behaviour that the service then lacks. */
  name: string;
  patches: readonly Patch[];
  /** At least one of these rules is violated. */
  rules: readonly string[];
  /** A seed from which on the violation is found soon. */
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
    from: 1_462,
  },
  {
    name: 'deadlines are told by one clock',
    patches: [
      {
        path: 'platform/shared-clock.ts',
        find: 'if (this.offset === undefined) return Date.now();',
        replace: 'return Date.now();',
      },
    ],
    rules: ['nobody is timed out early'],
    from: 131,
  },
  {
    name: 'what is handed on has its time by the clock that all share',
    patches: [
      {
        path: 'services/extractor/extractor.ts',
        find: 'deadline_at: this.ports.clock.now() + this.ports.settings.JOB_RETENTION_SECONDS * 1000,',
        replace: 'deadline_at: event.at + this.ports.settings.JOB_RETENTION_SECONDS * 1000,',
      },
    ],
    rules: ['nobody is timed out early'],
    from: 501_336,
  },
  {
    name: 'whether a key was live is told by when its request came',
    patches: [
      {
        path: 'platform/view-store/redis/lua/claim.lua',
        find: 'holdOf(field, math.min(at, cjson.decode(ARGV[5]).at))',
        replace: 'holdOf(field, at)',
      },
    ],
    rules: ['one Idempotency-Key, one job'],
    from: 502_919,
  },
  {
    name: 'a key is held for a request in doubt though its repeat comes to nothing',
    patches: [
      {
        path: 'platform/view-store/redis/lua/claim.lua',
        find: '(hold.doubtful or hold.token == token and hold.wasDoubtful) or false',
        replace: 'false',
      },
    ],
    rules: ['one Idempotency-Key, one job'],
    from: DOUBT_SEEDS,
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
    from: 373,
  },
  {
    name: 'no late webhook event brings a job back',
    patches: [{ path: 'core/job/job.ts', find: "status: 'unknown',\n", replace: "status: 'processing',\n" }],
    rules: ['the live read model equals the rebuilt one', 'an end does not change'],
    from: SOUGHT_SEEDS,
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
    from: SOUGHT_SEEDS,
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
    from: SOUGHT_SEEDS,
  },
  {
    name: 'a late end of a forgotten job is not folded',
    patches: [
      {
        path: 'core/job/job.ts',
        find: 'return !isKnown(state) && event.at - event.duration_ms < foldedAt;',
        replace: 'return foldedAt < 0 && isKnown(state);',
      },
    ],
    rules: ['every success is metered once'],
    from: LATE_SEEDS,
  },
  {
    name: 'the log decides who makes an attempt',
    patches: [
      {
        path: 'services/webhooker/webhooker.ts',
        find: 'if (!(await watch.isMadeBy(begun.event_id, attempt, signal))) throw new Error(MADE_BY_ANOTHER);',
        replace: '',
      },
    ],
    rules: ['at most four calls a job', 'an attempt is made once'],
    from: SOUGHT_SEEDS,
  },
  {
    name: 'a later end does not take over the delivery of the first',
    patches: [
      {
        path: 'services/webhooker/webhooker.ts',
        find: 'if (!other.signal.aborted && other.offset < record.offset) return;',
        replace: 'if (!other.signal.aborted) return;',
      },
    ],
    rules: ['what was accepted ends'],
    from: TWICE_SEEDS,
  },
  {
    name: 'keys are no older than AUTH_CACHE_SECONDS',
    patches: [
      {
        path: 'services/ingest/known-keys.ts',
        find: 'if (known !== undefined && (known.revokedAt !== null || this.age.ageMs() <= this.maxAgeMs)) return known;',
        replace: 'if (known !== undefined) return known;',
      },
    ],
    rules: ['a revoked key is refused in time'],
    from: SOUGHT_SEEDS,
  },
  {
    name: 'a claim waits for what was accepted before it',
    patches: [
      {
        path: 'services/ingest/submission.ts',
        find: 'const ends = idempotencyKeyHash === null ? [] : await this.logEnds.ask();',
        replace: 'const ends: Position[] = [];',
      },
    ],
    rules: ['one Idempotency-Key, one job'],
    from: SOUGHT_SEEDS,
  },
  {
    name: 'a request of a forgotten job is skipped',
    patches: [
      {
        path: 'services/extractor/settled-requests.ts',
        find: 'return this.isForgotten(record, event);',
        replace: 'return record === undefined;',
      },
    ],
    rules: ['an expired job does not end again'],
    from: SOUGHT_SEEDS,
  },
  {
    name: 'GET looks a second time before it answers 404',
    patches: [
      {
        path: 'services/ingest/polling.ts',
        find: 'const found = await views.job(jobId);',
        replace: 'const found = job;',
      },
    ],
    rules: ['a live job is found'],
    from: SOUGHT_SEEDS,
  },
  {
    name: 'no job is forgotten before the log of its time is folded',
    patches: [
      {
        path: 'platform/sweeper.ts',
        find: 'noted !== undefined && (await views.caughtUp()) && haveReached(await views.positions(), noted.ends);',
        replace: 'noted !== undefined && (await views.caughtUp());',
      },
    ],
    rules: ['the live read model equals the rebuilt one', 'what was accepted ends'],
    from: LATE_SEEDS,
  },
  {
    name: 'a sweep is followed by others',
    patches: [{ path: 'platform/sweeper.ts', find: '    this.isSweeping = false;\n', replace: '' }],
    rules: ['what has expired is deleted'],
    from: LATE_SEEDS,
  },
  {
    name: 'keys are read to their end before anybody is served',
    patches: [
      {
        path: 'services/ingest/fold-age.ts',
        find: 'private wholeAt = Number.NEGATIVE_INFINITY;',
        replace: 'private wholeAt = performance.now();',
      },
    ],
    rules: ['a revoked key is refused in time', 'a live key is served'],
    from: SOUGHT_SEEDS,
  },
  {
    name: 'what is written is what the build before reads',
    patches: [
      {
        path: 'platform/distributed.ts',
        find: 'openEventCodec(registryUrl, release, onAway);',
        replace: 'openEventCodec(registryUrl, 2, onAway);',
      },
    ],
    rules: ['every build reads what is written'],
    from: LATER_SEEDS,
  },
  {
    name: 'a rebuild tells that the log is another one',
    patches: [
      {
        path: 'platform/view-store/redis/redis-rebuild.ts',
        find: "this.isOtherLog ? '1' : ''",
        replace: "''",
      },
    ],
    rules: ['what was accepted ends'],
    from: LATER_SEEDS,
  },
  {
    name: 'a log that was cut and has grown again is recognised',
    patches: [
      {
        path: 'platform/event-log/kafka/projection-consumer.ts',
        find: 'if (found !== undefined && found.event.event_id !== expected.eventId)',
        replace: 'if (false)',
      },
    ],
    rules: ['what was accepted ends', 'the live read model equals the rebuilt one'],
    from: LATER_SEEDS,
  },
  {
    name: 'no records of jobs are made before the release of the schemas that has them',
    patches: [
      {
        path: 'services/projector/start.ts',
        find: 'if (platform.settings.EVENT_WRITE_RELEASE >= RECORDS_RELEASE)',
        replace: 'if (RECORDS_RELEASE > 0)',
      },
    ],
    rules: ['the history comes to its end'],
    from: LATER_SEEDS,
  },
];
