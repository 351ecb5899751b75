/** SQLite as the embedded default uses it: one writer connection a file and process, WAL, durable commits. */
import { DatabaseSync } from 'node:sqlite';

/** How long a statement waits for another process's write (an operator's command beside the service). */
const BUSY_TIMEOUT_MS = 5_000;
export const PAGE_BYTES = 4096;
/** A negative cache size is in KiB. */
const CACHE_KIB = 16_384;

export type Durability = 'every-commit' | 'derived';

/**
 * Opens (or makes) a database. `every-commit` syncs the WAL at each commit (`synchronous=FULL`: a default that
 * differs between builds, so it is said on every connection) until a `WriteAheadLog` takes that over; `derived` data can
 * lose its last commits to a power cut, never its consistency, because it can be projected again (`synchronous=NORMAL`).
 */
export function openDatabase(path: string, durability: Durability): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // Of a new file; see padded-row.ts.
  database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  toWal(database, path);
  database.exec(`PRAGMA synchronous = ${durability === 'every-commit' ? 'FULL' : 'NORMAL'}`);
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  // What is deleted is overwritten: SQLite would leave it in the free pages of the file.
  database.exec('PRAGMA secure_delete = ON');
  return database;
}

/**
 * Folds the write-ahead log into the file and empties it: what was deleted would stand in it for as long as nothing is
 * written over. Answers false where another process was reading just now; nobody is waited for.
 */
export function emptyWal(database: DatabaseSync): boolean {
  return quickly(database, () => database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0);
}

/** Waits for no other connection. */
export function quickly<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA busy_timeout = 0');
  try {
    return work();
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** The first thing that reads the file; SQLite's own words do not say which one is none of its. */
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
