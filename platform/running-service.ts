/** A started service, as main.ts and the operations routes see it. */
import type { Consumer } from './event-log/event-log.ts';

export interface ConsumerOfService {
  name: string;
  consumer: Consumer;
  /** For how long the oldest record that was taken from the log has waited inside the process for its turn, ms. */
  waitingInsideMs?: () => number;
}

export interface RunningService {
  name: string;
  /** Resolves once the service does its work. */
  ready: Promise<void>;
  /** What keeps it from working now, in a few words each; empty when nothing does. */
  problems(): string[];
  /** For the lag metrics, by consumer. */
  consumers: readonly ConsumerOfService[];
  /** Takes nothing more, lets what runs finish until `deadlineMs` from now, hands the rest back. */
  stop(deadlineMs: number): Promise<void>;
  /** Called when every service has stopped: the last of it goes, such as the listener that answered /readyz meanwhile. */
  close?(): Promise<void>;
}
