/**
 * Keeps two services from one data folder: each would answer for the other's jobs and never wake its waiters.
 *
 * The lock is the kernel's, on a file that SQLite holds exclusively: it ends with its process however that ends, and it
 * is seen between containers, where process ids say nothing (every service there has the same one).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK_FILE = 'service.lock';
/** For people: who holds the lock. */
const PROCESS_ID_FILE = 'service.pid';
/** Result code of SQLite for a lock that another connection holds. */
const SQLITE_BUSY = 5;

/** Throws with a clear line if a running service holds the folder. Returns the release. */
export function lockFolder(folder: string): () => void {
  const holder = join(folder, PROCESS_ID_FILE);
  const release = locked(join(folder, LOCK_FILE));
  if (release === undefined)
    throw new Error(`DATA_DIR is in use by the service with process id ${idIn(holder)}`);
  writeFileSync(holder, String(process.pid));
  return () => {
    rmSync(holder, { force: true });
    release();
  };
}

/** Holds a lock file until the release, or the end of the process; undefined if somebody else does. */
export function locked(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/** Not there yet, or gone again: the holder is just starting or stopping. */
function idIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'unknown';
  }
}
