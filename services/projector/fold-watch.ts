/**
 * Watches which version of the fold made the read model. Another version is logged and shown in metrics. The read model
 * is then rebuilt at once if that needs nobody's consent (`rebuildsUnasked`), otherwise by an operator's `rebuild`; it
 * serves meanwhile.
 */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { FOLD_VERSION } from '../../core/fold-version.ts';
import type { Platform } from '../../platform/platform.ts';
import { reasonOf } from '../../platform/reason.ts';
import { replay } from '../../platform/view-store/replay.ts';

export type FoldWatchPorts = Pick<Platform, 'log' | 'views' | 'rebuildsUnasked' | 'telemetry'>;

/** A rebuild by an operator, or an older build that writes again, is noticed within a minute. */
const LOOK_EVERY_MS = 60_000;

export class FoldWatch {
  private readonly ports: FoldWatchPorts;
  private readonly signal: AbortSignal;
  private said: number | undefined;
  private rebuilding: Promise<void> = Promise.resolve();

  constructor(ports: FoldWatchPorts, signal: AbortSignal) {
    this.ports = ports;
    this.signal = signal;
  }

  async watch(): Promise<void> {
    while (!this.signal.aborted) {
      await this.look();
      await wait(LOOK_EVERY_MS, undefined, { ref: false });
    }
  }

  /** Resolves once no rebuild is running; the signal ends one. */
  ended(): Promise<void> {
    return this.rebuilding;
  }

  /** Does not fail if the store does not answer: the store's own check reports that. */
  async look(): Promise<void> {
    const { views, telemetry, rebuildsUnasked } = this.ports;
    const live = await views.foldVersion().catch(() => this.said);
    telemetry.foldVersion.set({ of: 'build' }, FOLD_VERSION);
    telemetry.foldVersion.set({ of: 'read_model' }, live ?? FOLD_VERSION);
    const isNews = live !== this.said;
    this.said = live;
    if (!isNews || live === undefined || live === FOLD_VERSION) return;
    const versions = { fold: FOLD_VERSION, of_the_read_model: live };
    if (rebuildsUnasked) {
      telemetry.logger.warn(versions, 'the read model was made by another fold: it is built anew beside it');
      this.rebuilding = this.rebuild();
      await this.rebuilding;
    } else telemetry.logger.warn(versions, 'the read model was made by another fold: run rebuild');
  }

  private async rebuild(): Promise<void> {
    const { log, views, telemetry } = this.ports;
    try {
      const next = await views.rebuild();
      try {
        const events = await replay(log, next.store, async () => {
          // Let requests be served between two batches.
          await turn();
          this.signal.throwIfAborted();
        });
        await next.promote();
        telemetry.foldVersion.set({ of: 'read_model' }, FOLD_VERSION);
        telemetry.logger.info({ events, fold: FOLD_VERSION }, 'the read model was built anew');
      } catch (error) {
        await next.abandon();
        throw error;
      }
    } catch (error) {
      if (this.signal.aborted) return;
      telemetry.logger.warn(
        { reason: reasonOf(error) },
        'the read model could not be built anew, and goes on as it is; run rebuild',
      );
    }
  }
}
