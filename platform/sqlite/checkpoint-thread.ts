/**
 * The worker thread of `checkpoints.ts`: copies a database's write-ahead log into the database file, and reports when
 * it has tried.
 */

import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

export interface Pass {
  id: number;
  path: string;
}

parentPort?.on('message', ({ id, path }: Pass) => {
  try {
    copy(path);
  } catch {
    // The file is gone, or the disk takes no writes: what is left in the log waits for the next pass.
  }
  parentPort?.postMessage(id);
});

function copy(path: string): void {
  // `mode=rw`, so that a file that is gone meanwhile is not created anew.
  const database = new DatabaseSync(`${pathToFileURL(path)}?mode=rw`, { timeout: 0 });
  try {
    // Sync the log before its pages are copied, and the database file before the log may be overwritten.
    database.exec('PRAGMA synchronous = FULL');
    database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
  } finally {
    database.close();
  }
}
