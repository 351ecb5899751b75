/**
 * Deletes what erased jobs have left in the store. Whoever folds an erasure deletes at once (freed-blobs.ts) and goes on trying for an hour; a
 * process that ends meanwhile, while the store is away, takes that with it, and the result would stay for as long as results do. The names
 * of results and of addresses tell their job, and the read model which jobs were erased. A document's name does not: it goes when an extractor
 * comes to its request, or has gone with its end.
 */
import type { BlobKey, BlobPrefix, BlobStore } from '../../platform/blob-store/blob-store.ts';
import { restAfterStep } from '../../platform/rest.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';

/** Each look asks the read model for every blob: at the start, and then seldom. */
const LOOK_INTERVAL_MS = 21_600_000;
const TRY_AGAIN_MS = 60_000;
const SLICE = 200;
const NAMED_BY_JOBS: readonly BlobPrefix[] = ['request', 'result'];
/** `request/<job>`, and `result/<key>.<job>.<event>`. */
const JOB_IN_NAME = /^(?:request\/|result\/[^.]+\.)([0-9a-f-]{36})(?:\.|$)/;

export interface ErasedLeftoversPorts {
  blobs: Pick<BlobStore, 'list' | 'delete'>;
  views: Pick<ViewStore, 'job' | 'caughtUp'>;
  telemetry: Pick<Telemetry, 'logger' | 'swept'>;
}

export class ErasedLeftovers {
  private readonly ports: ErasedLeftoversPorts;
  private readonly signal: AbortSignal;

  constructor(ports: ErasedLeftoversPorts, signal: AbortSignal) {
    this.ports = ports;
    this.signal = signal;
  }

  /** Until the signal aborts; never rejects. A server that is away says so itself. */
  watch(): void {
    const round = async () => {
      const isDone = await this.look().catch(() => false);
      if (!this.signal.aborted) setTimeout(round, isDone ? LOOK_INTERVAL_MS : TRY_AGAIN_MS).unref();
    };
    void round();
  }

  /** Whether all was looked at: not by a read model that is read up, which does not know yet. */
  async look(): Promise<boolean> {
    const { blobs, views, telemetry } = this.ports;
    if (!(await views.caughtUp())) return false;
    for (const prefix of NAMED_BY_JOBS) {
      let slice: { key: BlobKey; jobId: string }[] = [];
      const flush = async () => {
        const beganAt = performance.now();
        const gone = await this.erasedAmong(slice);
        slice = [];
        if (gone.length > 0) await blobs.delete(gone);
        telemetry.swept.inc({ kind: 'freed' }, gone.length);
        await restAfterStep(performance.now() - beganAt);
      };
      for await (const { key } of blobs.list(prefix, Number.MAX_SAFE_INTEGER)) {
        if (this.signal.aborted) return false;
        const [, jobId] = JOB_IN_NAME.exec(key) ?? [];
        if (jobId !== undefined) slice.push({ key, jobId });
        if (slice.length === SLICE) await flush();
      }
      await flush();
    }
    return true;
  }

  private async erasedAmong(blobs: readonly { key: BlobKey; jobId: string }[]): Promise<BlobKey[]> {
    const states = await Promise.all(blobs.map(({ jobId }) => this.ports.views.job(jobId)));
    return blobs.flatMap(({ key }, at) => (states[at]?.erased ? key : []));
  }
}
