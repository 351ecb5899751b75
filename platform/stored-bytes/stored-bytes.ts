/**
 * The port for how many bytes each key has in the blob store: the sweeper counts them, ingest reads the counts. Counts
 * are forgotten after `FORGET_MS`, so that a sweeper that has gone does not block a key for ever. Errors:
 * `ViewStoreUnavailable` if the store could not be reached.
 */
import type { BlobKey } from '../blob-store/blob-store.ts';

/** Bytes by key id. */
export type BytesByKey = ReadonlyMap<string, number>;

export interface StoredBytes {
  /** Replaces the earlier counts in one step. */
  publish(bytes: BytesByKey): Promise<void>;
  /** The counts; empty if nobody has counted lately. */
  read(): Promise<BytesByKey>;
  close(): void;
}

export const FORGET_MS = 600_000;

/** The name of a key's blob. It contains the key id, so that owners can be found in the store alone. */
export const ownedBy = (keyId: string, id: string): string => `${keyId}.${id}`;

/** The key id in a blob's name; empty where it has none. */
export function ownerOf(key: BlobKey): string {
  return /^[a-z]+\/([^.]+)\./.exec(key)?.[1] ?? '';
}
