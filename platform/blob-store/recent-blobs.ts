/** Blobs that were just written and will be read in moments: a source by the extractor, a result by ingest. */
import type { BlobKey, NewBlob } from './blob-store.ts';

/** Memory given to it; the oldest leave first. */
const CEILING_BYTES = 16 * 1024 * 1024;

export class RecentBlobs {
  private readonly blobs = new Map<BlobKey, Buffer>();
  private bytes = 0;

  add({ key, bytes }: NewBlob): void {
    this.delete(key);
    this.blobs.set(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.bytes += bytes.length;
    for (const oldest of this.blobs.keys()) {
      if (this.bytes <= CEILING_BYTES) return;
      this.delete(oldest);
    }
  }

  get(key: BlobKey): Buffer | undefined {
    return this.blobs.get(key);
  }

  delete(key: BlobKey): void {
    const blob = this.blobs.get(key);
    if (blob === undefined) return;
    this.bytes -= blob.length;
    this.blobs.delete(key);
  }
}
