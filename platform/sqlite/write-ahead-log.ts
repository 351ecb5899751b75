/**
 * Syncs a SQLite write-ahead log outside the event loop. SQLite's own sync (`synchronous=FULL`) runs within COMMIT and
 * blocks everything while the disk works. docs/decisions/0042 explains why both are equally safe.
 */
import { closeSync, existsSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

export class WriteAheadLog {
  private readonly descriptor: number;
  private last: Promise<unknown> = Promise.resolve();

  private constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  /**
   * Takes over the syncs of `database`'s commits, and makes the current log durable (a process that was killed may have
   * left commits that were never synced). Returns undefined, and changes nothing, if the database has no such log: some
   * file systems do not let SQLite share memory.
   */
  static takeOver(database: DatabaseSync, path: string): WriteAheadLog | undefined {
    // Open the log, not the database: closing a descriptor of the database would drop SQLite's locks on it. SQLite
    // locks nothing in the log, and keeps the file until the last connection is closed.
    const log = `${path}-wal`;
    if (database.prepare('PRAGMA journal_mode').get()?.journal_mode !== 'wal' || !existsSync(log))
      return undefined;
    const descriptor = openSync(log, 'r+');
    fdatasyncSync(descriptor);
    syncFolder(dirname(path));
    database.exec('PRAGMA synchronous = NORMAL');
    return new WriteAheadLog(descriptor);
  }

  /**
   * Resolves when everything that was committed before the call is durable. Only one sync may run at a time. Rejects
   * with the system's error.
   */
  sync(): Promise<void> {
    const synced = new Promise<void>((resolve, reject) => {
      fdatasync(this.descriptor, error => (error === null ? resolve() : reject(error)));
    });
    this.last = synced.catch(() => undefined);
    return synced;
  }

  /** Closes the descriptor after a running sync; otherwise its number could be reused for another file meanwhile. */
  close(): void {
    void this.last.then(() => closeSync(this.descriptor));
  }
}

/** Makes the name of a new log durable as well. Some systems do not allow opening a folder. */
function syncFolder(path: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return;
  }
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
