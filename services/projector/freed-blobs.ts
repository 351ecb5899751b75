/**
 * Deletes what erased jobs and second ends leave behind, before the read model shows them as erased. A store that is
 * away, or refuses one blob, must not keep the read model behind the log: the deletion then continues in the
 * background. If the process dies before it succeeds, `ErasedLeftovers` finds the blobs, or the sweeper does when their
 * retention ends.
 */
import type { BlobKey, BlobStore } from '../../platform/blob-store/blob-store.ts';
import { resultsOf } from '../../platform/result-blob.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { within } from '../../platform/within.ts';
import type { JobErased } from '../../schemas/events.ts';

/** How long the read model waits for a deletion, in ms. */
const PATIENCE_MS = 2_000;
const RETRY_PAUSE_MS = 5_000;
/** An hour of tries: by then an outage is over, and a refusal will not change. */
const MOST_TRIES = 720;
/** Most blobs named in one request to the store. */
const SLICE = 200;
/** How long after a job's time limit its extractor may still try to record the end. */
const LAST_WORD_MS = 120_000;

export interface FreedBlobsPorts {
  blobs: Pick<BlobStore, 'delete' | 'list'>;
  settings: Pick<Settings, 'JOB_TIMEOUT_MS' | 'JOB_RETENTION_SECONDS'>;
  telemetry: Pick<Telemetry, 'logger' | 'swept'>;
}

export class FreedBlobs {
  private readonly ports: FreedBlobsPorts;

  constructor(ports: FreedBlobsPorts) {
    this.ports = ports;
  }

  /** Resolves when the blobs, and results of the `erased` jobs that no event names, are deleted, or after a moment. */
  async delete(keys: readonly BlobKey[], erased: readonly JobErased[] = []): Promise<void> {
    await within(PATIENCE_MS, this.deleted([...new Set(keys)]));
    await this.deleteResultsOf(erased);
  }

  /**
   * An extractor that was killed between storing a result and recording it leaves one that no event names. It may still
   * do so while it works on an erased job, so the job's results are looked for again when nobody can be working on it
   * any more.
   */
  private async deleteResultsOf(erased: readonly JobErased[]): Promise<void> {
    const { JOB_RETENTION_SECONDS, JOB_TIMEOUT_MS } = this.ports.settings;
    // A rebuild also folds old erasures; what those jobs left behind was swept long ago.
    const isLate = ({ at }: JobErased, ms: number) => Date.now() - at > ms;
    const recent = erased.filter(event => !isLate(event, JOB_RETENTION_SECONDS * 1_000));
    if (recent.length === 0) return;
    await within(
      PATIENCE_MS,
      this.tried(recent.length, () => this.sweepResultsOf(recent)),
    );
    const workedOnMs = JOB_TIMEOUT_MS + LAST_WORD_MS;
    const perhapsWorkedOn = recent.filter(event => !isLate(event, workedOnMs));
    if (perhapsWorkedOn.length === 0) return;
    const look = () => void this.tried(perhapsWorkedOn.length, () => this.sweepResultsOf(perhapsWorkedOn));
    setTimeout(look, workedOnMs).unref();
  }

  private async sweepResultsOf(erased: readonly JobErased[]): Promise<void> {
    for (const { key_id, job_id } of erased) {
      const listed = this.ports.blobs.list('result', Number.MAX_SAFE_INTEGER, resultsOf(key_id, job_id));
      const keys = (await Array.fromAsync(listed)).map(({ key }) => key);
      if (keys.length > 0) await this.ports.blobs.delete(keys);
      this.ports.telemetry.swept.inc({ kind: 'freed' }, keys.length);
    }
  }

  private async deleted(keys: readonly BlobKey[]): Promise<void> {
    for (let at = 0; at < keys.length; at += SLICE) {
      const slice = keys.slice(at, at + SLICE);
      await this.tried(slice.length, async () => {
        await this.ports.blobs.delete(slice);
        this.ports.telemetry.swept.inc({ kind: 'freed' }, slice.length);
      });
    }
  }

  /** Resolves after the first try; further tries run in the background. `count`: number of blobs, for the log line. */
  private async tried(count: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.ports.telemetry.logger.error(
        { blobs: count, error: String(error instanceof Error ? error.message : error) },
        'what erased jobs or second ends left behind could not be deleted, and is tried again',
      );
      void this.triedAgain(work);
    }
  }

  private async triedAgain(work: () => Promise<void>): Promise<void> {
    for (let tries = 2; tries <= MOST_TRIES; tries++) {
      await new Promise<void>(resolve => setTimeout(resolve, RETRY_PAUSE_MS).unref());
      const isDone = await work().then(
        () => true,
        () => false,
      );
      if (isDone) return;
    }
  }
}
