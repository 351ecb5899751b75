/**
 * Results whose name proves them (result-blob.ts). The name stands in the event of the job's end and in the read model: a result that a disk has
 * damaged, or that somebody who may write to the bucket has exchanged, is refused. Results without a proof are read unchecked: large ones,
 * whose name is given before their text is known, and those of keys without a pepper and of earlier builds.
 */
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Peppers } from '../peppers.ts';
import { proofInName, proofOf, resultHmac } from '../result-blob.ts';
import { type BlobKey, BlobMissing, BlobRefused, type BlobStore, type BlobStream } from './blob-store.ts';
import { BlobStoreOver } from './blob-store-over.ts';
import { BlobNotOpened } from './sealed/blob-not-opened.ts';
import { WHOLE_BYTES } from './whole.ts';

export class ProvenResults extends BlobStoreOver {
  private readonly peppers: Pick<Peppers, 'of'>;

  constructor(store: BlobStore, peppers: Pick<Peppers, 'of'>) {
    super(store);
    this.peppers = peppers;
  }

  override async read(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    const bytes = await this.store.read(key, ceilingBytes);
    const proof = proofInName(key);
    if (proof === undefined) return bytes;
    const pepper = await this.peppers.of(proof.keyId, proof.pepper).catch(error => {
      // Without it nobody could tell an exchanged result, and it is as easily deleted as that is exchanged.
      throw error instanceof BlobMissing ? new BlobRefused('PepperMissing', { cause: error }) : error;
    });
    if (proofOf(resultHmac(pepper, hash('sha256', bytes))) !== proof.code) throw new BlobNotOpened('Damaged');
    return bytes;
  }

  /** A result with a proof is small: one that is not was exchanged. */
  override async stream(key: BlobKey): Promise<BlobStream> {
    if (proofInName(key) === undefined) return this.store.stream(key);
    const bytes = await this.read(key, WHOLE_BYTES).catch(error => {
      throw error instanceof RangeError ? new BlobNotOpened('Damaged') : error;
    });
    return { bytes: bytes.length, pieces: Readable.from([bytes]) };
  }
}
