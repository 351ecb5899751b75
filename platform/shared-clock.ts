/**
 * One clock for all processes of a service. The read model's store tells the time, and each process keeps the offset to
 * its own monotonic clock. Deadlines that one process sets and another checks use this clock, so that a machine whose
 * clock is wrong affects nothing but its own log lines.
 */
export interface Clock {
  /** Epoch ms. */
  now(): number;
}

/** The clock of a service with a single process. */
export const OWN_CLOCK: Clock = { now: () => Date.now() };

/** Clocks drift apart by milliseconds in an hour; a failover to another server can change the time suddenly. */
const ASK_INTERVAL_MS = 5_000;
/** Answers that take longer are ignored. The error is at most half of the round trip. */
const LONGEST_ROUND_TRIP_MS = 1_000;
/** More than any clock is slewed by (adjtimex(8): 500 ppm), in ms for each ms. */
const MOST_DRIFT_A_MS = 0.001;
/** The server tells the time in whole ms, rounded down. */
const TICK_MS = 1;

/** Bounds of the offset from this process's monotonic clock to the shared one, in ms. */
interface Bounds {
  least: number;
  most: number;
  /** Monotonic ms. */
  at: number;
}

export class SharedClock implements Clock {
  private readonly ask: () => Promise<number>;
  private readonly timer: NodeJS.Timeout;
  /** Undefined until the first answer. */
  private offset: Bounds | undefined;

  /** `ask` returns epoch ms by the shared clock. */
  constructor(ask: () => Promise<number>) {
    this.ask = ask;
    this.timer = setInterval(() => void this.look(), ASK_INTERVAL_MS);
    this.timer.unref();
  }

  /** Epoch ms: by the process's own clock until the first answer; without new answers, by the last known offset. */
  now(): number {
    if (this.offset === undefined) return Date.now();
    return Math.round(performance.now() + (this.offset.least + this.offset.most) / 2);
  }

  /** Asks once and adjusts the offset. Never rejects. */
  async look(): Promise<void> {
    const before = performance.now();
    const told = await this.ask().catch(() => undefined);
    const after = performance.now();
    if (told === undefined || after - before > LONGEST_ROUND_TRIP_MS) return;
    const found = { least: told - after, most: told + TICK_MS - before, at: after };
    this.offset = this.offset === undefined ? found : narrowed(this.offset, found);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

/**
 * Intersects both bounds, so that a slow answer does not replace quick ones. If they do not overlap, the clock has been
 * set, and the new bounds count.
 */
function narrowed(known: Bounds, found: Bounds): Bounds {
  const driftMs = (found.at - known.at) * MOST_DRIFT_A_MS;
  const least = Math.max(known.least - driftMs, found.least);
  const most = Math.min(known.most + driftMs, found.most);
  return least <= most ? { least, most, at: found.at } : found;
}
