import type { Held } from './set-back.ts';
import type { Worker } from './worker.ts';

/** A document that waits for a worker. */
export interface Waiting {
  owner: string;
  bytes: number;
  /** Monotonic ms. */
  since: number;
  deadline: number;
  /** Its deadline, or later by what smaller ones may come before it (turn.ts). */
  turn: number;
  /** What it becomes in a worker. */
  held: Held;
  give: (worker: Worker | undefined) => void;
}
