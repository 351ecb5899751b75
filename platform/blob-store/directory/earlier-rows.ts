/**
 * Small blobs as builds before padded rows kept them, in a table of another name: documents of jobs that wait, and answers
 * that GET still owes. They become rows of today's once, at the first start; the table goes, and what stood in it is
 * overwritten (secure_delete). A build that old would find none of them afterwards, and end their jobs as failed: a view of
 * that name keeps it from starting (`cannot modify blobs because it is a view`).
 */
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '../../sqlite/database.ts';
import { padded } from './padded-row.ts';

/** 32 MB of rows at the most. */
const STEP_ROWS = 500;

/** Interrupted anywhere, it goes on at the next start. */
export function takeOverEarlierRows(database: DatabaseSync): void {
  while (hasEarlierRows(database)) transaction(database, () => takeStep(database));
}

function takeStep(database: DatabaseSync): void {
  // Another process, such as an operator's command, may have been at it meanwhile.
  if (!hasEarlierRows(database)) return;
  const rows = database.prepare('SELECT key, written_at, bytes FROM blobs LIMIT ?').all(STEP_ROWS);
  if (rows.length === 0) {
    database.exec('DROP TABLE blobs; CREATE VIEW blobs AS SELECT key, written_at FROM small_blobs');
    return;
  }
  const insert = database.prepare(
    'INSERT OR IGNORE INTO small_blobs (key, written_at, size, padded) VALUES (?, ?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM blobs WHERE key = ?');
  for (const row of rows) {
    const bytes = row.bytes as Uint8Array;
    insert.run(row.key as string, row.written_at as number, bytes.length, padded(bytes));
    remove.run(row.key as string);
  }
}

const hasEarlierRows = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'blobs'").get() !== undefined;
