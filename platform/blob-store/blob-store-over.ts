/** Base class of blob stores that wrap another one: it passes every call on, and subclasses override some. */
import type { BlobKey, BlobPrefix, BlobStore, BlobStream, NewBlob, StoredBlob } from './blob-store.ts';

export abstract class BlobStoreOver implements BlobStore {
  protected readonly store: BlobStore;

  constructor(store: BlobStore) {
    this.store = store;
  }

  put(blob: NewBlob): Promise<void> {
    return this.store.put(blob);
  }

  write(key: BlobKey, source: AsyncIterable<Uint8Array>): Promise<void> {
    return this.store.write(key, source);
  }

  read(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    return this.store.read(key, ceilingBytes);
  }

  stream(key: BlobKey): Promise<BlobStream> {
    return this.store.stream(key);
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
