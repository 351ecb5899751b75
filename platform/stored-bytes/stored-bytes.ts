/**
 * The port for how many bytes each key has in the blob store: counted by who sweeps, read by who accepts. What was counted
 * is forgotten after `FORGET_MS`, so that a sweeper that is gone refuses nobody for ever.
 * Errors: `ViewStoreUnavailable` when it could not be reached.
 */
import type { BlobKey } from '../blob-store/blob-store.ts';

/** Bytes by key id. */
export type BytesByKey = ReadonlyMap<string, number>;

export interface StoredBytes {
  /** Replaces what was counted before, in one step. */
  publish(bytes: BytesByKey): Promise<void>;
  /** Empty where nobody has counted lately. */
  read(): Promise<BytesByKey>;
  close(): void;
}

export const FORGET_MS = 600_000;

/** The name of a blob of a key's: it says whose it is, since the store alone is asked. */
export const ownedBy = (keyId: string, id: string): string => `${keyId}.${id}`;

/** The key id in a blob's name; empty where it has none. */
export function ownerOf(key: BlobKey): string {
  return /^[a-z]+\/([^.]+)\./.exec(key)?.[1] ?? '';
}
