/**
 * Carries small blobs to the process that will read them next, beside the store that keeps them. Best effort: nothing
 * waits for it, nothing fails with it, and who did not hear a blob reads the store. It keeps nothing itself.
 */
import type { BlobPrefix, NewBlob } from '../blob-store.ts';

export interface BlobRelay {
  /** To every process that listens for the blob's prefix now: resolves to their number, to 0 where it could not be sent. */
  send(blob: NewBlob): Promise<number>;
  listen(prefix: BlobPrefix, heard: (blob: NewBlob) => void): void;
  close(): void;
}
