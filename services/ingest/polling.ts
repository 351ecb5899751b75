/** Looks up what GET tells a job's caller. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isExpired, isFinished, type JobState } from '../../core/job/job.ts';
import type { KeyState } from '../../core/keys/key.ts';
import { AskedAfter } from '../../platform/asked-after.ts';
import type { BlobStore } from '../../platform/blob-store/blob-store.ts';
import { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import type { EventLog } from '../../platform/event-log/event-log.ts';
import { haveReached } from '../../platform/event-log/positions.ts';
import { timeOfId } from '../../platform/ids.ts';
import { isOutage } from '../../platform/outage.ts';
import { idempotencyMs } from '../../platform/platform.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { type ViewStore, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { type Answer, errorAnswer, jobAnswer } from './answers.ts';
import type { FoldAge } from './fold-age.ts';
import { isGenuineJobId } from './job-id.ts';

export interface PollingPorts {
  log: Pick<EventLog, 'ends'>;
  views: ViewStore;
  blobs: BlobStore;
  settings: Settings;
  telemetry: Pick<Telemetry, 'unreadableBlobs' | 'logger'>;
  readModelAge: Pick<FoldAge, 'hasGoneBack'>;
}

/**
 * How long to wait for the read model to reach the log's end before saying `processing`. Usually it is milliseconds
 * behind. Saying `processing` at once would make an expired job look alive again.
 */
const CATCH_UP_PATIENCE_MS = 500;
const CATCH_UP_PAUSE_MS = 5;

export class Polling {
  private readonly ports: PollingPorts;
  private readonly unreadable: UnreadableBlobs;
  private readonly isWhole = new AskedAfter(() => this.holdsWhatItHeld());
  /** Shared between calls: a caller can make as many genuine ids as he likes. */
  private readonly knowsEveryJob = new AskedAfter(() => this.compare());

  constructor(ports: PollingPorts) {
    this.ports = ports;
    this.unreadable = new UnreadableBlobs(ports.telemetry);
  }

  async answer(jobId: string, key: KeyState, at: number): Promise<Answer> {
    const job = await this.find(jobId, key, at);
    if (job === 'undecided') return processing(jobId);
    if (job === undefined) return errorAnswer('not_found');
    if (!isFinished(job)) return processing(jobId);
    return jobAnswer(job, this.ports.blobs, blob => {
      if (!this.mayHaveExpired(job, at)) this.unreadable.missing(blob);
    });
  }

  /**
   * Whether the result may have expired by now: it is stored before the job's end, by another clock, and expires before
   * the job is forgotten.
   */
  private mayHaveExpired(job: JobState, at: number): boolean {
    const { JOB_RETENTION_SECONDS, JOB_TIMEOUT_MS } = this.ports.settings;
    return isExpired(job, at + JOB_TIMEOUT_MS, JOB_RETENTION_SECONDS * 1000);
  }

  /**
   * The job, if it is the key's own; undefined if there is none; `undecided` if only a read model that has caught up
   * could tell. Rejects with `ViewStoreUnavailable` while a lost read model is rebuilt or an older copy of it catches
   * up, because the job's end may have been reported before.
   */
  async find(jobId: string, key: KeyState, at: number): Promise<JobState | 'undecided' | undefined> {
    const minted = timeOfId(jobId);
    if (minted === undefined) return undefined;
    const { views, settings } = this.ports;
    const retentionMs = settings.JOB_RETENTION_SECONDS * 1000;
    const ownOf = (job: JobState) =>
      job.keyId !== key.keyId || job.erased || isExpired(job, at, retentionMs) ? undefined : job;
    const job = await views.job(jobId);
    if (job !== undefined) {
      const own = ownOf(job);
      // A rebuild applies requests and outcomes independently: this job's end may not have been applied yet.
      if (own !== undefined && !isFinished(own)) await this.checkWhole();
      return own;
    }
    // A read model that is behind the log does not know every job; the id itself tells whether it is genuine. The job
    // ended at most `JOB_RETENTION_SECONDS` after its request, and its id may be as old as the window of its
    // Idempotency-Key.
    const longestLifeMs = idempotencyMs(settings) + 2 * retentionMs;
    if (!isGenuineJobId(key, jobId) || minted + longestLifeMs <= at) return undefined;
    await this.checkWhole();
    if (!(await this.knowsEveryJob.ask())) return 'undecided';
    // The job may have been folded between the two lookups.
    const found = await views.job(jobId);
    return found === undefined ? undefined : ownOf(found);
  }

  /** Rejects with `ViewStoreUnavailable` if the read model lacks anything that it once held. */
  async checkWhole(): Promise<void> {
    if (!(await this.isWhole.ask()))
      throw new ViewStoreUnavailable('the read model is catching up with the log');
  }

  private async holdsWhatItHeld(): Promise<boolean> {
    const { views, readModelAge } = this.ports;
    const [caughtUp, hasGoneBack] = await Promise.all([views.caughtUp(), readModelAge.hasGoneBack()]);
    return caughtUp && !hasGoneBack;
  }

  /**
   * Whether the read model reaches the log's end in time. If not, nothing is being projected: the claim of a new job is
   * visible for only a minute.
   */
  private async compare(): Promise<boolean> {
    const { log, views } = this.ports;
    try {
      const ends = await log.ends(['requests-interactive', 'requests-bulk']);
      const until = performance.now() + CATCH_UP_PATIENCE_MS;
      for (let pauseMs = CATCH_UP_PAUSE_MS; ; pauseMs *= 2) {
        if (haveReached(await views.positions(), ends)) return true;
        if (performance.now() + pauseMs > until) return false;
        await sleep(pauseMs);
      }
    } catch (error) {
      // While the log is away, nobody can say that there is no such job.
      if (isOutage(error)) return false;
      throw error;
    }
  }
}

const processing = (jobId: string): Answer => ({
  status: 200,
  body: { status: 'processing', job_id: jobId },
});
