/**
 * Deletes what erased jobs have left in the store. The projector that applies an erasure deletes at once and tries again for an hour
 * (freed-blobs.ts). If it ends before it succeeds, the result would stay until it expires. The names of results and of stored addresses
 * contain the job's id, and the read model knows which jobs were erased. The name of a document does not contain it: a document is deleted when
 * an extractor reaches its request, or was deleted when the job ended.
 */
import type { BlobKey, BlobPrefix, BlobStore } from '../../platform/blob-store/blob-store.ts';
import { restAfterStep } from '../../platform/rest.ts';
import { jobInName } from '../../platform/result-blob.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';

/** Each look asks the read model about every blob, so it is done at the start and then rarely. */
const LOOK_INTERVAL_MS = 21_600_000;
const TRY_AGAIN_MS = 60_000;
const SLICE = 200;
const NAMED_BY_JOBS: readonly BlobPrefix[] = ['request', 'result'];

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

  /** Looks until the signal aborts; never rejects. If a server is away, its own check reports it. */
  watch(): void {
    const round = async () => {
      const isDone = await this.look().catch(() => false);
      if (!this.signal.aborted) setTimeout(round, isDone ? LOOK_INTERVAL_MS : TRY_AGAIN_MS).unref();
    };
    void round();
  }

  /** Whether everything was checked; false while the read model is catching up, because it does not know every erasure yet. */
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
        const jobId = jobInName(key);
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
