/** Random histories: who sends what, and which faults happen when. */
import type { Random } from '../../resilience/soak/random.ts';
import type { Action, Fault, Plan, Submit } from '../plan.ts';
import type { Role } from '../product/system.ts';

type Range = readonly [least: number, most: number];

/** How much happens in what time. */
export interface Pace {
  name: string;
  /** Virtual ms within which everything is sent and every fault begins. */
  activeMs: number;
  /** Probability that a role has two instances. */
  several: number;
  submits: Range;
  faults: Range;
  /** Ranges of a fault's duration in ms, all equally likely. */
  durations: readonly Range[];
  longestDocumentMs: number;
  retentionSeconds: Range;
  /** Values of WEBHOOK_BACKOFF_MS, the pauses between the calls of a webhook. */
  backoffMs: readonly string[];
}

/** Few faults, close together, to show their immediate effects. */
export const SHORT: Pace = {
  name: 'short',
  activeMs: 3_500,
  several: 0.3,
  submits: [2, 5],
  faults: [1, 3],
  durations: [[200, 3_500]],
  longestDocumentMs: 2_500,
  retentionSeconds: [8, 20],
  backoffMs: ['200,500,1000', '300,1000,2000'],
};

const SESSION_MS = [11_000, 25_000] as const;
const MINUTE_MS = [62_000, 80_000] as const;

/** Faults that last longer than the groups' sessions, claims and the patience of callers, and jobs that expire meanwhile. */
export const LONG: Pace = {
  name: 'long',
  activeMs: 20_000,
  several: 0.6,
  submits: [3, 10],
  faults: [1, 5],
  durations: [[500, 6_000], SESSION_MS, SESSION_MS, MINUTE_MS],
  longestDocumentMs: 6_000,
  retentionSeconds: [25, 60],
  backoffMs: ['500,2000,4000', '1000,5000,12000'],
};

/** Range of a clock's error in ms, in either direction. */
const SKEW_MS = [1_000, 15_000] as const;
/** Ms between two processes in a rollout. */
export const EVERY_MS = [200, 2_000] as const;
const MONTH_BORDER = Date.UTC(2026, 11, 1);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const GROUPS = ['webhooker', 'extractor-interactive', 'extractor-bulk'].map(name => `textrail.${name}`);
/** Monthly quota of each key; the third key is the one that may be revoked. */
export const QUOTAS = [1_000, 3, 1_000];
export const REVOKED_KEY = 2;

interface Names {
  all: string[];
  of: (role: Role) => string[];
}

type FaultMaker = (random: Random, names: Names, lasts: () => number) => Fault;

export const between = (random: Random, [least, most]: Range) =>
  Math.round(least + random.next() * (most - least));

function cut(random: Random, names: Names, lasts: () => number): Fault {
  const directions: ('up' | 'down')[] = random.pick([['up'], ['down'], ['up', 'down'], ['up', 'down']]);
  return {
    at: 0,
    kind: 'cut',
    process: random.chance(0.8) ? random.pick(names.all) : undefined,
    server: random.pick(['kafka', 'kafka', 'redis', 's3'] as const),
    cut: random.pick(['swallow', 'reset'] as const),
    directions,
    forMs: lasts(),
  };
}

const FAULT_MAKERS: Readonly<Record<Fault['kind'], FaultMaker>> = {
  cut,
  crash: (random, { all }) => ({ at: 0, kind: 'crash', process: random.pick(all) }),
  restart: (random, { all }) => ({ at: 0, kind: 'restart', process: random.pick(all) }),
  freeze: (random, { all }, lasts) => ({ at: 0, kind: 'freeze', process: random.pick(all), forMs: lasts() }),
  skew: (random, { all }) => ({
    at: 0,
    kind: 'skew',
    process: random.pick(all),
    ms: random.pick([-1, 1]) * between(random, SKEW_MS),
  }),
  slow: (random, _names, lasts) => ({
    at: 0,
    kind: 'slow',
    ms: between(random, [50, 1_500]),
    forMs: lasts(),
  }),
  stall: (_random, _names, lasts) => ({ at: 0, kind: 'stall', forMs: lasts() }),
  failover: random => ({ at: 0, kind: 'failover', lostMs: between(random, [100, 1_500]) }),
  'lose-views': () => ({ at: 0, kind: 'lose-views' }),
  'lose-offsets': random => ({ at: 0, kind: 'lose-offsets', group: random.pick(GROUPS) }),
  refuse: (random, _names, lasts) => ({
    at: 0,
    kind: 'refuse',
    prefix: random.pick(['source', 'result', 'request']),
    every: between(random, [1, 3]),
    forMs: lasts(),
  }),
  'restore-log': random => ({
    at: 0,
    kind: 'restore-log',
    agoMs: between(random, [200, 3_000]),
    positions: random.pick(['copied', 'lost'] as const),
    services: random.pick(['stopped', 'running'] as const),
    operatorMs: between(random, [200, 6_000]),
  }),
  // A single rollout; sequences of them are scenarios.
  rollout: random => ({ at: 0, kind: 'rollout', to: 'raised', everyMs: between(random, EVERY_MS) }),
};

/**
 * Settings with a long retention: a rebuilt read model shows the claim of a job for its minute, even if the job had
 * been forgotten before.
 */
export const OUTLIVES_CLAIMS = { JOB_RETENTION_SECONDS: '3600' };

export const FAULT_KINDS = Object.keys(FAULT_MAKERS) as Fault['kind'][];
const LATER_KINDS: readonly Fault['kind'][] = ['restore-log', 'rollout'];
/** The kinds of faults in the first series of seeds. */
export const FIRST_KINDS = FAULT_KINDS.filter(kind => !LATER_KINDS.includes(kind));

/** Settings that let a history take minutes instead of weeks. All other times are constants in the code. */
export function settingsOf(random: Random, { retentionSeconds, backoffMs }: Pace): Record<string, string> {
  return {
    AUTH_CACHE_SECONDS: String(random.pick([2, 5])),
    IDEMPOTENCY_SECONDS: String(random.pick([20, 45, 120])),
    JOB_RETENTION_SECONDS: String(random.chance(0.4) ? between(random, retentionSeconds) : 3_600),
    SOURCE_RETENTION_SECONDS: String(random.pick([30, 3_600])),
    SYNC_BUDGET_MS: String(random.pick([3_000, 8_000])),
    JOB_TIMEOUT_MS: '15000',
    WEBHOOK_TIMEOUT_MS: '2000',
    WEBHOOK_BACKOFF_MS: random.pick(backoffMs),
    FETCH_TIMEOUT_MS: '3000',
    EXTRACT_WORKERS: '2',
    ASYNC_THRESHOLD_BYTES: '60',
    RATE_LIMIT_PER_MINUTE: '1000',
  };
}

export function submitOf(random: Random, { activeMs, longestDocumentMs }: Pace): Submit {
  const asynchronous = random.chance(0.6);
  return {
    at: Math.round(random.next() * activeMs),
    kind: 'submit',
    key: random.below(QUOTAS.length),
    asynchronous,
    source: random.chance(0.8) ? 'upload' : 'url',
    document: random.below(2),
    ms: between(
      random,
      random.pick([[5, 300] as const, [5, 300] as const, [1_000, longestDocumentMs] as const]),
    ),
    end: random.pick(['completed', 'completed', 'completed', 'failed', 'dies'] as const),
    webhook: asynchronous ? random.pick(['none', 'ok', 'ok', 'down', 'slow', 'flaky'] as const) : 'none',
    idempotencyKey: random.chance(0.4) ? random.below(3) : null,
    insists: random.chance(0.5),
  };
}

/** Everything in a plan except its actions and instances. */
export function circumstancesOf(
  seed: number,
  random: Random,
  pace: Pace,
): Omit<Plan, 'actions' | 'instances'> {
  const epoch = random.chance(0.3)
    ? MONTH_BORDER - Math.round(random.next() * pace.activeMs)
    : MONTH_BORDER - 10 * DAY_MS + random.below(HOUR_MS);
  return {
    seed,
    epoch,
    template: pace.name,
    build: 'raised',
    settings: settingsOf(random, pace),
    quotas: QUOTAS,
    fetchRecords: random.pick([1, 200, 200]),
  };
}

/**
 * Uses only a few kinds of faults at a time: if all came together, none would have the time in which its own
 * consequences appear.
 */
export function chanceOf(seed: number, random: Random, pace: Pace, among: readonly Fault['kind'][]): Plan {
  const several = () => (random.chance(pace.several) ? 2 : 1);
  const instances = {
    ingest: several(),
    extractor: several(),
    projector: several(),
    webhooker: several(),
  };
  const of = (role: Role) => Array.from({ length: instances[role] }, (_, at) => `${role}-${at + 1}`);
  const all = (['ingest', 'extractor', 'projector', 'webhooker'] as const).flatMap(of);
  const lasts = () => between(random, random.pick(pace.durations));
  const kinds = Array.from({ length: 1 + random.below(3) }, () => random.pick(among));
  const faults = Array.from({ length: between(random, pace.faults) }, () => ({
    ...FAULT_MAKERS[random.pick(kinds)](random, { all, of }, lasts),
    at: Math.round(random.next() * pace.activeMs),
  }));
  const submits = Array.from({ length: between(random, pace.submits) }, () => submitOf(random, pace));
  const revocations: Action[] = random.chance(0.4)
    ? [{ at: Math.round(random.next() * pace.activeMs), kind: 'revoke', key: REVOKED_KEY }]
    : [];
  const actions = [...submits, ...faults, ...revocations].sort((a, b) => a.at - b.at);
  const build = actions.some(({ kind }) => kind === 'rollout') ? 'new' : 'raised';
  const isRebuilt = actions.some(({ kind }) => kind === 'restore-log');
  const { settings, ...made } = circumstancesOf(seed, random, pace);
  return { ...made, settings: { ...settings, ...(isRebuilt && OUTLIVES_CLAIMS) }, build, instances, actions };
}
