/** The counts of stored bytes in memory, for a service with a single process. */
import { type BytesByKey, FORGET_MS, type StoredBytes } from '../stored-bytes.ts';

export class MemoryStoredBytes implements StoredBytes {
  private bytes: BytesByKey = new Map();
  /** Monotonic ms. */
  private publishedAt = 0;

  async publish(bytes: BytesByKey): Promise<void> {
    this.bytes = new Map(bytes);
    this.publishedAt = performance.now();
  }

  async read(): Promise<BytesByKey> {
    return performance.now() - this.publishedAt < FORGET_MS ? this.bytes : new Map();
  }

  close(): void {}
}
