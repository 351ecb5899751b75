/** Reads the one `file` part of an upload: small documents into memory, larger ones straight into the blob store. */
import { createHash, type Hash, hash } from 'node:crypto';
import type { Multipart } from '@fastify/multipart';
import type { BlobKey, BlobStore } from '../../platform/blob-store/blob-store.ts';
import { newId } from '../../platform/ids.ts';
import { ownedBy } from '../../platform/stored-bytes/stored-bytes.ts';
import { Refusal } from './refusal.ts';

export interface Upload {
  /** The blob's key, whether the document is stored already or `bytes` still has to be. */
  key: BlobKey;
  /** The document, if it is small enough to be stored together with its event; null if it is stored already. */
  bytes: Buffer | null;
  size: number;
  sha256: string;
  /** When its last byte arrived, monotonic ms; absent if it came in one piece. Storing it may take long after that. */
  arrivedAt?: number;
}

/** Documents up to this size wait in memory for their event: 1,000 uploads at once then hold 256 MiB. */
const MEMORY_CEILING_BYTES = 256 * 1024;

/** Room for the multipart framing around the document. */
export const FORM_OVERHEAD_BYTES = 64 * 1024;

const UNREADABLE = 'The multipart body cannot be read.';
const misnamed = () =>
  new Refusal(
    'bad_request',
    'The body must have exactly one part, named file, with the document; all else are query parameters.',
  );
export const tooLarge = (ceilingBytes: number) =>
  new Refusal('too_large', `An upload has at most ${ceilingBytes} bytes. Give larger documents by url.`, {
    abusive: true,
  });

/** Runs `store`, which takes the rest of a larger upload, when a place is free: a store may hold megabytes of each in memory. */
export type InTurn = <T>(store: () => Promise<T>) => Promise<T>;

/**
 * Reads the upload of the key `keyId`; null if the form has no document. Throws a `Refusal`; nothing that was stored
 * for a refused upload remains.
 */
export async function readUpload(
  parts: AsyncIterable<Multipart>,
  blobs: BlobStore,
  ceilingBytes: number,
  inTurn: InTurn = store => store(),
  keyId = '',
): Promise<Upload | null> {
  let upload: Upload | null = null;
  try {
    for await (const part of fromCaller(parts)) {
      if (part.type !== 'file' || part.fieldname !== 'file' || upload !== null) throw misnamed();
      upload = await readBytes(part.file, blobs, ceilingBytes, { inTurn, keyId });
    }
    return upload;
  } catch (error) {
    if (upload !== null && upload.bytes === null) await blobs.delete([upload.key]);
    throw error;
  }
}

/** An upload of a small document that is already in memory. Throws a `Refusal`. */
export function wholeUpload(bytes: Buffer, ceilingBytes: number, keyId: string): Upload {
  if (bytes.length > ceilingBytes) throw tooLarge(ceilingBytes);
  return { key: newKey(keyId), bytes, size: bytes.length, sha256: hash('sha256', bytes) };
}

const newKey = (keyId: string): BlobKey => `source/${ownedBy(keyId, newId())}`;

/** Reads a document while its caller sends it. Throws a `Refusal`. */
export async function readBytes(
  source: AsyncIterable<Buffer>,
  blobs: BlobStore,
  ceilingBytes: number,
  { inTurn, keyId }: { inTurn: InTurn; keyId: string },
): Promise<Upload> {
  const key = newKey(keyId);
  const counter = new Counter(fromCaller(source), ceilingBytes);
  const head: Buffer[] = [];
  const chunks = counter[Symbol.asyncIterator]();
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head.push(next.value);
    if (counter.size > MEMORY_CEILING_BYTES) {
      await inTurn(() => blobs.write(key, resumed(head, chunks)));
      const { size, arrivedAt } = counter;
      return { key, bytes: null, size, sha256: counter.sha256(), arrivedAt };
    }
  }
  return { key, bytes: Buffer.concat(head, counter.size), size: counter.size, sha256: counter.sha256() };
}

async function* resumed(head: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* head.splice(0);
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Hashes and counts a document as it passes, and stops it as soon as it exceeds the ceiling. */
class Counter implements AsyncIterable<Buffer> {
  size = 0;
  /** When the last byte arrived, monotonic ms. */
  arrivedAt = 0;
  private readonly source: AsyncIterable<Buffer>;
  private readonly ceilingBytes: number;
  private readonly hash: Hash = createHash('sha256');

  constructor(source: AsyncIterable<Buffer>, ceilingBytes: number) {
    this.source = source;
    this.ceilingBytes = ceilingBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.source) {
      this.size += chunk.length;
      if (this.size > this.ceilingBytes) throw tooLarge(this.ceilingBytes);
      this.hash.update(chunk);
      yield chunk;
    }
    this.arrivedAt = performance.now();
  }

  sha256(): string {
    return this.hash.digest('hex');
  }
}

/**
 * Turns errors of the parser and of cut connections into refusals, because they are the caller's. Errors of a store
 * that the document is being written to do not pass through here.
 */
export async function* fromCaller<T>(source: AsyncIterable<T>, message = UNREADABLE): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    // Whoever ended the reading has already given the reason.
    throw error instanceof Refusal ? error : new Refusal('bad_request', message, { abusive: true });
  }
}
