/** A started service as main.ts and the operations routes see it. */
import type { Consumer } from './event-log/event-log.ts';

export interface ConsumerOfService {
  name: string;
  consumer: Consumer;
  /** How long, in ms, the oldest record that was taken from the log has waited inside the process for its turn. */
  waitingInsideMs?: () => number;
}

export interface RunningService {
  name: string;
  /** Resolves once the service can do its work. */
  ready: Promise<void>;
  /** Short descriptions of what keeps the service from working now; empty if nothing does. */
  problems(): string[];
  /** The consumers whose lag is measured. */
  consumers: readonly ConsumerOfService[];
  /** Takes no new work, lets running work finish for up to `deadlineMs` ms, and hands the rest back. */
  stop(deadlineMs: number): Promise<void>;
  /** Called when every service has stopped. Closes what must stay until then, such as the listener that answers /readyz. */
  close?(): Promise<void>;
}
