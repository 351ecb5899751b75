/**
 * The blob store port: documents and results, which are too large or too private for events.
 *
 * A resolved write is durable and whole; a reader never sees part of a blob. Writing an existing key replaces it. Keys
 * are `<prefix>/<id>`, ASCII. The sweeper expires blobs by prefix and age (`sweeper.ts`). Errors: `BlobMissing` for a
 * key that does not exist, `BlobStoreUnavailable` if the store could not be reached within the adapter's retries,
 * `BlobRefused` if it serves other blobs but refuses to read this one.
 */
import type { Readable } from 'node:stream';

/** `page`: pages that one extractor reads for another; they live for seconds. */
export const BLOB_PREFIXES = ['source', 'request', 'result', 'page'] as const;
export type BlobPrefix = (typeof BLOB_PREFIXES)[number];
/** `pepper`: small, kept until it is deleted explicitly; neither swept nor encrypted by master keys. */
export type BlobKey = `${BlobPrefix | 'pepper'}/${string}`;

export interface NewBlob {
  key: BlobKey;
  bytes: Uint8Array;
  /**
   * True if the key is unique, the blob is written once, and somebody waits for another process to use it: an adapter
   * may spare that process the read.
   */
  awaited?: boolean;
  /**
   * True if the writer keeps the blob until nobody needs it any more, and then deletes it; its name must come from
   * `heldKey`. An adapter that passes the blob to its reader by another way may store it some moments later, or never
   * if it is deleted before. It is lost if its writer dies.
   */
  held?: boolean;
}

const HELD_END = '.held';
/**
 * The name of a blob that is `held`. The name shows it, because the reader also has to know that the blob may not be
 * stored yet.
 */
export const heldKey = (key: BlobKey): BlobKey => `${key}${HELD_END}`;
export const isHeld = (key: string): boolean => key.endsWith(HELD_END);

export interface StoredBlob {
  key: BlobKey;
  /** Size in the store; a sealed blob takes a little more than its content. */
  bytes: number;
  /** Epoch ms of the last write. */
  writtenAt: number;
}

/** A blob as a stream. It must be read to its end or destroyed, because it holds a file or a connection. */
export interface BlobStream {
  /** Size of the whole blob. */
  bytes: number;
  pieces: Readable;
}

export interface BlobStore {
  put(blob: NewBlob): Promise<void>;
  /** Writes from a stream. If the stream fails, nothing remains under the key and its error is thrown. */
  write(key: BlobKey, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns the whole blob. `ceilingBytes` protects memory: a larger blob rejects with `RangeError`. */
  read(key: BlobKey, ceilingBytes: number): Promise<Buffer>;
  /**
   * Streams a blob that may be too large for memory. Rejects as `read` does; a later failure destroys `pieces` with its
   * error.
   */
  stream(key: BlobKey): Promise<BlobStream>;
  /** Missing keys are not an error. */
  delete(keys: readonly BlobKey[]): Promise<void>;
  /**
   * Blobs under a prefix that were last written before `before` (epoch ms), in no particular order, including blobs of
   * which a writer that died has left only a part. `beginning`: only those whose name after the prefix starts with it.
   */
  list(prefix: BlobPrefix, before: number, beginning?: string): AsyncIterable<StoredBlob>;
  check(): Promise<void>;
  close(): Promise<void>;
}

export class BlobMissing extends Error {
  constructor() {
    super('no such blob');
    this.name = 'BlobMissing';
  }
}

/** A blob is missing, but its writer, another process, may still store it. */
export class BlobHeldElsewhere extends BlobMissing {}

export class BlobStoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobStoreUnavailable';
  }
}

/**
 * The store serves other blobs but refuses to read this one. Not an outage (see `isOutage`): waiting may never help, so
 * the caller fails after a few tries. Callers that need not distinguish the two see an unavailable store.
 */
export class BlobRefused extends BlobStoreUnavailable {
  /** The store's own error code, such as `AccessDenied`. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`the blob store refuses to read one blob: ${code}`, options);
    this.name = 'BlobRefused';
    this.code = code;
  }
}
