/**
 * Lets idle workers read kinds of documents that others have read and they have not (warmth.ts), one worker at a time;
 * a worker that reads gives way to documents.
 */
import type { Warmth } from './warmth.ts';
import type { Worker } from './worker.ts';

/**
 * How long a worker must be idle before it reads. Between two callers' documents an idle worker is about to be needed,
 * and reading a PDF for the first time takes half a second of a core.
 */
const IDLE_BEFORE_MS = 1_000;

/** How soon a worker that is needed while it reads gets normal priority. */
const LOOK_MS = 100;

/** The part of a pool that is used here. */
export interface IdlePool {
  readonly idle: readonly Worker[];
  /** Whether a caller may need the next idle worker. */
  isNeeded(): boolean;
  /** Whether a document is waiting for a worker. */
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

  /** Call it when a worker has become idle. */
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
