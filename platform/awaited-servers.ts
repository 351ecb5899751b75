/** Tracks the servers that a start waits for, and why. Shown on /readyz, and logged every few seconds. */
import { reasonOf } from './reason.ts';
import type { Telemetry } from './telemetry.ts';

const SAY_EVERY_MS = 5_000;

/** The name of the log in messages about servers. */
export const EVENT_LOG = 'the event log';

/** Called after each attempt to reach a server that failed. */
export type OnAway = (error: unknown) => void;

export class AwaitedServers {
  private readonly log: Pick<Telemetry['logger'], 'warn'>;
  /** Reasons by server; an empty string until an attempt has failed. */
  private readonly reasons = new Map<string, string>();

  constructor(log: Pick<Telemetry['logger'], 'warn'>) {
    this.log = log;
  }

  awaits(server: string): boolean {
    return this.reasons.has(server);
  }

  /** One message for each server that has not answered yet. */
  problems(): string[] {
    return [...this.reasons].map(([server, reason]) =>
      reason === '' ? `${server} has not answered yet` : `${server} does not answer: ${reason}`,
    );
  }

  /**
   * Runs `open`, which waits for its server for as long as that is away. What `open` throws is not an outage, and is
   * rethrown.
   */
  async open<T>(server: string, open: (onAway: OnAway) => Promise<T>): Promise<T> {
    this.reasons.set(server, '');
    const say = () => this.log.warn({ server, reason: this.reasons.get(server) }, 'waiting for a server');
    const timer = setInterval(say, SAY_EVERY_MS);
    try {
      return await open(error => this.reasons.set(server, reasonOf(error)));
    } finally {
      clearInterval(timer);
      this.reasons.delete(server);
    }
  }
}
