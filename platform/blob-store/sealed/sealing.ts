/**
 * The format of a sealed blob: a header with the wrapped data key, then chunks in AES-256-GCM. The nonce of each chunk
 * counts the chunks and marks the last one, so that none can be changed, left out, added or moved without being
 * noticed. This is the construction STREAM of Hoang, Reyhanitabar, Rogaway and Vizár, "Online Authenticated-Encryption
 * and its Nonce-Reuse Misuse-Resistance" (CRYPTO 2015). The nonces begin with zeros, since a data key seals only one
 * blob, once. Header and name of the blob are authenticated with every chunk, so the blob does not open under another
 * name.
 *
 *     mark (8 bytes) · form (1) · length of the master key's id (1) · length of the wrapped key (2) · id · wrapped key ·
 *     chunks: 64 KiB and a tag of 16 bytes each, the last one of 0 to 64 KiB
 *
 * Form 0 is not sealed: it precedes an unencrypted blob that itself begins with the mark.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { BlobKey } from '../blob-store.ts';
import { BlobNotOpened } from './blob-not-opened.ts';
import { DATA_KEY_BYTES, MASTER_KEY_ID, MAX_WRAPPED_BYTES, type WrappedKey } from './master-keys.ts';

/** No document format begins with these bytes. */
const MARK = Buffer.from('d754725365616c0a', 'hex');
const FORM = { plain: 0, sealed: 1 } as const;
const FORM_END = MARK.length + 1;
const LENGTHS_END = FORM_END + 3;
const MAX_ID_BYTES = 64;
export const MAX_HEADER_BYTES = LENGTHS_END + MAX_ID_BYTES + MAX_WRAPPED_BYTES;

const CIPHER = 'aes-256-gcm';
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

/** Largest size of a sealed blob with `bytes` of content. */
export const sealedCeiling = (bytes: number): number =>
  MAX_HEADER_BYTES + bytes + TAG_BYTES * Math.max(1, Math.ceil(bytes / CHUNK_BYTES));

export const isMarked = (head: Uint8Array): boolean => MARK.equals(head.subarray(0, MARK.length));

/** Precedes an unencrypted blob that would otherwise be taken for a sealed one. */
export const PLAIN_HEADER = Buffer.from([...MARK, FORM.plain]);
export const MARK_BYTES = MARK.length;

export function headerOf({ masterKeyId, bytes }: WrappedKey): Buffer {
  if (!MASTER_KEY_ID.test(masterKeyId) || bytes.length > MAX_WRAPPED_BYTES)
    throw new TypeError('malformed wrapped key');
  const lengths = Buffer.alloc(LENGTHS_END - FORM_END);
  lengths.writeUInt8(masterKeyId.length, 0);
  lengths.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([MARK, Buffer.from([FORM.sealed]), lengths, Buffer.from(masterKeyId), bytes]);
}

export type Header =
  | { kind: 'plain'; bytes: number }
  | { kind: 'sealed'; bytes: number; wrapped: WrappedKey };

/** Reads the header at the start of `head`; undefined if more bytes are needed. `isWhole`: there are no more. */
export function readHeader(head: Buffer, isWhole: boolean): Header | undefined {
  const seen = Math.min(head.length, MARK.length);
  if (!MARK.subarray(0, seen).equals(head.subarray(0, seen))) return { kind: 'plain', bytes: 0 };
  if (head.length < LENGTHS_END) return isWhole ? shortHeader(head) : undefined;
  if (head[MARK.length] === FORM.plain) return { kind: 'plain', bytes: FORM_END };
  const idEnd = LENGTHS_END + head.readUInt8(FORM_END);
  const bytes = idEnd + head.readUInt16BE(FORM_END + 1);
  if (head[MARK.length] !== FORM.sealed || bytes > MAX_HEADER_BYTES) throw new BlobNotOpened('Damaged');
  if (head.length < bytes) {
    if (isWhole) throw new BlobNotOpened('Damaged');
    return undefined;
  }
  const masterKeyId = head.toString('latin1', LENGTHS_END, idEnd);
  if (!MASTER_KEY_ID.test(masterKeyId)) throw new BlobNotOpened('Damaged');
  return { kind: 'sealed', bytes, wrapped: { masterKeyId, bytes: head.subarray(idEnd, bytes) } };
}

/**
 * The header of a blob that is shorter than a header: unencrypted without a mark, or unencrypted content that itself
 * consists of the mark.
 */
function shortHeader(head: Buffer): Header {
  if (head.length < MARK.length) return { kind: 'plain', bytes: 0 };
  if (head[MARK.length] === FORM.plain) return { kind: 'plain', bytes: FORM_END };
  throw new BlobNotOpened('Damaged');
}

/** Size of a blob's content from the size of its sealed chunks. */
export function openedSize(sealedBytes: number): number {
  const chunks = Math.ceil(sealedBytes / SEALED_CHUNK_BYTES);
  const bytes = sealedBytes - chunks * TAG_BYTES;
  if (chunks === 0 || bytes < 0) throw new BlobNotOpened('Damaged');
  return bytes;
}

/**
 * Cuts pieces of any size into chunks of one size. The last chunk is only returned by `rest`, because it must be marked
 * as the last.
 */
class Cutter {
  private readonly size: number;
  private held: Uint8Array[] = [];
  private heldBytes = 0;

  constructor(size: number) {
    this.size = size;
  }

  *cut(piece: Uint8Array): Generator<Buffer> {
    this.held.push(piece);
    this.heldBytes += piece.length;
    if (this.heldBytes <= this.size) return;
    const bytes = this.rest();
    let at = 0;
    for (; bytes.length - at > this.size; at += this.size) yield bytes.subarray(at, at + this.size);
    this.held = [bytes.subarray(at)];
    this.heldBytes = bytes.length - at;
  }

  rest(): Buffer {
    const [first] = this.held;
    if (first === undefined || this.held.length > 1) return Buffer.concat(this.held);
    return Buffer.from(first.buffer, first.byteOffset, first.length);
  }
}

/** The chunks of one blob under one data key, from first to last. */
class Chunks {
  private readonly dataKey: Uint8Array;
  private readonly context: Buffer;
  private counted = 0;

  constructor(dataKey: Uint8Array, header: Uint8Array, key: BlobKey) {
    if (dataKey.length !== DATA_KEY_BYTES) throw new TypeError('malformed data key');
    this.dataKey = dataKey;
    this.context = Buffer.concat([header, Buffer.from(key)]);
  }

  protected next(isLast: boolean) {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(this.counted++, 7);
    nonce.writeUInt8(isLast ? 1 : 0, 11);
    return { dataKey: this.dataKey, context: this.context, nonce };
  }
}

export class Seal extends Chunks {
  private readonly cutter = new Cutter(CHUNK_BYTES);

  *more(piece: Uint8Array): Generator<Buffer> {
    for (const chunk of this.cutter.cut(piece)) yield* this.sealed(chunk, false);
  }

  *end(): Generator<Buffer> {
    yield* this.sealed(this.cutter.rest(), true);
  }

  private *sealed(chunk: Buffer, isLast: boolean): Generator<Buffer> {
    const { dataKey, context, nonce } = this.next(isLast);
    const cipher = createCipheriv(CIPHER, dataKey, nonce).setAAD(context);
    yield cipher.update(chunk);
    cipher.final();
    yield cipher.getAuthTag();
  }
}

/** Opens chunks. Returns only authenticated bytes; both methods throw `BlobNotOpened`. */
export class Opening extends Chunks {
  private readonly cutter = new Cutter(SEALED_CHUNK_BYTES);

  *more(piece: Uint8Array): Generator<Buffer> {
    for (const chunk of this.cutter.cut(piece)) yield this.opened(chunk, false);
  }

  *end(): Generator<Buffer> {
    yield this.opened(this.cutter.rest(), true);
  }

  private opened(chunk: Buffer, isLast: boolean): Buffer {
    const { dataKey, context, nonce } = this.next(isLast);
    const end = chunk.length - TAG_BYTES;
    if (end < 0) throw new BlobNotOpened('Damaged');
    const decipher = createDecipheriv(CIPHER, dataKey, nonce, { authTagLength: TAG_BYTES }).setAAD(context);
    const bytes = decipher.update(chunk.subarray(0, end));
    decipher.setAuthTag(chunk.subarray(end));
    try {
      decipher.final();
    } catch (error) {
      throw new BlobNotOpened('Damaged', { cause: error });
    }
    return bytes;
  }
}
