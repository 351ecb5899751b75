/** Workers that have nothing to do read what others have read and they have not (warmth.ts), one worker at a time, and give way meanwhile. */
import type { Warmth } from './warmth.ts';
import type { Worker } from './worker.ts';

/**
 * How long a worker has had nothing to do before it reads. One that is idle between two callers' documents is about to be needed: reading
 * a PDF for the first time takes half a second of a core.
 */
const IDLE_BEFORE_MS = 1_000;

/** How soon a worker that is wanted while it reads does so as quickly as others. */
const LOOK_MS = 100;

/** What it has to know of a pool. */
export interface IdlePool {
  readonly idle: readonly Worker[];
  /** Whether a caller may want the next worker that is idle. */
  isNeeded(): boolean;
  /** Whether one waits for a worker. */
  isAsked(): boolean;
  take(worker: Worker): void;
  giveBack(worker: Worker): void;
}

export class IdleReading {
  private readonly warmth: Warmth;
  private readonly pool: IdlePool;
  private look: NodeJS.Timeout | undefined;

  constructor(warmth: Warmth, pool: IdlePool) {
    this.warmth = warmth;
    this.pool = pool;
  }

  /** To be called when a worker has become idle. */
  watch(): void {
    this.look ??= setTimeout(async () => {
      await this.readOne();
      this.look = undefined;
      if (this.isMissing()) this.watch();
    }, IDLE_BEFORE_MS).unref();
  }

  private async readOne(): Promise<void> {
    const restedSince = performance.now() - IDLE_BEFORE_MS;
    const cold = this.pool.idle.find(worker => worker.endedAt <= restedSince && this.isCold(worker));
    const kind = cold && this.warmth.missing(cold);
    if (cold === undefined || kind === undefined || this.pool.isNeeded()) return;
    this.pool.take(cold);
    cold.giveWay();
    const looks = setInterval(() => this.pool.isAsked() && void cold.stopGivingWay(), LOOK_MS).unref();
    await this.warmth.read(cold, kind);
    clearInterval(looks);
    await cold.stopGivingWay();
    this.pool.giveBack(cold);
  }

  private isMissing(): boolean {
    return this.pool.idle.some(worker => this.isCold(worker));
  }

  private isCold(worker: Worker): boolean {
    return this.warmth.missing(worker) !== undefined;
  }
}
