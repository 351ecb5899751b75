/** The thread of `checkpoints.ts`: copies what stands in a database's write-ahead log into its file, and says when it has. */

import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

export interface Pass {
  id: number;
  path: string;
}

export interface Passed {
  id: number;
  /** What SQLite or the system said; undefined where all went well. */
  failure: string | undefined;
}

parentPort?.on('message', ({ id, path }: Pass) => {
  parentPort?.postMessage({ id, failure: failureOf(path) } satisfies Passed);
});

function failureOf(path: string): string | undefined {
  try {
    // A file that is gone meanwhile is not made anew.
    const database = new DatabaseSync(`${pathToFileURL(path)}?mode=rw`, { timeout: 0 });
    try {
      // The log is synced before its pages are copied, the file before they may be written over.
      database.exec('PRAGMA synchronous = FULL');
      database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    } finally {
      database.close();
    }
  } catch (error) {
    return String(error);
  }
  return undefined;
}
