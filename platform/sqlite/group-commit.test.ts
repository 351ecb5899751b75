import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { GroupCommit } from './group-commit.ts';

const BUSY_TIMEOUT_MS = 100;
const WRITES = 20;

describe('a group of writes', () => {
  let folder: string;
  let database: DatabaseSync;
  let other: DatabaseSync;
  let commits: GroupCommit;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'textrail-commit-'));
    const open = () => new DatabaseSync(join(folder, 'a.db'), { timeout: BUSY_TIMEOUT_MS });
    database = open();
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (id INTEGER PRIMARY KEY)');
    other = open();
    commits = new GroupCommit(database);
  });
  afterEach(async () => {
    database.close();
    other.close();
    await rm(folder, { recursive: true });
  });

  const write = (id: number) =>
    commits.write(() => database.prepare('INSERT INTO rows (id) VALUES (?)').run(id));
  const rows = () =>
    database
      .prepare('SELECT id FROM rows ORDER BY id')
      .all()
      .map(row => row.id);

  it('is committed but for the bad one', async () => {
    const ends = await Promise.allSettled([write(1), write(1), write(2)]);
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(rows(), [1, 2]);
  });

  it('waits once, not once for each, while another process holds the database', async () => {
    other.exec('BEGIN IMMEDIATE');
    const begun = Date.now();
    const ends = await Promise.allSettled(Array.from({ length: WRITES }, (_, id) => write(id)));
    const tookMs = Date.now() - begun;
    other.exec('ROLLBACK');
    assert.ok(ends.every(({ status }) => status === 'rejected'));
    assert.ok(tookMs < (BUSY_TIMEOUT_MS * WRITES) / 2, `${tookMs} ms`);
    await write(1);
    assert.deepEqual(rows(), [1]);
  });
});
