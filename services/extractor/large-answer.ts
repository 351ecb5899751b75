/**
 * Stores a large answer while its worker makes it. The answer to half a megabyte of document can be 540 MB: joined in
 * memory and hashed in one step, it blocked everybody for seconds. If it ends within a few megabytes, the blob's name
 * proves its text.
 */
import { createHash } from 'node:crypto';
import type { BlobKey, BlobStore } from '../../platform/blob-store/blob-store.ts';
import { newId } from '../../platform/ids.ts';
import type { Pepper } from '../../platform/peppers.ts';
import { MOST_PROVEN_BYTES, provenResult, resultBlob, resultHmac } from '../../platform/result-blob.ts';

export interface Kept {
  key: BlobKey;
  bytes: number;
  sha256: string;
}

export class LargeAnswer {
  /** The complete stored answer; undefined if the answer was small, or if storing it failed. */
  kept: Kept | undefined;
  /** Why storing it failed. */
  failure: unknown;
  private readonly blobs: Pick<BlobStore, 'write' | 'delete'>;
  private readonly job: { key_id: string; job_id: string };
  private readonly pepper: () => Promise<Pepper | undefined>;

  /** `pepper`: the pepper of the job's key, with which its results are proven; undefined if it has none. */
  constructor(
    blobs: Pick<BlobStore, 'write' | 'delete'>,
    job: { key_id: string; job_id: string },
    pepper: () => Promise<Pepper | undefined>,
  ) {
    this.blobs = blobs;
    this.job = job;
    this.pepper = pepper;
  }

  /** Stores the pieces under a new name each time: an earlier worker may have died just before finishing another. */
  readonly keep = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
    const name = resultBlob(this.job.key_id, this.job.job_id, newId(Date.now()));
    const hash = createHash('sha256');
    let bytes = 0;
    let brokeOff = false;
    async function* counting() {
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
    const counted = counting();
    this.failure = undefined;
    try {
      const head = await headOf(counted);
      if (bytes > MOST_PROVEN_BYTES) {
        await this.blobs.write(name, following(head, counted));
        this.kept = { key: name, bytes, sha256: hash.digest('hex') };
      } else {
        const sha256 = hash.digest('hex');
        const pepper = await this.pepper();
        const key = pepper ? provenResult(name, pepper, resultHmac(pepper, sha256), bytes) : name;
        await this.blobs.write(key, following(head));
        this.kept = { key, bytes, sha256 };
      }
    } catch (error) {
      if (!brokeOff) this.failure = error;
      throw error;
    }
  };

  /** Deletes the stored answer, which nobody was told of. If that fails, for lack of rights too, it is left to the sweeper. */
  async forget(): Promise<void> {
    if (this.kept !== undefined) await this.blobs.delete([this.kept.key]).catch(() => undefined);
  }
}

/** The pieces up to the end, or the first ones beyond the length that a name can prove. */
async function headOf(pieces: AsyncIterator<Buffer>): Promise<Buffer[]> {
  const head: Buffer[] = [];
  for (let bytes = 0; bytes <= MOST_PROVEN_BYTES; ) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    head.push(value);
    bytes += value.length;
  }
  return head;
}

async function* following(
  head: readonly Buffer[],
  rest: AsyncIterable<Buffer> | readonly Buffer[] = [],
): AsyncGenerator<Buffer> {
  yield* head;
  yield* rest;
}
