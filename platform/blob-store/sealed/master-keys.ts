/**
 * The port for master keys: each blob is sealed under its own data key, which a master key wraps. Its calls are those
 * of key management services (AWS KMS: GenerateDataKey, Decrypt), so that an adapter can use one.
 */
import { BlobStoreUnavailable } from '../blob-store.ts';

export const DATA_KEY_BYTES = 32;
/** Longest wrapped key in a blob's header, in bytes; those of key management services take some 200. */
export const MAX_WRAPPED_BYTES = 1_024;
export const MASTER_KEY_ID = /^[A-Za-z0-9._-]{1,64}$/;

export interface WrappedKey {
  /** Matches `MASTER_KEY_ID`. */
  masterKeyId: string;
  /** At most `MAX_WRAPPED_BYTES` long. */
  bytes: Uint8Array;
}

export interface DataKey {
  /** `DATA_KEY_BYTES` long; for one blob, and in memory only. */
  plain: Uint8Array;
  wrapped: WrappedKey;
}

export interface MasterKeys {
  /** A new data key, wrapped by the master key for new blobs; null if blobs are written unencrypted. */
  generate(): Promise<DataKey | null>;
  /**
   * Unwraps a data key. Rejects with `MasterKeyMissing` if this process does not have the master key, with
   * `BlobNotOpened` if that key did not wrap this one, and with `BlobStoreUnavailable` if the key service could not be
   * asked.
   */
  unwrap(wrapped: WrappedKey): Promise<Uint8Array>;
}

/**
 * A blob is sealed under a master key that this process does not have. Treated as an outage: during a rotation another
 * process that has the key may be starting, and a key that was removed too early can be put back.
 */
export class MasterKeyMissing extends BlobStoreUnavailable {
  constructor(masterKeyId: string) {
    super(`a blob is sealed under the master key "${masterKeyId}", which is not among BLOB_KEYS`);
  }
}
