/**
 * Takes over small blobs from versions before padded rows, which kept them in a table of another name: documents of
 * waiting jobs, and answers that GET still has to return. They are converted once, at the first start; then the table
 * is dropped and its content overwritten (secure_delete). If such an old version were started afterwards, it would find
 * none of the blobs and end their jobs as failed, so a view of the old name prevents its start (`cannot modify blobs
 * because it is a view`).
 */
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '../../sqlite/database.ts';
import { padded } from './padded-row.ts';

/** Rows converted in one transaction; at most 32 MB. */
const STEP_ROWS = 500;

/** Converts all rows. If interrupted, it continues at the next start. */
export function takeOverEarlierRows(database: DatabaseSync): void {
  while (hasEarlierRows(database)) transaction(database, () => takeStep(database));
}

function takeStep(database: DatabaseSync): void {
  // Another process, such as an operator's command, may have converted them meanwhile.
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
