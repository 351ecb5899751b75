/** What is to happen in a history, as data: a seed makes it, and a shorter one is made by leaving things out. */
import { Random } from '../resilience/soak/random.ts';
import type { Role } from './product/system.ts';
import type { CutKind, ServerName } from './virtual/network.ts';

/** Virtual ms since the beginning at which it happens. */
interface At {
  at: number;
}

export interface Submit extends At {
  kind: 'submit';
  /** Index of the API key. */
  key: number;
  asynchronous: boolean;
  source: 'upload' | 'url';
  /** Which document: two of one number are the same. */
  document: number;
  ms: number;
  end: 'completed' | 'failed' | 'dies';
  webhook: 'none' | 'ok' | 'down' | 'slow' | 'flaky';
  /** Index of the Idempotency-Key, null for none. */
  idempotencyKey: number | null;
  /** Whether an answer that did not come, or 503, makes the caller ask again. */
  insists: boolean;
}

export type Fault = At &
  (
    | {
        kind: 'cut';
        process: string | undefined;
        server: ServerName;
        cut: CutKind;
        directions: ('up' | 'down')[];
        forMs: number;
      }
    | { kind: 'crash'; process: string }
    | { kind: 'restart'; process: string }
    | { kind: 'freeze'; process: string; forMs: number }
    | { kind: 'skew'; process: string; ms: number }
    | { kind: 'slow'; ms: number; forMs: number }
    /** The projectors do nothing. */
    | { kind: 'stall'; forMs: number }
    | { kind: 'failover'; lostMs: number }
    | { kind: 'lose-views' }
    | { kind: 'lose-offsets'; group: string }
    /** Of every so many objects under a prefix one is refused. */
    | { kind: 'refuse'; prefix: string; every: number; forMs: number }
  );

export type Action = Submit | Fault | (At & { kind: 'revoke'; key: number });
export type ActionKind = Action['kind'];

export interface Plan {
  seed: number;
  /** Epoch ms of the beginning. */
  epoch: number;
  instances: Record<Role, number>;
  settings: Record<string, string>;
  /** Monthly quota by key. */
  quotas: number[];
  actions: Action[];
}

/** The service starts, and keys are issued, before the first action: their times are counted from here. */
export const START_MS = 4_000;
/** Everything is sent, and every fault begun, within this. */
export const ACTIVE_MS = 20_000;
/** A clock is off by this at the most, one way or the other. */
export const LARGEST_SKEW_MS = 15_000;
const MONTH_BORDER = Date.UTC(2026, 11, 1);
const SUBMITS = [3, 10] as const;
const FAULTS = [1, 5] as const;
const SHORT_MS = [500, 6_000] as const;
/** Longer than a session of the group, and than a claim's or a caller's patience. */
const LONG_MS = [11_000, 25_000] as const;
const LONGEST_MS = [62_000, 80_000] as const;

type FaultMaker = (random: Random, names: Names) => Fault;
interface Names {
  all: string[];
  of: (role: Role) => string[];
}

const between = (random: Random, [least, most]: readonly [number, number]) =>
  Math.round(least + random.next() * (most - least));

function duration(random: Random): number {
  return between(random, random.pick([SHORT_MS, SHORT_MS, LONG_MS, LONG_MS, LONGEST_MS]));
}

function cut(random: Random, names: Names): Fault {
  const directions: ('up' | 'down')[] = random.pick([['up'], ['down'], ['up', 'down'], ['up', 'down']]);
  return {
    at: 0,
    kind: 'cut',
    process: random.chance(0.8) ? random.pick(names.all) : undefined,
    server: random.pick(['kafka', 'kafka', 'redis', 's3'] as const),
    cut: random.pick(['swallow', 'reset'] as const),
    directions,
    forMs: duration(random),
  };
}

const GROUPS = ['webhooker', 'extractor-interactive', 'extractor-bulk'].map(name => `textrail.${name}`);

const FAULT_MAKERS: Readonly<Record<Fault['kind'], FaultMaker>> = {
  cut,
  crash: (random, { all }) => ({ at: 0, kind: 'crash', process: random.pick(all) }),
  restart: (random, { all }) => ({ at: 0, kind: 'restart', process: random.pick(all) }),
  freeze: (random, { all }) => ({
    at: 0,
    kind: 'freeze',
    process: random.pick(all),
    forMs: duration(random),
  }),
  skew: (random, { all }) => ({
    at: 0,
    kind: 'skew',
    process: random.pick(all),
    ms: random.pick([-1, 1]) * between(random, [1_000, LARGEST_SKEW_MS]),
  }),
  slow: random => ({
    at: 0,
    kind: 'slow',
    ms: between(random, [50, 1_500]),
    forMs: between(random, LONG_MS),
  }),
  stall: random => ({
    at: 0,
    kind: 'stall',
    forMs: between(random, random.pick([SHORT_MS, LONG_MS, LONGEST_MS])),
  }),
  failover: random => ({ at: 0, kind: 'failover', lostMs: between(random, [100, 1_500]) }),
  'lose-views': () => ({ at: 0, kind: 'lose-views' }),
  'lose-offsets': random => ({ at: 0, kind: 'lose-offsets', group: random.pick(GROUPS) }),
  refuse: random => ({
    at: 0,
    kind: 'refuse',
    prefix: random.pick(['source', 'result', 'request']),
    every: between(random, [1, 3]),
    forMs: duration(random),
  }),
};

export const FAULT_KINDS = Object.keys(FAULT_MAKERS) as Fault['kind'][];

/** So that a history lasts minutes and not weeks; what else there is to know of time is in the code itself. */
function settingsOf(random: Random): Record<string, string> {
  const retention = random.chance(0.4) ? between(random, [25, 60]) : 3_600;
  return {
    AUTH_CACHE_SECONDS: String(random.pick([2, 5])),
    IDEMPOTENCY_SECONDS: String(random.pick([20, 45, 120])),
    JOB_RETENTION_SECONDS: String(retention),
    SOURCE_RETENTION_SECONDS: String(random.pick([30, 3_600])),
    SYNC_BUDGET_MS: String(random.pick([3_000, 8_000])),
    JOB_TIMEOUT_MS: '15000',
    WEBHOOK_TIMEOUT_MS: '2000',
    WEBHOOK_BACKOFF_MS: random.pick(['500,2000,4000', '1000,5000,12000']),
    FETCH_TIMEOUT_MS: '3000',
    EXTRACT_WORKERS: '2',
    ASYNC_THRESHOLD_BYTES: '60',
    RATE_LIMIT_PER_MINUTE: '1000',
  };
}

function submit(random: Random, keys: number): Submit {
  const asynchronous = random.chance(0.6);
  return {
    at: Math.round(random.next() * ACTIVE_MS),
    kind: 'submit',
    key: random.below(keys),
    asynchronous,
    source: random.chance(0.8) ? 'upload' : 'url',
    document: random.below(2),
    ms: between(random, random.pick([[5, 300] as const, [5, 300] as const, [1_000, 6_000] as const])),
    end: random.pick(['completed', 'completed', 'completed', 'failed', 'dies'] as const),
    webhook: asynchronous ? random.pick(['none', 'ok', 'ok', 'down', 'slow', 'flaky'] as const) : 'none',
    idempotencyKey: random.chance(0.4) ? random.below(3) : null,
    insists: random.chance(0.5),
  };
}

/** A few kinds of fault at a time: where all come together, none gets the time that its own consequences take. */
export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const instances = {
    ingest: 2,
    extractor: 1 + random.below(2),
    projector: 1 + random.below(2),
    webhooker: 1 + random.below(2),
  };
  const of = (role: Role) => Array.from({ length: instances[role] }, (_, at) => `${role}-${at + 1}`);
  const all = (['ingest', 'extractor', 'projector', 'webhooker'] as const).flatMap(of);
  const quotas = [1_000, 3, 1_000];
  const kinds = Array.from({ length: 1 + random.below(3) }, () => random.pick(FAULT_KINDS));
  const faults = Array.from({ length: between(random, FAULTS) }, () => ({
    ...FAULT_MAKERS[random.pick(kinds)](random, { all, of }),
    at: Math.round(random.next() * ACTIVE_MS),
  }));
  const submits = Array.from({ length: between(random, SUBMITS) }, () => submit(random, quotas.length));
  const revocations: Action[] = random.chance(0.4)
    ? [{ at: Math.round(random.next() * ACTIVE_MS), kind: 'revoke', key: 2 }]
    : [];
  const actions = [...submits, ...faults, ...revocations].sort((a, b) => a.at - b.at);
  const isAtBorder = random.chance(0.3);
  const epoch = isAtBorder
    ? MONTH_BORDER - Math.round(random.next() * ACTIVE_MS)
    : MONTH_BORDER - 10 * 86_400_000 + random.below(3_600_000);
  return { seed, epoch, instances, settings: settingsOf(random), quotas, actions };
}
