import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Checkpoints } from './checkpoints.ts';
import { openDatabase, transaction } from './database.ts';

const FROM_PAGES = 1_000;
const ROW_BYTES = 10_000;

describe('checkpoints beside the event loop', () => {
  let folder: string;
  let path: string;
  let database: DatabaseSync;
  let checkpoints: Checkpoints;
  let rows = 0;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'textrail-checkpoints-'));
    path = join(folder, 'a database.db');
    database = openDatabase(path, 'derived');
    database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, value BLOB)');
    checkpoints = new Checkpoints(database, path, FROM_PAGES);
    rows = 0;
  });
  afterEach(async () => {
    if (database.isOpen) database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const write = (count: number) =>
    transaction(database, () => {
      const insert = database.prepare('INSERT INTO rows (value) VALUES (?)');
      for (let row = 0; row < count; row++) insert.run(Buffer.alloc(ROW_BYTES, ++rows % 251));
    });
  const pagesInLog = () => Number(database.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log);

  it('leave a short log alone, and fold a long one into the file', async () => {
    write(10);
    assert.equal(checkpoints.look(), undefined);
    write(1_000);
    await checkpoints.look();
    assert.ok(statSync(path).size > 1_000 * ROW_BYTES);
  });

  it('let the log begin anew, so that it does not grow with what is written while they are made', async () => {
    let longest = 0;
    for (let round = 0; round < 8; round++) {
      write(500);
      const folding = checkpoints.look();
      write(20);
      await folding;
      longest = Math.max(longest, statSync(`${path}-wal`).size);
    }
    const written = rows * ROW_BYTES;
    assert.ok(longest < written / 3, `${longest} of ${written}`);
    assert.ok(pagesInLog() < 2 * FROM_PAGES);
  });

  it('lose nothing of what is written meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      write(500);
      const folding = checkpoints.look();
      for (let more = 0; more < 20; more++) {
        write(1);
        await new Promise(resolve => setImmediate(resolve));
      }
      await folding;
    }
    database.close();
    database = openDatabase(path, 'derived');
    assert.equal(database.prepare('SELECT count(*) AS count FROM rows').get()?.count, rows);
    assert.equal(database.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  });

  it('take what was deleted out of the log', async () => {
    write(600);
    database.prepare('INSERT INTO rows (value) VALUES (?)').run(Buffer.from('what nobody may read'));
    database.exec('DELETE FROM rows');
    assert.equal(await checkpoints.empty(), true);
    assert.equal(statSync(`${path}-wal`).size, 0);
    assert.ok(!readFileSync(path).includes('what nobody may read'));
  });

  it('wait for no other reader: the log is emptied the next time', async () => {
    write(600);
    const reader = openDatabase(path, 'derived');
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM rows').get();
    write(10);
    assert.equal(await checkpoints.empty(), false);
    reader.exec('COMMIT');
    reader.close();
    assert.equal(await checkpoints.empty(), true);
  });

  it('make no file anew that was thrown away, and do not mind a database that is closed', async () => {
    write(1_000);
    const folding = checkpoints.look();
    database.close();
    await rm(folder, { recursive: true });
    await folding;
    assert.equal(existsSync(path), false);
  });
});
