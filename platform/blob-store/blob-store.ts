/**
 * The blob store port: documents and results, which are too large or too private for events.
 *
 * A resolved write is durable and whole; a reader never sees part of a blob. Writing an existing key replaces it.
 * Keys are `<prefix>/<id>`, ASCII. Blobs expire by the sweeper (`sweep.ts`), by prefix and age.
 * Errors: `BlobMissing` for a key that is not there, `BlobStoreUnavailable` when the store could not be reached
 * within the adapter's retries, `BlobRefused` when it answers others but refuses to read this one.
 */
import type { Readable } from 'node:stream';

/** `page`: pages that one extractor reads for another, for seconds. */
export const BLOB_PREFIXES = ['source', 'request', 'result', 'page'] as const;
export type BlobPrefix = (typeof BLOB_PREFIXES)[number];
/** `pepper`: small, kept until somebody destroys it; neither swept nor encrypted by master keys. */
export type BlobKey = `${BlobPrefix | 'pepper'}/${string}`;

export interface NewBlob {
  key: BlobKey;
  bytes: Uint8Array;
  /**
   * Written once under a name of its own, and somebody waits for what another process makes of it: an adapter may
   * spare that process the read.
   */
  awaited?: boolean;
  /**
   * Its writer keeps it until nobody needs it any more, and deletes it then, under a name of `heldKey`: an adapter that gives it
   * to its reader otherwise may store it some moments later, or never where it is deleted before. It is lost with its writer.
   */
  held?: boolean;
}

const HELD_END = '.held';
/** The name of a blob that is `held`: its reader, too, has to know that it may not be stored yet. */
export const heldKey = (key: BlobKey): BlobKey => `${key}${HELD_END}`;
export const isHeld = (key: string): boolean => key.endsWith(HELD_END);

export interface StoredBlob {
  key: BlobKey;
  /** As it is stored: sealed, it takes a little more than it has. */
  bytes: number;
  /** Epoch ms of the last write. */
  writtenAt: number;
}

/** A blob on its way. To be read to its end or destroyed: it holds a file or a connection. */
export interface BlobStream {
  /** Of the whole blob. */
  bytes: number;
  pieces: Readable;
}

export interface BlobStore {
  put(blob: NewBlob): Promise<void>;
  /** Writes from a stream; if the stream fails, nothing remains under the key and its error is thrown. */
  write(key: BlobKey, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** The whole blob. `ceilingBytes` guards memory: a larger blob rejects with `RangeError`. */
  read(key: BlobKey, ceilingBytes: number): Promise<Buffer>;
  /** A blob that may be too large for memory. Rejects as `read` does; what fails later destroys `pieces` with its error. */
  stream(key: BlobKey): Promise<BlobStream>;
  /** Missing keys are no error. */
  delete(keys: readonly BlobKey[]): Promise<void>;
  /**
   * Blobs under a prefix that were last written before `before` (epoch ms), in no particular order; those of which a writer that
   * died has left a part as well. `beginning`: only those whose name behind the prefix begins so.
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

/** Its writer, another process, may still store it. */
export class BlobHeldElsewhere extends BlobMissing {}

export class BlobStoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobStoreUnavailable';
  }
}

/**
 * The store serves other blobs and refuses to read this one. Not an outage (see `isOutage`): waiting may never help, and
 * whoever needs the blob has failed after a few tries. Callers who need not tell the two apart see an unavailable store.
 */
export class BlobRefused extends BlobStoreUnavailable {
  /** The store's own word for it, such as `AccessDenied`. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`the blob store refuses to read one blob: ${code}`, options);
    this.name = 'BlobRefused';
    this.code = code;
  }
}
