/** The thread of `checkpoints.ts`: copies what stands in a database's write-ahead log into its file, and says when it has tried. */

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
    // Of a file that is gone, or a disk that takes no writes: what is left in the log is for the next pass.
  }
  parentPort?.postMessage(id);
});

function copy(path: string): void {
  // A file that is gone meanwhile is not made anew.
  const database = new DatabaseSync(`${pathToFileURL(path)}?mode=rw`, { timeout: 0 });
  try {
    // The log is synced before its pages are copied, the file before they may be written over.
    database.exec('PRAGMA synchronous = FULL');
    database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
  } finally {
    database.close();
  }
}
