/** Removes what has expired: sources, request addresses and results by age, finished jobs from the read model. */
import type { BlobKey, BlobPrefix, BlobStore } from './blob-store/blob-store.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry.ts';
import type { ViewStore } from './view-store/view-store.ts';

/** Retentions are days; a minute more or less matters to nobody, except to tests with short ones. */
const LONGEST_INTERVAL_MS = 60_000;
const SHORTEST_INTERVAL_MS = 500;
/** Deleted in small slices, so that neither the write-ahead log nor one request grows. */
const SLICE = 200;

export class Sweeper {
  private readonly blobs: BlobStore;
  private readonly views: ViewStore;
  private readonly telemetry: Telemetry;
  private readonly settings: Settings;
  private readonly timer: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(blobs: BlobStore, views: ViewStore, telemetry: Telemetry, settings: Settings) {
    this.blobs = blobs;
    this.views = views;
    this.telemetry = telemetry;
    this.settings = settings;
    const shortest = Math.min(settings.JOB_RETENTION_SECONDS, settings.SOURCE_RETENTION_SECONDS) * 500;
    const interval = Math.max(SHORTEST_INTERVAL_MS, Math.min(LONGEST_INTERVAL_MS, shortest));
    this.timer = setInterval(() => this.begin(), interval);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private begin(): void {
    const previous = this.running;
    this.running = previous.then(() =>
      this.sweep(Date.now()).catch(error => {
        this.telemetry.logger.warn(
          { error: String(error?.message ?? error) },
          'a sweep failed and will be repeated',
        );
      }),
    );
  }

  /** `at`: epoch ms. */
  async sweep(at: number): Promise<void> {
    const { JOB_RETENTION_SECONDS: jobs, SOURCE_RETENTION_SECONDS: sources } = this.settings;
    const retentionSeconds: Record<BlobPrefix, number> = { source: sources, request: jobs, result: jobs };
    for (const prefix of ['source', 'request', 'result'] as const)
      await this.sweepBlobs(prefix, at - retentionSeconds[prefix] * 1000);
    if (await this.views.caughtUp()) await this.sweepJobs(at - jobs * 1000);
  }

  /**
   * Not before the read model has caught up. Topics are read up side by side: a job that is forgotten as soon as its end
   * is folded would be begun anew by its request, never to end, and metered again by an end that was written twice.
   */
  private async sweepJobs(finishedBefore: number): Promise<void> {
    for (let removed = SLICE; removed === SLICE && !this.stopped; ) {
      removed = await this.views.sweep(finishedBefore, SLICE);
      this.telemetry.swept.inc({ kind: 'job' }, removed);
    }
  }

  private async sweepBlobs(prefix: BlobPrefix, before: number): Promise<void> {
    let slice: BlobKey[] = [];
    const flush = async () => {
      await this.blobs.delete(slice);
      this.telemetry.swept.inc({ kind: prefix }, slice.length);
      slice = [];
    };
    for await (const { key } of this.blobs.list(prefix, before)) {
      if (this.stopped) return;
      slice.push(key);
      if (slice.length === SLICE) await flush();
    }
    if (slice.length > 0) await flush();
  }
}
