/**
 * Results whose name proves them (result-blob.ts). The name stands in the event of the job's end and in the read model, so neither a byte that
 * changed on a disk nor whoever may write to the bucket can put another answer in its place. Those without a proof are read as they are:
 * large ones, whose name is given before their text is known, and those of keys without a pepper and of earlier builds.
 */
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Peppers } from '../peppers.ts';
import { proofInName, resultProof } from '../result-blob.ts';
import {
  type BlobKey,
  BlobMissing,
  type BlobPrefix,
  BlobRefused,
  type BlobStore,
  type BlobStream,
  type NewBlob,
  type StoredBlob,
} from './blob-store.ts';
import { BlobNotOpened } from './sealed/blob-not-opened.ts';
import { WHOLE_BYTES } from './whole.ts';

export class ProvenResults implements BlobStore {
  private readonly store: BlobStore;
  private readonly peppers: Pick<Peppers, 'of'>;

  constructor(store: BlobStore, peppers: Pick<Peppers, 'of'>) {
    this.store = store;
    this.peppers = peppers;
  }

  async read(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    const bytes = await this.store.read(key, ceilingBytes);
    const proof = proofInName(key);
    if (proof === undefined) return bytes;
    const pepper = await this.peppers.of(proof.keyId, proof.pepper).catch(error => {
      // Without it nobody could tell an exchanged result, and it is as easily deleted as that is exchanged.
      throw error instanceof BlobMissing ? new BlobRefused('PepperMissing', { cause: error }) : error;
    });
    if (resultProof(pepper, hash('sha256', bytes)) !== proof.code) throw new BlobNotOpened('Damaged');
    return bytes;
  }

  /** A result with a proof is small: one that is not was exchanged. */
  async stream(key: BlobKey): Promise<BlobStream> {
    if (proofInName(key) === undefined) return this.store.stream(key);
    const bytes = await this.read(key, WHOLE_BYTES).catch(error => {
      throw error instanceof RangeError ? new BlobNotOpened('Damaged') : error;
    });
    return { bytes: bytes.length, pieces: Readable.from([bytes]) };
  }

  put(blob: NewBlob): Promise<void> {
    return this.store.put(blob);
  }

  write(key: BlobKey, source: AsyncIterable<Uint8Array>): Promise<void> {
    return this.store.write(key, source);
  }

  delete(keys: readonly BlobKey[]): Promise<void> {
    return this.store.delete(keys);
  }

  list(prefix: BlobPrefix, before: number, beginning?: string): AsyncIterable<StoredBlob> {
    return this.store.list(prefix, before, beginning);
  }

  check(): Promise<void> {
    return this.store.check();
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
