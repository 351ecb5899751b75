/**
 * The sync of a SQLite write-ahead log beside the event loop. SQLite's own (`synchronous=FULL`) is made within COMMIT and
 * holds up everybody for as long as the disk takes. What makes the two equal stands in docs/decisions/0042.
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
   * Takes the syncs of `database`'s commits over, and makes durable what stands in its log (a process that was killed may
   * have left commits that nobody has synced). Undefined, and nothing changed, where the database has no such log: some
   * file systems do not let SQLite share memory.
   */
  static takeOver(database: DatabaseSync, path: string): WriteAheadLog | undefined {
    // Of the log, not of the database, whose locks would go with the descriptor. SQLite locks nothing in the log, and keeps
    // the file until the last connection is closed.
    const log = `${path}-wal`;
    if (database.prepare('PRAGMA journal_mode').get()?.journal_mode !== 'wal' || !existsSync(log))
      return undefined;
    const descriptor = openSync(log, 'r+');
    fdatasyncSync(descriptor);
    syncFolder(dirname(path));
    database.exec('PRAGMA synchronous = NORMAL');
    return new WriteAheadLog(descriptor);
  }

  /** Resolves when everything that was committed before the call is durable; one at a time. Rejects with the system's error. */
  sync(): Promise<void> {
    const synced = new Promise<void>((resolve, reject) => {
      fdatasync(this.descriptor, error => (error === null ? resolve() : reject(error)));
    });
    this.last = synced.catch(() => undefined);
    return synced;
  }

  /** Not under a sync: by its end the number of the descriptor could be another file's. */
  close(): void {
    void this.last.then(() => closeSync(this.descriptor));
  }
}

/** So that the name of a new log is durable as well; a folder cannot be opened on every system. */
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
