/** The plan of a history, as data. A shorter history is made by leaving parts out. */
import type { Build, Role } from './product/system.ts';
import type { CutKind, ServerName } from './virtual/network.ts';

/** Virtual ms from the first possible action (`START_MS`). */
interface At {
  at: number;
}

export interface Submit extends At {
  kind: 'submit';
  /** Index of the API key. */
  key: number;
  asynchronous: boolean;
  source: 'upload' | 'url';
  /** Which document it is; equal numbers mean equal documents. */
  document: number;
  ms: number;
  end: 'completed' | 'failed' | 'dies';
  webhook: 'none' | 'ok' | 'down' | 'slow' | 'flaky';
  /** Index of the Idempotency-Key; null for none. */
  idempotencyKey: number | null;
  /** Whether the caller asks again after a 503 or no answer. */
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
    /** All projectors stand still. */
    | { kind: 'stall'; forMs: number }
    | { kind: 'failover'; lostMs: number }
    | { kind: 'lose-views' }
    /** The group's positions are lost, and its processes start again. */
    | { kind: 'lose-offsets'; group: string }
    /** One of every `every` objects under a prefix is refused. */
    | { kind: 'refuse'; prefix: string; every: number; forMs: number }
    | RestoreLog
    /** Each process in turn is stopped and started again as the build `to`. */
    | { kind: 'rollout'; to: Build; everyMs: number }
  );

/** Kafka is restored from a copy made `agoMs` earlier: every topic is as it was then. */
export interface RestoreLog {
  kind: 'restore-log';
  agoMs: number;
  /** The groups' positions after it: as they were then, or none. */
  positions: 'copied' | 'lost';
  /**
   * `stopped`: all processes are stopped before, and started when the read model has been rebuilt. `running`: it
   * happens under running services, and the read model is rebuilt when a projector asks for it.
   */
  services: 'stopped' | 'running';
  /** Time until the operator acts, in ms; the log may have grown beyond its old end by then. */
  operatorMs: number;
}

export type Action = Submit | Fault | (At & { kind: 'revoke'; key: number });
export type ActionKind = Action['kind'];

export interface Plan {
  seed: number;
  /** Epoch ms of the beginning. */
  epoch: number;
  instances: Record<Role, number>;
  /** The build of every process at the beginning. */
  build: Build;
  settings: Record<string, string>;
  /** What the plan was made from: chance for a short or a long history, or a scenario, by name. */
  template: string;
  /** Most records in a fetch. */
  fetchRecords: number;
  /** Monthly quota by key. */
  quotas: number[];
  actions: Action[];
}

/** Virtual ms at which actions may begin; their times count from here. Before it the service starts and keys are issued. */
export const START_MS = 1_500;
