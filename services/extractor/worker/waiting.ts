import type { Held } from './set-back.ts';
import type { Worker } from './worker.ts';

/** A document that waits for a worker. */
export interface Waiting {
  owner: string;
  bytes: number;
  /** Monotonic ms. */
  since: number;
  deadline: number;
  /** Its deadline, plus the time by which smaller documents may go first (turn.ts). */
  turn: number;
  /** What it becomes once in a worker. */
  held: Held;
  give: (worker: Worker | undefined) => void;
}
