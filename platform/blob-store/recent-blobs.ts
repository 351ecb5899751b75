/** A cache of blobs that were just written and will be read in moments: a source by the extractor, a result by ingest. */

import { TransientMap } from '../transient.ts';
import type { BlobKey, NewBlob } from './blob-store.ts';

/** Memory for the cache in bytes; the oldest blobs are dropped first. */
export const CEILING_BYTES = 16 * 1024 * 1024;

/** Estimated overhead of each entry, in bytes. */
export const ENTRY_BYTES = 512;
/** Most unused bytes that a blob may keep alive in the buffer it is part of; Node cuts small buffers from a pool of 8 KiB. */
const MAX_REST_BYTES = 4 * 1024;

export class RecentBlobs {
  private readonly blobs = new TransientMap<BlobKey, Buffer>();
  private bytes = 0;

  add({ key, bytes }: NewBlob): void {
    this.delete(key);
    const { buffer, byteOffset, length } = detached(bytes);
    this.blobs.set(key, Buffer.from(buffer, byteOffset, length));
    this.bytes += length + ENTRY_BYTES;
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
    this.bytes -= blob.length + ENTRY_BYTES;
    this.blobs.delete(key);
  }
}

function detached(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength - bytes.length > MAX_REST_BYTES ? new Uint8Array(bytes) : bytes;
}
