/**
 * A large answer, stored while its worker makes it. The answer to a document of half a megabyte can be 540 MB: joined in memory and
 * hashed in one step, it held up everybody for seconds. Of one that ends within a few megabytes the store's name proves the text.
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
  /** What was stored whole; undefined where the answer was small, or nothing came of it. */
  kept: Kept | undefined;
  /** Why the store did not take it. */
  failure: unknown;
  private readonly blobs: Pick<BlobStore, 'write' | 'delete'>;
  private readonly job: { key_id: string; job_id: string };
  private readonly pepper: () => Promise<Pepper | undefined>;

  /** `pepper`: of the job's key, under which its results are proven; undefined where it has none. */
  constructor(
    blobs: Pick<BlobStore, 'write' | 'delete'>,
    job: { key_id: string; job_id: string },
    pepper: () => Promise<Pepper | undefined>,
  ) {
    this.blobs = blobs;
    this.job = job;
    this.pepper = pepper;
  }

  /** Under a name of its own each time: a worker that died may have been about to end another. */
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

  /** Nobody is told of it. What cannot be deleted, for want of the right as well, is left to the sweeper. */
  async forget(): Promise<void> {
    if (this.kept !== undefined) await this.blobs.delete([this.kept.key]).catch(() => undefined);
  }
}

/** Its end, or the first pieces of more than a name can prove. */
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
