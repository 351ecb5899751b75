/**
 * Sends small blobs directly to the process that will read them next, in addition to the store. Best effort: nothing
 * waits for it or fails because of it, and a process that did not receive a blob reads it from the store. The relay
 * keeps nothing itself.
 */
import type { BlobPrefix, NewBlob } from '../blob-store.ts';

export interface BlobRelay {
  /**
   * Sends to every process that listens for the blob's prefix now. Resolves to the number of receivers, or to 0 if it
   * could not be sent.
   */
  send(blob: NewBlob): Promise<number>;
  listen(prefix: BlobPrefix, heard: (blob: NewBlob) => void): void;
  close(): void;
}
