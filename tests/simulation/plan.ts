/** What is to happen in a history, as data; a shorter one is made by leaving things out. */
import type { Build, Role } from './product/system.ts';
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
    /** Nobody knows how far the group had come; its processes start again after it. */
    | { kind: 'lose-offsets'; group: string }
    /** Of every so many objects under a prefix one is refused. */
    | { kind: 'refuse'; prefix: string; every: number; forMs: number }
    | RestoreLog
    /** Each process in turn is stopped, and starts again as that build. */
    | { kind: 'rollout'; to: Build; everyMs: number }
  );

/** Kafka is restored from a copy that was made `agoMs` before: every topic as it was at that moment. */
export interface RestoreLog {
  kind: 'restore-log';
  agoMs: number;
  /** What the groups have committed: as it was at that moment, or nothing. */
  positions: 'copied' | 'lost';
  /**
   * Whether everything is stopped before, and started when the read model is rebuilt. Otherwise it happens under running
   * services, and the read model is rebuilt when a projector asks for it.
   */
  services: 'stopped' | 'running';
  /** Until the operator does something; the log may have grown beyond its old end by then. */
  operatorMs: number;
}

export type Action = Submit | Fault | (At & { kind: 'revoke'; key: number });
export type ActionKind = Action['kind'];

export interface Plan {
  seed: number;
  /** Epoch ms of the beginning. */
  epoch: number;
  instances: Record<Role, number>;
  /** What every process is in the beginning. */
  build: Build;
  settings: Record<string, string>;
  /** What made it: chance in a short or a long history, or a scenario, by name. */
  template: string;
  /** Records that a fetch brings at the most. */
  fetchRecords: number;
  /** Monthly quota by key. */
  quotas: number[];
  actions: Action[];
}

/** The service starts, and keys are issued, before the first action: their times are counted from here. */
export const START_MS = 1_500;
