/** The servers that a start waits for, and why: said on /readyz, and in the log every few seconds. */
import { reasonOf } from './reason.ts';
import type { Telemetry } from './telemetry.ts';

const SAY_EVERY_MS = 5_000;

/** What the log is called where servers are named. */
export const EVENT_LOG = 'the event log';

/** Told of each attempt that met nobody. */
export type OnAway = (error: unknown) => void;

export class AwaitedServers {
  private readonly log: Pick<Telemetry['logger'], 'warn'>;
  /** Reasons by server; empty until an attempt has failed. */
  private readonly reasons = new Map<string, string>();

  constructor(log: Pick<Telemetry['logger'], 'warn'>) {
    this.log = log;
  }

  awaits(server: string): boolean {
    return this.reasons.has(server);
  }

  /** One for each server that has not answered yet. */
  problems(): string[] {
    return [...this.reasons].map(([server, reason]) =>
      reason === '' ? `${server} has not answered yet` : `${server} does not answer: ${reason}`,
    );
  }

  /** `open` waits for its server for as long as that is away; what it throws is no outage, and is thrown on. */
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
