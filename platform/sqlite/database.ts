/** Opens SQLite as the embedded service uses it: one writing connection for each file and process, WAL, durable commits. */
import { DatabaseSync } from 'node:sqlite';

/** How long a statement waits for another process's write (an operator's command beside the service). */
const BUSY_TIMEOUT_MS = 5_000;
export const PAGE_BYTES = 4096;
/** A negative cache size is in KiB. */
const CACHE_KIB = 16_384;

export type Durability = 'every-commit' | 'derived';

/**
 * Opens (or creates) a database. With `every-commit`, each commit syncs the WAL until a `WriteAheadLog` takes that over
 * (`synchronous=FULL`, set on every connection because the default differs between builds). `derived` data may lose its
 * last commits to a power cut, but never its consistency, because it can be projected again (`synchronous=NORMAL`).
 */
export function openDatabase(path: string, durability: Durability): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // Only affects a new file; see padded-row.ts.
  database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  toWal(database, path);
  database.exec(`PRAGMA synchronous = ${durability === 'every-commit' ? 'FULL' : 'NORMAL'}`);
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  // Overwrites deleted data, which SQLite would otherwise leave in free pages of the file.
  database.exec('PRAGMA secure_delete = ON');
  return database;
}

/**
 * Copies the write-ahead log into the database file and empties it; deleted data would otherwise stay in the log until
 * it is overwritten. Returns false if another process was reading; does not wait for it.
 */
export function emptyWal(database: DatabaseSync): boolean {
  return quickly(database, () => database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0);
}

/** Runs `work` without waiting for other connections. */
export function quickly<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA busy_timeout = 0');
  try {
    return work();
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** This is the first statement that reads the file. SQLite's own error does not name the file that is not a database. */
function toWal(database: DatabaseSync, path: string): void {
  try {
    database.exec('PRAGMA journal_mode = WAL');
  } catch (cause) {
    database.close();
    if (!(cause instanceof Error)) throw cause;
    cause.message = `${path}: ${cause.message}`;
    throw cause;
  }
}

/** Runs `work` in one transaction; an exception rolls all of it back. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
