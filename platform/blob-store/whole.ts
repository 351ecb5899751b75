/** Reads small blobs as a whole: most results are small, and one read costs less than streaming. */
import type { BlobKey, BlobStore } from './blob-store.ts';

/** Largest blob that is held in memory while its reader takes it, in bytes; a thousand pages of text are larger. */
export const WHOLE_BYTES = 1024 * 1024;

/** The blob, or undefined if it is too large for memory and must be streamed. Otherwise rejects as `read` does. */
export async function wholeUnlessLarge(blobs: BlobStore, key: BlobKey): Promise<Buffer | undefined> {
  try {
    return await blobs.read(key, WHOLE_BYTES);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
