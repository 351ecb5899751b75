/**
 * A large answer, stored while its worker makes it. The answer to a document of half a megabyte can be 540 MB: joined in memory and
 * hashed in one step, it held up everybody for seconds.
 */
import { createHash } from 'node:crypto';
import type { BlobKey, BlobStore } from '../../platform/blob-store/blob-store.ts';
import { newId } from '../../platform/ids.ts';
import { resultBlob } from '../../platform/result-blob.ts';

export interface Kept {
  key: BlobKey;
  bytes: number;
  sha256: string;
}

export class LargeAnswer {
  /** What was stored whole; undefined where the answer was small, or nothing came of it. */
  kept: Kept | undefined;
  /** Why the store did not take it. */
  failure: unknown;
  private readonly blobs: Pick<BlobStore, 'write' | 'delete'>;
  private readonly job: { key_id: string; job_id: string };

  constructor(blobs: Pick<BlobStore, 'write' | 'delete'>, job: { key_id: string; job_id: string }) {
    this.blobs = blobs;
    this.job = job;
  }

  /** Under a name of its own each time: a worker that died may have been about to end another. */
  readonly keep = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
    const key = resultBlob(this.job.key_id, this.job.job_id, newId(Date.now()));
    const hash = createHash('sha256');
    let bytes = 0;
    let brokeOff = false;
    async function* counted() {
      try {
        for await (const piece of pieces) {
          hash.update(piece);
          bytes += piece.length;
          yield piece;
        }
      } catch (error) {
        brokeOff = true;
        throw error;
      }
    }
    this.failure = undefined;
    try {
      await this.blobs.write(key, counted());
    } catch (error) {
      if (!brokeOff) this.failure = error;
      throw error;
    }
    this.kept = { key, bytes, sha256: hash.digest('hex') };
  };

  /** Nobody is told of it. What cannot be deleted, for want of the right as well, is left to the sweeper. */
  async forget(): Promise<void> {
    if (this.kept !== undefined) await this.blobs.delete([this.kept.key]).catch(() => undefined);
  }
}
