/**
 * The port for the keys over the keys: each blob is sealed under a data key of its own, which a master key wraps. Shaped as
 * key management services are (AWS KMS: GenerateDataKey, Decrypt), so that one can stand behind it.
 */
import { BlobStoreUnavailable } from '../blob-store.ts';

export const DATA_KEY_BYTES = 32;
/** What stands in a blob's header of a wrapped key; those of key management services take some 200 bytes. */
export const MAX_WRAPPED_BYTES = 1_024;
export const MASTER_KEY_ID = /^[A-Za-z0-9._-]{1,64}$/;

export interface WrappedKey {
  /** As `MASTER_KEY_ID`. */
  masterKeyId: string;
  /** At most `MAX_WRAPPED_BYTES`. */
  bytes: Uint8Array;
}

export interface DataKey {
  /** `DATA_KEY_BYTES`; of one blob, and in memory only. */
  plain: Uint8Array;
  wrapped: WrappedKey;
}

export interface MasterKeys {
  /** A new data key under the master key that writes; null where blobs are to be written as they are. */
  generate(): Promise<DataKey | null>;
  /**
   * `MasterKeyMissing` where nobody has the master key here, `BlobNotOpened` where it did not wrap this one, and
   * `BlobStoreUnavailable` where it could not be asked.
   */
  unwrap(wrapped: WrappedKey): Promise<Uint8Array>;
}

/**
 * A blob is sealed under a master key that this process was not given. Waited for like a store that is away: during a
 * rotation the process that has it may be on its way, and a key that was taken out too early can be put back.
 */
export class MasterKeyMissing extends BlobStoreUnavailable {
  constructor(masterKeyId: string) {
    super(`a blob is sealed under the master key "${masterKeyId}", which is not among BLOB_KEYS`);
  }
}
