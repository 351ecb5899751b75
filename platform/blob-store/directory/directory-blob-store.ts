/**
 * The embedded blob store: small blobs are rows beside the events (one commit for both), larger ones are files. A file
 * is written under a temporary name, synced and renamed, and its folder is synced, all before the write resolves.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import {
  access,
  constants,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { restAfterStep } from '../../rest.ts';
import { onDisk } from '../../sqlite/disk.ts';
import type { JournalDatabase } from '../../sqlite/journal-database.ts';
import {
  BLOB_PREFIXES,
  type BlobKey,
  BlobMissing,
  type BlobPrefix,
  BlobRefused,
  type BlobStore,
  BlobStoreUnavailable,
  type BlobStream,
  type NewBlob,
  type StoredBlob,
} from '../blob-store.ts';
import { HeldBlobs } from '../held-blobs.ts';
import { RecentBlobs } from '../recent-blobs.ts';
import { takeOverEarlierRows } from './earlier-rows.ts';
import { padded, unpadded } from './padded-row.ts';

/**
 * Largest blob that is stored as a row. A row is cheaper than a file (one fsync for a group of blobs instead of two for
 * each).
 */
export const ROW_CEILING_BYTES = 64 * 1024;
const LIST_PAGE_ROWS = 500;
const RESULTS = 'result/' satisfies `${BlobPrefix}/`;
/** As long as the smallest file of a blob; deleted again before the kernel has to write it. */
const PROBE = Buffer.alloc(ROW_CEILING_BYTES);
/** System error codes that concern the file itself if its folder can be read. */
const OF_ONE_FILE = ['EACCES', 'EPERM', 'EIO', 'EISDIR'];

export class DirectoryBlobStore implements BlobStore {
  private readonly journal: JournalDatabase;
  private readonly folder: string;
  private readonly recent = new RecentBlobs();
  private readonly held = new HeldBlobs({ put: blob => this.store(blob) });
  private readonly upsert: StatementSync;
  private readonly select: StatementSync;
  private readonly remove: StatementSync;
  private readonly page: StatementSync;

  constructor(journal: JournalDatabase, folder: string) {
    this.journal = journal;
    this.folder = folder;
    for (const prefix of BLOB_PREFIXES) mkdirSync(join(folder, prefix), { recursive: true });
    const { database } = journal;
    takeOverEarlierRows(database);
    this.upsert = database.prepare(
      'INSERT INTO small_blobs (key, written_at, size, padded) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET written_at = excluded.written_at, size = excluded.size, padded = excluded.padded',
    );
    this.select = database.prepare('SELECT size, padded FROM small_blobs WHERE key = ?');
    this.remove = database.prepare('DELETE FROM small_blobs WHERE key = ?');
    this.page = database.prepare(
      'SELECT key, written_at, size FROM small_blobs WHERE key > ? AND key < ? AND written_at < ? ORDER BY key LIMIT ?',
    );
  }

  async put(blob: NewBlob): Promise<void> {
    if (blob.held === true) this.hold(blob);
    else await this.store(blob);
  }

  /** Keeps a blob in memory; its reader is this process. */
  hold(blob: NewBlob): void {
    this.held.hold(blob);
  }

  private async store(blob: NewBlob): Promise<void> {
    if (blob.bytes.length > ROW_CEILING_BYTES) return this.write(blob.key, [blob.bytes]);
    await onDisk(() => this.journal.commits.write(() => this.putInTransaction(blob)), BlobStoreUnavailable);
  }

  /** For the journal, which writes events in the same transaction. The blob must fit in a row. */
  putInTransaction(blob: NewBlob): void {
    this.upsert.run(blob.key, Date.now(), blob.bytes.length, padded(blob.bytes));
    this.recent.add(blob);
  }

  write(key: BlobKey, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    return onDisk(() => this.writeFile(key, source), BlobStoreUnavailable);
  }

  async read(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    const bytes = this.inMemory(key) ?? this.row(key) ?? (await this.file(key, ceilingBytes));
    if (bytes.length > ceilingBytes) throw new RangeError('blob is larger than its reader allows');
    // A result is usually read once. Keeping it for seconds after that only makes V8 collect its old generation more
    // often.
    if (key.startsWith(RESULTS)) this.recent.delete(key);
    return bytes;
  }

  async stream(key: BlobKey): Promise<BlobStream> {
    const whole = this.inMemory(key) ?? this.row(key);
    if (whole !== undefined) return { bytes: whole.length, pieces: Readable.from([whole]) };
    try {
      const file = await open(this.path(key), 'r');
      return { bytes: (await file.stat()).size, pieces: file.createReadStream() };
    } catch (error) {
      throw await this.unread(error);
    }
  }

  async delete(keys: readonly BlobKey[]): Promise<void> {
    const stored: BlobKey[] = [];
    for (const key of keys) if ((await this.held.release(key)) !== false) stored.push(key);
    if (stored.length === 0) return;
    await this.journal.commits.write(() => this.deleteInTransaction(stored));
    await this.deleteFiles(stored);
  }

  /**
   * Deletes rows in the journal's transaction, which also writes events; `deleteFiles` follows once it is durable. Held
   * blobs are deleted by their writer.
   */
  deleteInTransaction(keys: readonly BlobKey[]): void {
    for (const key of keys) if (!this.held.has(key)) this.remove.run(key);
  }

  /** The second half of a deletion: cached copies, and the blobs that are files. */
  async deleteFiles(all: readonly BlobKey[]): Promise<void> {
    const keys = all.filter(key => !this.held.has(key));
    if (keys.length === 0) return;
    for (const key of keys) this.recent.delete(key);
    this.journal.deleted();
    // Most blobs are rows; checking here costs less than a turn of the thread pool.
    const files = keys.map(key => this.path(key)).filter(path => existsSync(path));
    await Promise.all(files.map(path => rm(path, { force: true })));
  }

  async *list(prefix: BlobPrefix, before: number, beginning = ''): AsyncGenerator<StoredBlob> {
    yield* this.listRows(`${prefix}/${beginning}`, before);
    yield* this.listFiles(prefix, before, beginning);
  }

  /** Writes a probe file, because listing the folder would not show that its disk is full or read-only. */
  async check(): Promise<void> {
    const probe = join(this.folder, 'probe');
    try {
      await writeFile(probe, PROBE);
    } finally {
      await rm(probe, { force: true });
    }
  }

  async close(): Promise<void> {
    await this.held.flush();
  }

  private inMemory(key: BlobKey): Buffer | undefined {
    const held = this.held.bytes(key);
    return held === undefined ? this.recent.get(key) : Buffer.from(held.buffer, held.byteOffset, held.length);
  }

  private row(key: BlobKey): Buffer | undefined {
    const row = this.select.get(key);
    return row?.padded instanceof Uint8Array ? unpadded(row.padded, Number(row.size)) : undefined;
  }

  private async file(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    try {
      const { size } = await stat(this.path(key));
      if (size > ceilingBytes) throw new RangeError('blob is larger than its reader allows');
      return await readFile(this.path(key));
    } catch (error) {
      throw await this.unread(error);
    }
  }

  /**
   * Turns an error of reading a file into a missing blob, a refused one, or the error itself if the whole folder cannot
   * be read.
   */
  private async unread(error: unknown): Promise<unknown> {
    if (isMissing(error)) return new BlobMissing();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!OF_ONE_FILE.includes(code)) return error;
    const folders = [this.folder, ...BLOB_PREFIXES.map(prefix => join(this.folder, prefix))];
    const looks = folders.map(folder => access(folder, constants.R_OK | constants.X_OK));
    return Promise.all(looks).then(
      () => new BlobRefused(code, { cause: error }),
      cause => new BlobStoreUnavailable('the folder cannot be read', { cause }),
    );
  }

  private async *listRows(beginning: string, before: number): AsyncGenerator<StoredBlob> {
    // No key contains a character that sorts after the tilde.
    for (let from = beginning; ; ) {
      const beganAt = performance.now();
      const rows = this.page.all(from, `${beginning}~`, before, LIST_PAGE_ROWS);
      const tookMs = performance.now() - beganAt;
      for (const row of rows)
        yield { key: row.key as BlobKey, bytes: Number(row.size), writtenAt: Number(row.written_at) };
      const last = rows.at(-1);
      if (last === undefined) return;
      from = String(last.key);
      // Pause between pages: listing a hundred thousand blobs takes a quarter of a second, in which no caller would be
      // answered.
      await restAfterStep(tookMs);
    }
  }

  private async *listFiles(
    prefix: BlobPrefix,
    before: number,
    beginning: string,
  ): AsyncGenerator<StoredBlob> {
    for (const name of await readdir(join(this.folder, prefix))) {
      if (!name.startsWith(beginning)) continue;
      const { mtimeMs, size } = await stat(join(this.folder, prefix, name)).catch(() => ({
        mtimeMs: Infinity,
        size: 0,
      }));
      if (mtimeMs < before) yield { key: `${prefix}/${name}`, bytes: size, writtenAt: mtimeMs };
    }
  }

  private async writeFile(
    key: BlobKey,
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const path = this.path(key);
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      const file = await open(temporary, 'wx');
      try {
        for await (const chunk of source) await file.writeFile(chunk);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
      await syncFolder(join(path, '..'));
    } catch (error) {
      await unlink(temporary).catch(() => undefined);
      throw error;
    }
    this.recent.delete(key);
    await this.journal.commits.write(() => this.remove.run(key));
    this.journal.deleted();
  }

  private path(key: BlobKey): string {
    if (!/^[a-z]+\/[A-Za-z0-9._-]+$/.test(key)) throw new TypeError('malformed blob key');
    return join(this.folder, key);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
