/**
 * Histories that chance alone seldom makes, because several things must happen together. Each scenario puts them close
 * to each other and leaves the exact times to chance.
 */
import type { Random } from '../../resilience/soak/random.ts';
import type { Action, Plan, Submit } from '../plan.ts';
import type { Build, Role } from '../product/system.ts';
import {
  between,
  circumstancesOf,
  EVERY_MS,
  OUTLIVES_CLAIMS,
  REVOKED_KEY,
  SHORT,
  submitOf,
} from './chance.ts';

export type Scenario = (seed: number, random: Random) => Plan;

const GROUPS = ['textrail.extractor-interactive', 'textrail.extractor-bulk'];
const ONE_EACH: Record<Role, number> = { ingest: 1, extractor: 1, projector: 1, webhooker: 1 };

/** An uploaded job that is read to its end. */
export const WORK = { asynchronous: true, source: 'upload', end: 'completed', idempotencyKey: null } as const;

/** A random submit at a time within the range (ms), with `changes` applied. */
export function submit(
  random: Random,
  [from, to]: readonly [number, number],
  changes: Partial<Submit>,
): Submit {
  return { ...submitOf(random, SHORT), at: between(random, [from, to]), ...changes };
}

export function submits(
  random: Random,
  count: number,
  when: readonly [number, number],
  changes: Partial<Submit>,
) {
  return Array.from({ length: count }, () => submit(random, when, changes));
}

interface Parts {
  actions: Action[];
  instances?: Partial<Record<Role, number>>;
  build?: Build;
  settings?: Record<string, string>;
  fetchRecords?: number;
}

export function planWith(
  seed: number,
  random: Random,
  template: string,
  { actions, instances, build, settings, fetchRecords }: Parts,
): Plan {
  const made = circumstancesOf(seed, random, SHORT);
  return {
    ...made,
    template,
    build: build ?? made.build,
    fetchRecords: fetchRecords ?? made.fetchRecords,
    settings: { ...made.settings, ...settings },
    instances: { ...ONE_EACH, ...instances },
    actions: actions.sort((a, b) => a.at - b.at),
  };
}

/** One webhooker hangs in its append while the other, which has the partition by then, makes the attempts. */
const webhookerCutOff: Scenario = (seed, random) =>
  planWith(seed, random, 'a webhooker is cut off from Kafka alone', {
    instances: { webhooker: 2 },
    settings: { WEBHOOK_BACKOFF_MS: '500,2000,4000' },
    actions: [
      ...submits(random, 4, [0, 2_500], {
        asynchronous: true,
        webhook: random.pick(['down', 'flaky', 'slow'] as const),
        ms: 5,
        end: 'completed',
        idempotencyKey: null,
      }),
      {
        at: between(random, [500, 3_000]),
        kind: 'cut',
        process: 'webhooker-1',
        server: 'kafka',
        cut: 'swallow',
        directions: random.pick([['up'], ['down'], ['up', 'down']] as ('up' | 'down')[][]),
        forMs: between(random, [11_000, 25_000]),
      },
    ],
  });

/** A key is revoked while one ingest cannot hear of it, and is used there. */
const revokedBehindACut: Scenario = (seed, random) => {
  const at = between(random, [1_000, 2_000]);
  return planWith(seed, random, 'a key is revoked behind a cut', {
    instances: { ingest: 2 },
    settings: { AUTH_CACHE_SECONDS: '2' },
    actions: [
      ...submits(random, 2, [0, 800], { key: REVOKED_KEY, asynchronous: true, ms: 6_000, source: 'upload' }),
      {
        at,
        kind: 'cut',
        process: 'ingest-1',
        server: 'kafka',
        cut: random.pick(['swallow', 'reset'] as const),
        directions: random.pick([['down'], ['up', 'down']] as ('up' | 'down')[][]),
        forMs: between(random, [6_000, 12_000]),
      },
      { at: at + 300, kind: 'revoke', key: REVOKED_KEY },
    ],
  });
};

/** An ingest that starts after a key was revoked reads the key's issue before its revocation. */
const startAfterRevocation: Scenario = (seed, random) =>
  planWith(seed, random, 'an ingest starts after a key was revoked', {
    fetchRecords: 1,
    settings: { AUTH_CACHE_SECONDS: '2' },
    actions: [
      { at: 0, kind: 'revoke', key: REVOKED_KEY },
      { at: 2_500, kind: 'crash', process: 'ingest-1' },
      { at: 2_500, kind: 'slow', ms: between(random, [300, 1_000]), forMs: 8_000 },
      ...submits(random, 12, [3_500, 10_500], {
        key: REVOKED_KEY,
        asynchronous: true,
        ms: 5,
        insists: false,
      }),
    ],
  });

/** The read model has lost which request holds an Idempotency-Key, and does not learn it from the log for a while. */
const failoverUnderOneKey: Scenario = (seed, random) => {
  const at = between(random, [1_500, 2_500]);
  const under = { key: 0, idempotencyKey: 0, insists: true, source: 'upload' as const, ms: 5 };
  return planWith(seed, random, 'Redis fails over under one Idempotency-Key', {
    settings: { IDEMPOTENCY_SECONDS: '120' },
    actions: [
      { at: at - 500, kind: 'stall', forMs: between(random, [3_000, 8_000]) },
      { at, kind: 'failover', lostMs: 1_000 },
      submit(random, [at, at + 700], { ...under, asynchronous: true, document: 0 }),
      ...submits(random, 3, [at + 1_000, at + 4_000], { ...under, document: 1 }),
    ],
  });
};

/** A job that only the log knows is asked for while the read model folds it. */
const lookedForWhileFolding: Scenario = (seed, random) => {
  const at = between(random, [1_500, 2_500]);
  return planWith(seed, random, 'jobs are asked for while they are folded', {
    actions: [
      { at: at - 500, kind: 'stall', forMs: between(random, [3_000, 5_000]) },
      { at, kind: 'failover', lostMs: 1_000 },
      { at: at + 1_000, kind: 'slow', ms: between(random, [300, 1_500]), forMs: 6_000 },
      ...submits(random, 6, [at, at + 800], { asynchronous: true, source: 'upload', idempotencyKey: null }),
    ],
  });
};

/** A group that was idle for longer than its jobs live has lost its positions, and reads everything again. */
const offsetsLostLate: Scenario = (seed, random) => {
  const retentionSeconds = between(random, [5, 8]);
  return planWith(seed, random, 'positions are lost after the retention', {
    settings: { JOB_RETENTION_SECONDS: String(retentionSeconds) },
    actions: [
      ...submits(random, 4, [0, 2_000], { ms: 5 }),
      {
        at: 2_000 + retentionSeconds * 1_000 + between(random, [2_000, 6_000]),
        kind: 'lose-offsets',
        group: random.pick(GROUPS),
      },
    ],
  });
};

/** Topics are folded concurrently after a stall that was longer than jobs live. */
const sweptWhileFolding: Scenario = (seed, random) => {
  const retentionSeconds = between(random, [4, 6]);
  const stallMs = retentionSeconds * 1_000 + between(random, [3_000, 8_000]);
  return planWith(seed, random, 'jobs expire before they are folded', {
    fetchRecords: 1,
    settings: { JOB_RETENTION_SECONDS: String(retentionSeconds) },
    actions: [
      ...submits(random, 5, [500, 2_500], { asynchronous: random.chance(0.5), ms: 5, idempotencyKey: null }),
      { at: 500, kind: 'stall', forMs: stallMs },
      { at: 500 + stallMs - 100, kind: 'slow', ms: between(random, [500, 1_500]), forMs: 8_000 },
    ],
  });
};

/** Orders in which builds may follow each other. Once the later release has been written, the old build cannot come back. */
const COURSES: readonly (readonly [Build, ...Build[]])[] = [
  ['old', 'new'],
  ['old', 'new', 'old'],
  ['old', 'new', 'old', 'new'],
  ['old', 'new', 'raised'],
  ['new', 'raised', 'new'],
];
/** Time in ms within which an instance ends after it was told to. */
const GONE_MS = 7_000;

/** The next build is rolled out, forward and perhaps back, while documents arrive. */
const twoBuilds: Scenario = (seed, random) => {
  const [build, ...rest] = random.pick(COURSES);
  const everyMs = between(random, EVERY_MS);
  const instances = { ingest: 2, extractor: 1 + random.below(2), webhooker: 1 + random.below(2) };
  const count = instances.ingest + instances.extractor + instances.webhooker + 1;
  const turnMs = count * everyMs + GONE_MS;
  const rollouts = rest.map((to, turn) => ({
    at: 500 + turn * turnMs,
    kind: 'rollout' as const,
    to,
    everyMs,
  }));
  return planWith(seed, random, 'two builds side by side', {
    build,
    instances,
    actions: [...rollouts, ...submits(random, 3 + 3 * rest.length, [0, rest.length * turnMs], {})],
  });
};

/** Kafka is restored to an earlier state and goes on from there. */
const restoredLog: Scenario = (seed, random) => {
  const at = between(random, [2_000, 6_000]);
  return planWith(seed, random, 'Kafka is restored from an older copy', {
    settings: OUTLIVES_CLAIMS,
    instances: { ingest: 1 + random.below(2), projector: 1 + random.below(2) },
    actions: [
      ...submits(random, 5, [0, at], {}),
      {
        at,
        kind: 'restore-log',
        agoMs: between(random, [300, at]),
        positions: random.pick(['copied', 'lost'] as const),
        services: random.pick(['stopped', 'running'] as const),
        operatorMs: between(random, [300, 15_000]),
      },
      ...submits(random, 4, [at, at + 12_000], { insists: true }),
    ],
  });
};

/** The log has lost its newest part, but is longer than before when the projectors look again. */
const grownAgain: Scenario = (seed, random) => {
  const at = between(random, [2_000, 3_000]);
  const quick = {
    asynchronous: true,
    source: 'upload',
    ms: 5,
    idempotencyKey: null,
    webhook: 'none',
  } as const;
  return planWith(seed, random, 'a log that was cut has grown again', {
    settings: OUTLIVES_CLAIMS,
    actions: [
      ...submits(random, 4, [0, at - 500], quick),
      { at, kind: 'stall', forMs: between(random, [7_000, 9_000]) },
      {
        at: at + 200,
        kind: 'restore-log',
        agoMs: between(random, [600, 1_500]),
        positions: 'copied',
        services: 'running',
        operatorMs: between(random, [300, 2_000]),
      },
      ...submits(random, 8, [at + 1_800, at + 6_000], quick),
    ],
  });
};

/** A job's extractor stands still until another one has read the document, and then records an end of its own. */
const endedByTwo: Scenario = (seed, random) =>
  planWith(seed, random, 'two extractors end one job', {
    instances: { extractor: 2 },
    settings: { JOB_RETENTION_SECONDS: '3600' },
    actions: [
      ...submits(random, 4, [0, 600], { ...WORK, ms: between(random, [2_000, 5_000]), insists: true }),
      {
        at: between(random, [1_000, 2_000]),
        kind: 'freeze',
        process: 'extractor-1',
        forMs: between(random, [30_000, 38_000]),
      },
    ],
  });

/** Like `endedByTwo`, but the first extractor stands still until the job has expired and was forgotten. */
const endedWhenForgotten: Scenario = (seed, random) => {
  return planWith(seed, random, 'a job ends again when it is forgotten', {
    instances: { extractor: 2 },
    settings: { JOB_RETENTION_SECONDS: String(between(random, [4, 6])) },
    actions: [
      ...submits(random, 4, [0, 600], { ...WORK, ms: between(random, [2_000, 5_000]), insists: true }),
      {
        at: between(random, [1_000, 2_000]),
        kind: 'freeze',
        process: 'extractor-1',
        forMs: between(random, [25_000, 35_000]),
      },
      // A late action, because faults that still last 40 s after the last action are ended.
      submit(random, [15_000, 18_000], { ...WORK, ms: 5 }),
    ],
  });
};

/** One projector stands still with its partitions while the other folds its own and sweeps. */
const sweptByAnother: Scenario = (seed, random) =>
  planWith(seed, random, 'jobs expire before another projector folds them', {
    instances: { projector: 2 },
    settings: { JOB_RETENTION_SECONDS: String(between(random, [4, 5])) },
    actions: [
      {
        at: between(random, [500, 1_500]),
        kind: 'freeze',
        process: random.pick(['projector-1', 'projector-2']),
        forMs: between(random, [10_000, 20_000]),
      },
      ...submits(random, 8, [1_500, 3_500], {
        asynchronous: true,
        source: 'upload',
        ms: 5,
        idempotencyKey: null,
        insists: true,
      }),
      submit(random, [15_000, 18_000], { ms: 5 }),
    ],
  });

/**
 * A job has a second end while the address of its webhook cannot be read, and the read model has not folded either of
 * them yet.
 */
const endedTwiceWithoutAddress: Scenario = (seed, random) => {
  const frozenAt = between(random, [1_000, 2_000]);
  const forMs = between(random, [30_000, 36_000]);
  const secondEndAt = frozenAt + forMs;
  const cutAt = 5_000;
  return planWith(seed, random, 'a second end while addresses cannot be read', {
    instances: { extractor: 2 },
    settings: { JOB_RETENTION_SECONDS: '3600' },
    actions: [
      ...submits(random, 4, [0, 600], {
        ...WORK,
        webhook: 'ok',
        ms: between(random, [2_000, 5_000]),
        insists: true,
      }),
      { at: frozenAt, kind: 'freeze', process: 'extractor-1', forMs },
      {
        at: cutAt,
        kind: 'cut',
        process: 'webhooker-1',
        server: 's3',
        cut: 'reset',
        directions: ['up', 'down'],
        forMs: secondEndAt + between(random, [500, 3_000]) - cutAt,
      },
      { at: secondEndAt - between(random, [0, 800]), kind: 'stall', forMs: between(random, [2_000, 5_000]) },
    ],
  });
};

export const SCENARIOS: readonly Scenario[] = [
  webhookerCutOff,
  revokedBehindACut,
  startAfterRevocation,
  failoverUnderOneKey,
  lookedForWhileFolding,
  offsetsLostLate,
  sweptWhileFolding,
];

export const LATER_SCENARIOS: readonly Scenario[] = [twoBuilds, restoredLog, grownAgain];

export const SOUGHT_SCENARIOS: readonly Scenario[] = [endedByTwo, ...SCENARIOS];

/** Not used by random plans, so that the plans of all other seeds stay the same. */
export const LATE_SCENARIOS: readonly Scenario[] = [endedWhenForgotten, sweptByAnother];

/** These have seeds of their own for the same reason. */
export const TWICE_SCENARIOS: readonly Scenario[] = [endedTwiceWithoutAddress];
