/** Blobs that need not be streamed: most results are small, and one read of them costs less than its pieces. */
import type { BlobKey, BlobStore } from './blob-store.ts';

/** Up to here a blob may lie in memory while its reader takes it; a thousand pages of text are larger. */
export const WHOLE_BYTES = 1024 * 1024;

/** The blob, or undefined where it is too large for memory and is to be streamed. Rejects as `read` does otherwise. */
export async function wholeUnlessLarge(blobs: BlobStore, key: BlobKey): Promise<Buffer | undefined> {
  try {
    return await blobs.read(key, WHOLE_BYTES);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
