/**
 * Keeps two services from sharing one data folder: each would answer for the other's jobs and never wake its waiters.
 *
 * The lock is the kernel's, on a file that SQLite holds exclusively. It ends with its process, however that ends, and
 * it works between containers, where process ids are useless (every service has the same one).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK_FILE = 'service.lock';
/** Tells an operator which process holds the lock. */
const PROCESS_ID_FILE = 'service.pid';
/** SQLite's result code for a lock that another connection holds. */
const SQLITE_BUSY = 5;

/** Locks the folder and returns the release. Throws with a clear message if a running service holds the folder. */
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

/** Locks a file until the release or the end of the process. Returns undefined if another process holds it. */
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

/** The process id in the file; empty if the file is missing, because the holder is just starting or stopping. */
function idIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'unknown';
  }
}
