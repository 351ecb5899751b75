/**
 * Passes reads on, and reports each blob that the store refuses: the caller is answered 503, and the operator learns
 * which kind of blob and why.
 */
import { type BlobKey, BlobRefused, type BlobStore, type BlobStream } from './blob-store.ts';
import { BlobStoreOver } from './blob-store-over.ts';
import type { UnreadableBlobs } from './unreadable-blobs.ts';

export class ToldRefusals extends BlobStoreOver {
  private readonly unreadable: Pick<UnreadableBlobs, 'refused'>;

  constructor(store: BlobStore, unreadable: Pick<UnreadableBlobs, 'refused'>) {
    super(store);
    this.unreadable = unreadable;
  }

  override async read(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    return this.store.read(key, ceilingBytes).catch(error => this.told(key, error));
  }

  /** A damaged blob is only recognised at its end. */
  override async stream(key: BlobKey): Promise<BlobStream> {
    const stream = await this.store.stream(key).catch(error => this.told(key, error));
    stream.pieces.once('error', error => {
      if (error instanceof BlobRefused) this.unreadable.refused(key, error);
    });
    return stream;
  }

  private told(key: BlobKey, error: unknown): never {
    if (error instanceof BlobRefused) this.unreadable.refused(key, error);
    throw error;
  }
}
