/**
 * Deletes what erased jobs and second ends leave behind, before the read model says that they are erased. A store that is away, or refuses
 * one blob, must not keep the read model behind the log: the deletion then goes on beside it, and what a process takes
 * with it into its death goes with its retention, by the sweeper.
 */
import type { BlobKey, BlobStore } from '../../platform/blob-store/blob-store.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { within } from '../../platform/within.ts';

/** How long the read model waits for a deletion. */
const PATIENCE_MS = 2_000;
const RETRY_PAUSE_MS = 5_000;
/** An hour of tries: an outage is over by then, and a refusal will not end. */
const MOST_TRIES = 720;
/** A request to a store names this many at most. */
const SLICE = 200;

export interface FreedBlobsPorts {
  blobs: Pick<BlobStore, 'delete'>;
  telemetry: Pick<Telemetry, 'logger' | 'swept'>;
}

export class FreedBlobs {
  private readonly ports: FreedBlobsPorts;

  constructor(ports: FreedBlobsPorts) {
    this.ports = ports;
  }

  /** Resolves when they are deleted, or after a moment. */
  async delete(keys: readonly BlobKey[]): Promise<void> {
    const distinct = [...new Set(keys)];
    for (let at = 0; at < distinct.length; at += SLICE)
      await within(PATIENCE_MS, this.deleted(distinct.slice(at, at + SLICE)));
  }

  private async deleted(keys: BlobKey[]): Promise<void> {
    const { blobs, telemetry } = this.ports;
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      try {
        await blobs.delete(keys);
        telemetry.swept.inc({ kind: 'freed' }, keys.length);
        return;
      } catch (error) {
        if (tries === 1)
          telemetry.logger.error(
            { blobs: keys.length, error: String(error instanceof Error ? error.message : error) },
            'what erased jobs or second ends left behind could not be deleted, and is tried again',
          );
      }
      await new Promise<void>(resolve => setTimeout(resolve, RETRY_PAUSE_MS).unref());
    }
  }
}
