/**
 * A blob store whose readers have heard a small blob before they are told of it. A blob is sent while it is being
 * written; its reader learns its name from an event that is appended after the write is durable, so nothing is read
 * that could still be lost. What is heard is kept for seconds, in memory, and is given away once.
 */
import type { BlobKey, BlobPrefix, BlobStore, BlobStream, NewBlob, StoredBlob } from '../blob-store.ts';
import { RecentBlobs } from '../recent-blobs.ts';
import type { BlobRelay } from './blob-relay.ts';

/** Every listener hears every blob: beyond a few pages of text the store's own time matters less than that. */
const LARGEST_BYTES = 16 * 1024;
/** Blobs for other processes are forgotten after one to two of these; a caller who waits longer waits for his turn. */
const FORGET_INTERVAL_MS = 5_000;

export class RelayedBlobStore implements BlobStore {
  private readonly store: BlobStore;
  private readonly relay: BlobRelay;
  private readonly timer: NodeJS.Timeout;
  private heard = new RecentBlobs();
  private heardBefore = new RecentBlobs();

  /** `prefix`: of the blobs that others write and this process reads. */
  constructor(store: BlobStore, relay: BlobRelay, prefix: BlobPrefix) {
    this.store = store;
    this.relay = relay;
    relay.listen(prefix, blob => this.heard.add(blob));
    this.timer = setInterval(() => {
      this.heardBefore = this.heard;
      this.heard = new RecentBlobs();
    }, FORGET_INTERVAL_MS);
    this.timer.unref();
  }

  put(blob: NewBlob): Promise<void> {
    if (blob.awaited === true && blob.bytes.length <= LARGEST_BYTES) this.relay.send(blob);
    return this.store.put(blob);
  }

  write(key: BlobKey, source: AsyncIterable<Uint8Array>): Promise<void> {
    return this.store.write(key, source);
  }

  async read(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    const blob = this.heard.get(key) ?? this.heardBefore.get(key);
    if (blob === undefined || blob.length > ceilingBytes) return this.store.read(key, ceilingBytes);
    this.forget(key);
    return blob;
  }

  /** What others send is small: it is never read in pieces. */
  stream(key: BlobKey): Promise<BlobStream> {
    return this.store.stream(key);
  }

  delete(keys: readonly BlobKey[]): Promise<void> {
    for (const key of keys) this.forget(key);
    return this.store.delete(keys);
  }

  list(prefix: BlobPrefix, before: number): AsyncIterable<StoredBlob> {
    return this.store.list(prefix, before);
  }

  check(): Promise<void> {
    return this.store.check();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.relay.close();
    await this.store.close();
  }

  private forget(key: BlobKey): void {
    this.heard.delete(key);
    this.heardBefore.delete(key);
  }
}
