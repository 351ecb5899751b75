/**
 * Refuses results that do not match the proof in their name (result-blob.ts). The name is in the event of the job's end
 * and in the read model, so a result that a disk has damaged, or that somebody with write access to the bucket has
 * exchanged, is detected. Results without a proof are read unchecked: those above 8 MiB, whose name is given before
 * their text is known, and those of keys without a pepper or from earlier versions.
 */
import { Readable } from 'node:stream';
import { sha256Of } from '../large-bytes.ts';
import type { Pepper, Peppers } from '../peppers.ts';
import { MOST_PROVEN_BYTES, type Proof, proofInName, proofOf, resultHmac } from '../result-blob.ts';
import { type BlobKey, BlobMissing, BlobRefused, type BlobStore, type BlobStream } from './blob-store.ts';
import { BlobStoreOver } from './blob-store-over.ts';
import { checkedPieces } from './checked-pieces.ts';
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
    if (!proves(proof, await this.pepperOf(proof), await sha256Of(bytes))) throw damaged();
    return bytes;
  }

  /** A result whose name says that it is small although it is large was exchanged. */
  override async stream(key: BlobKey): Promise<BlobStream> {
    const proof = proofInName(key);
    if (proof === undefined) return this.store.stream(key);
    if (proof.isLarge) return this.checked(key, proof);
    const bytes = await this.read(key, WHOLE_BYTES).catch(error => {
      throw error instanceof RangeError ? damaged() : error;
    });
    return { bytes: bytes.length, pieces: Readable.from([bytes]) };
  }

  private async checked(key: BlobKey, proof: Proof): Promise<BlobStream> {
    const pepper = await this.pepperOf(proof);
    const { bytes, pieces } = await this.store.stream(key);
    if (bytes > MOST_PROVEN_BYTES) {
      pieces.destroy();
      throw damaged();
    }
    return { bytes, pieces: checkedPieces(pieces, sha256 => proves(proof, pepper, sha256), damaged) };
  }

  private async pepperOf({ keyId, pepper }: Proof): Promise<Pepper> {
    return this.peppers.of(keyId, pepper).catch(error => {
      // Refuse the result if its pepper is missing: an exchanged result could not be detected, and an attacker who can
      // exchange a result can also delete the pepper.
      throw error instanceof BlobMissing ? new BlobRefused('PepperMissing', { cause: error }) : error;
    });
  }
}

const proves = ({ code }: Proof, pepper: Pepper, sha256: string): boolean =>
  proofOf(resultHmac(pepper, sha256)) === code;

const damaged = () => new BlobNotOpened('Damaged');
