/**
 * One clock for the processes of a service: the read model's store tells the time, and each process keeps how far its own
 * monotonic clock is from it. A deadline that one process sets and another one keeps is meant by this clock; a machine
 * whose clock is wrong is then wrong for nobody but its own log lines.
 */
export interface Clock {
  /** Epoch ms. */
  now(): number;
}

/** Where one process serves. */
export const OWN_CLOCK: Clock = { now: () => Date.now() };

/** Clocks drift apart by milliseconds in an hour; what changes suddenly is who tells the time, in a failover. */
const ASK_INTERVAL_MS = 5_000;
/** Half of a round trip is how wrong an answer may be: a slow one is not taken. */
const LONGEST_ROUND_TRIP_MS = 1_000;

export class SharedClock implements Clock {
  private readonly ask: () => Promise<number>;
  private readonly timer: NodeJS.Timeout;
  /** Of the shared clock to the monotonic one of this process; undefined until somebody has answered. */
  private offsetMs: number | undefined;

  /** `ask` tells epoch ms by the clock that is shared. */
  constructor(ask: () => Promise<number>) {
    this.ask = ask;
    this.timer = setInterval(() => void this.look(), ASK_INTERVAL_MS);
    this.timer.unref();
  }

  /** The clock of this process until the first answer, and the last answer's while nobody tells. */
  now(): number {
    return this.offsetMs === undefined ? Date.now() : Math.round(performance.now() + this.offsetMs);
  }

  /** Never rejects. */
  async look(): Promise<void> {
    const before = performance.now();
    const told = await this.ask().catch(() => undefined);
    const after = performance.now();
    if (told === undefined || after - before > LONGEST_ROUND_TRIP_MS) return;
    this.offsetMs = told - (before + after) / 2;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
