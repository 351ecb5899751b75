/**
 * Encryption at rest: wraps any blob store, seals what is written and opens what is read. Blobs that were written
 * unencrypted, before there were master keys, can be read too, unless that is refused. `list` returns the stored size,
 * which for a sealed blob is a little more than its content.
 */
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import {
  type BlobKey,
  type BlobStore,
  BlobStoreUnavailable,
  type BlobStream,
  type NewBlob,
} from '../blob-store.ts';
import { BlobStoreOver } from '../blob-store-over.ts';
import { BlobNotOpened } from './blob-not-opened.ts';
import type { DataKey, MasterKeys, WrappedKey } from './master-keys.ts';
import {
  headerOf,
  isMarked,
  MARK_BYTES,
  Opening,
  openedSize,
  PLAIN_HEADER,
  readHeader,
  Seal,
  sealedCeiling,
} from './sealing.ts';

/** Largest blob that is sealed and opened as a whole; of a larger one, both copies would be in memory. */
export const WHOLE_BYTES = 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

export class SealedBlobStore extends BlobStoreOver {
  private readonly keys: MasterKeys;
  private readonly refusesPlain: boolean;

  constructor(store: BlobStore, keys: MasterKeys, options: { refusesPlain: boolean }) {
    super(store);
    this.keys = keys;
    this.refusesPlain = options.refusesPlain;
  }

  override async put(blob: NewBlob): Promise<void> {
    const dataKey = await this.keys.generate();
    const isLarge = blob.bytes.length > WHOLE_BYTES;
    if (dataKey === null || !isLarge) return this.store.put(sealedBy(dataKey, blob));
    return this.store.write(blob.key, sealing(piecesOf(blob.bytes), dataKey, blob.key));
  }

  /** The blob as `put` would write it; for the journal, which writes small blobs itself. */
  async sealed(blob: NewBlob): Promise<NewBlob> {
    return sealedBy(await this.keys.generate(), blob);
  }

  override async write(key: BlobKey, source: AsyncIterable<Uint8Array>): Promise<void> {
    const dataKey = await this.keys.generate();
    return this.store.write(key, dataKey === null ? asItIs(source) : sealing(source, dataKey, key));
  }

  override async read(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    const bytes = await this.whole(key, ceilingBytes);
    if (bytes === undefined) return this.gathered(key, ceilingBytes);
    const header = readHeader(bytes, true);
    if (header === undefined) throw new BlobNotOpened('Damaged');
    const rest = bytes.subarray(header.bytes);
    const size = header.kind === 'plain' ? rest.length : openedSize(rest.length);
    if (size > ceilingBytes) throw new RangeError('blob is larger than its reader allows');
    if (header.kind === 'plain') return this.plain(rest);
    const opening = new Opening(await this.keys.unwrap(header.wrapped), bytes.subarray(0, header.bytes), key);
    return Buffer.concat([...opening.more(rest), ...opening.end()]);
  }

  override async stream(key: BlobKey): Promise<BlobStream> {
    const { bytes, pieces } = await this.store.stream(key);
    const opener = new Opener(async (header, wrapped) => {
      if (wrapped === undefined) return this.plain(undefined);
      return new Opening(await this.keys.unwrap(wrapped), header, key);
    });
    pipeline(pieces, opener, () => undefined);
    try {
      const header = await opener.header;
      const rest = bytes - header.bytes;
      return { bytes: header.kind === 'plain' ? rest : openedSize(rest), pieces: opener };
    } catch (error) {
      opener.destroy();
      throw translated(error);
    }
  }

  /** The blob as it is stored; undefined if it must be opened piece by piece. */
  private async whole(key: BlobKey, ceilingBytes: number): Promise<Buffer | undefined> {
    const ceiling = sealedCeiling(ceilingBytes);
    const most = sealedCeiling(WHOLE_BYTES);
    try {
      return await this.store.read(key, Math.min(ceiling, most));
    } catch (error) {
      if (error instanceof RangeError && ceiling > most) return undefined;
      throw error;
    }
  }

  private async gathered(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    const { bytes, pieces } = await this.stream(key);
    if (bytes > ceilingBytes) {
      pieces.destroy();
      throw new RangeError('blob is larger than its reader allows');
    }
    const gathered = Buffer.allocUnsafe(bytes);
    let at = 0;
    try {
      for await (const piece of pieces as AsyncIterable<Buffer>) at += piece.copy(gathered, at);
    } catch (error) {
      throw translated(error);
    }
    if (at !== bytes) throw new BlobStoreUnavailable('a blob broke off while it was read');
    return gathered;
  }

  private plain<T>(value: T): T {
    if (this.refusesPlain) throw new BlobNotOpened('NotSealed');
    return value;
  }
}

/** Opens a stream. `header` resolves before the first byte of the blob, and rejects if the blob cannot be opened. */
class Opener extends Transform {
  readonly header: Promise<{ kind: 'plain' | 'sealed'; bytes: number }>;
  private readonly seen = Promise.withResolvers<{ kind: 'plain' | 'sealed'; bytes: number }>();
  private readonly begin: (header: Buffer, wrapped: WrappedKey | undefined) => Promise<Opening | undefined>;
  private head: Buffer | undefined = Buffer.alloc(0);
  private opening: Opening | undefined;

  /** `begin` returns what opens the rest; undefined for a blob that was written unencrypted. */
  constructor(begin: (header: Buffer, wrapped: WrappedKey | undefined) => Promise<Opening | undefined>) {
    super();
    this.begin = begin;
    this.header = this.seen.promise;
    this.header.catch(() => undefined);
  }

  override _transform(piece: Buffer, _encoding: string, done: TransformCallback): void {
    this.passed(done, async () => {
      if (this.head === undefined) return this.pass(piece);
      this.head = Buffer.concat([this.head, piece]);
      await this.look(false);
    });
  }

  override _flush(done: TransformCallback): void {
    this.passed(done, async () => {
      if (this.head !== undefined) await this.look(true);
      for (const bytes of this.opening?.end() ?? []) this.push(bytes);
    });
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.seen.reject(error ?? new BlobStoreUnavailable('a blob broke off while it was read'));
    done(error);
  }

  private async look(isWhole: boolean): Promise<void> {
    const { head = Buffer.alloc(0) } = this;
    const header = readHeader(head, isWhole);
    if (header === undefined) return;
    const wrapped = header.kind === 'sealed' ? header.wrapped : undefined;
    this.opening = await this.begin(head.subarray(0, header.bytes), wrapped);
    this.head = undefined;
    this.seen.resolve(header);
    this.pass(head.subarray(header.bytes));
  }

  private pass(piece: Buffer): void {
    if (this.opening === undefined) this.push(piece);
    else for (const bytes of this.opening.more(piece)) this.push(bytes);
  }

  private passed(done: TransformCallback, work: () => Promise<void>): void {
    work().then(
      () => done(),
      error => done(error),
    );
  }
}

function sealedBy(dataKey: DataKey | null, blob: NewBlob): NewBlob {
  if (dataKey === null)
    return isMarked(blob.bytes) ? { ...blob, bytes: Buffer.concat([PLAIN_HEADER, blob.bytes]) } : blob;
  const { header, seal } = sealOf(dataKey, blob.key);
  return { ...blob, bytes: Buffer.concat([header, ...seal.more(blob.bytes), ...seal.end()]) };
}

function sealOf({ plain, wrapped }: DataKey, key: BlobKey): { header: Buffer; seal: Seal } {
  const header = headerOf(wrapped);
  return { header, seal: new Seal(plain, header, key) };
}

async function* sealing(
  source: AsyncIterable<Uint8Array>,
  dataKey: DataKey,
  key: BlobKey,
): AsyncGenerator<Buffer> {
  const { header, seal } = sealOf(dataKey, key);
  yield header;
  for await (const piece of source) yield* seal.more(piece);
  yield* seal.end();
}

async function* asItIs(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of source) {
    if (head === undefined) yield piece;
    else {
      head = Buffer.concat([head, piece]);
      if (head.length < MARK_BYTES) continue;
      if (isMarked(head)) yield PLAIN_HEADER;
      yield head;
      head = undefined;
    }
  }
  if (head !== undefined) yield head;
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Turns an error that a store throws in the middle of a stream into an unavailable store. */
function translated(error: unknown): unknown {
  if (error instanceof BlobStoreUnavailable) return error;
  return new BlobStoreUnavailable('a blob broke off while it was read', { cause: error });
}
