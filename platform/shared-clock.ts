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
/** No answer is taken that may be wrong by more than half of this. */
const LONGEST_ROUND_TRIP_MS = 1_000;
/** More than any clock is slewed by (adjtimex(8): 500 ppm). */
const MOST_DRIFT_A_MS = 0.001;
/** The time is told in whole ms, rounded down. */
const TICK_MS = 1;

/** Of the shared clock to the monotonic one of this process, in ms: it lies between the two. */
interface Bounds {
  least: number;
  most: number;
  /** Monotonic ms. */
  at: number;
}

export class SharedClock implements Clock {
  private readonly ask: () => Promise<number>;
  private readonly timer: NodeJS.Timeout;
  /** Undefined until somebody has answered. */
  private offset: Bounds | undefined;

  /** `ask` tells epoch ms by the clock that is shared. */
  constructor(ask: () => Promise<number>) {
    this.ask = ask;
    this.timer = setInterval(() => void this.look(), ASK_INTERVAL_MS);
    this.timer.unref();
  }

  /** The clock of this process until the first answer, and the last answers' while nobody tells. */
  now(): number {
    if (this.offset === undefined) return Date.now();
    return Math.round(performance.now() + (this.offset.least + this.offset.most) / 2);
  }

  /** Never rejects. */
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

/** What both say; an answer that came slowly does not take the place of quick ones. Where they contradict each other the clock has been set. */
function narrowed(known: Bounds, found: Bounds): Bounds {
  const driftMs = (found.at - known.at) * MOST_DRIFT_A_MS;
  const least = Math.max(known.least - driftMs, found.least);
  const most = Math.min(known.most + driftMs, found.most);
  return least <= most ? { least, most, at: found.at } : found;
}
