/** After a power cut everything that was acknowledged is still there, however much of the unsynced data had reached the disk. */
import assert from 'node:assert/strict';
import fs, { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import { Checkpoints } from './checkpoints.ts';
import { JournalDatabase } from './journal-database.ts';

/** The unit that a disk writes or loses as a whole. */
const SECTOR_BYTES = 512;
/** The header of the log, which SQLite syncs itself when it restarts the log. */
const HEADER_BYTES = 32;
const WRITES = 60;
const MOMENT_MS = 1_000;
/** Few, so that the log is checkpointed and restarted many times. */
const CHECKPOINT_PAGES = 40;

describe('after a cut of the power', () => {
  let folder: string;
  let journal: JournalDatabase;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'textrail-power-'));
    journal = new JournalDatabase(folder);
    journal.database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  });
  afterEach(async () => {
    journal.close();
    await rm(folder, { recursive: true });
  });

  const insert = (row: number, untold = false) => {
    const work = () => {
      journal.database
        .prepare('INSERT INTO small_blobs (key, written_at, size, padded) VALUES (?, 0, 0, ?)')
        .run(`${row}`, Buffer.alloc(6_000, row));
    };
    return journal.commits.write(work, undefined, untold);
  };
  const bytesOf = (name: string) => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  };
  const log = () => bytesOf('journal.db-wal');

  /** The rows read from a copy of the database with `wal` as its log. */
  async function rowsWith(wal: Buffer): Promise<Set<string>> {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    writeFileSync(join(disk, 'journal.db'), bytesOf('journal.db'));
    writeFileSync(join(disk, 'journal.db-wal'), wal);
    const database = new DatabaseSync(join(disk, 'journal.db'));
    const { integrity_check: whole } = database.prepare('PRAGMA integrity_check').get() ?? {};
    const rows = database.prepare('SELECT key FROM small_blobs').all();
    database.close();
    await rm(disk, { recursive: true });
    assert.equal(whole, 'ok');
    return new Set(rows.map(({ key }) => String(key)));
  }

  /** What a power cut leaves of a log: any part of what was written since the last sync. */
  function cut(synced: Buffer, written: Buffer, keeps: () => boolean): Buffer {
    const left = Buffer.from(written);
    for (let at = 0; at < left.length; at += SECTOR_BYTES) {
      if (keeps()) continue;
      left.fill(0, at, Math.min(at + SECTOR_BYTES, left.length));
      if (at < synced.length) synced.copy(left, at, at, at + SECTOR_BYTES);
    }
    written.copy(left, 0, 0, HEADER_BYTES);
    return left;
  }

  for (const folds of ['SQLite', 'a thread'])
    it(`every acknowledged write is read again, though the disk took any part of later ones and ${folds} folds the log`, async t => {
      await everyAcknowledgedIsRead(t, folds === 'a thread');
    });

  async function everyAcknowledgedIsRead(t: TestContext, byThread: boolean): Promise<void> {
    const checkpoints = byThread
      ? new Checkpoints(journal.database, join(folder, 'journal.db'), 8)
      : undefined;
    let folded = 0;
    let covered = log();
    const syncs = onSync(t, () => {
      const begun = log();
      return () => {
        covered = begun;
      };
    });
    const acknowledged: string[] = [];
    let chance = 1;
    const keeps = () => {
      chance = (chance * 48_271) % 2_147_483_647;
      return chance % 3 === 0;
    };
    for (let row = 0; row < WRITES; row++) {
      const writing = insert(row).then(() => acknowledged.push(`${row}`));
      await new Promise(resolve => setImmediate(resolve));
      const sure = [...acknowledged];
      const left = await rowsWith(cut(covered, log(), keeps));
      assert.deepEqual(
        sure.filter(each => !left.has(each)),
        [],
      );
      if (row % 3 === 0) await writing;
      const folding = checkpoints?.look();
      await folding;
      if (folding !== undefined) folded++;
    }
    assert.ok(syncs() > WRITES / 4, 'acknowledged by syncs');
    assert.ok(!byThread || folded > WRITES / 10, 'folded by a thread');
  }

  it('a write is acknowledged by no sync that began before it was committed', async t => {
    const ends: (() => void)[] = [];
    const syncing = t.mock.method(fs, 'fdatasync', (_descriptor: number, done: (error: null) => void) => {
      ends.push(() => done(null));
    });
    syncBuiltinESMExports();
    t.after(() => {
      syncing.mock.restore();
      syncBuiltinESMExports();
    });
    const acknowledged: number[] = [];
    const first = insert(1).then(() => acknowledged.push(1));
    await new Promise(resolve => setImmediate(resolve));
    const second = insert(2).then(() => acknowledged.push(2));
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(journal.database.prepare('SELECT count(*) AS rows FROM small_blobs').get()?.rows, 2);
    assert.equal(ends.length, 1, 'one at a time');
    ends[0]?.();
    await first;
    await new Promise(resolve => setImmediate(resolve));
    assert.deepEqual(acknowledged, [1]);
    ends[1]?.();
    await second;
    assert.deepEqual(acknowledged, [1, 2]);
  });

  it('a write that nobody is told of is durable with the next that somebody waits for, or by itself a moment later', async t => {
    let covered = log();
    const syncs = onSync(t, () => {
      const begun = log();
      return () => {
        covered = begun;
      };
    });
    // Mock the timer: the disk's content is read before the delayed sync, which takes longer on a busy machine.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    await insert(1, true);
    assert.equal(syncs(), 0, 'it can be read, and no more');
    assert.deepEqual(await rowsWith(covered), new Set());
    await insert(2);
    assert.equal(syncs(), 1);
    assert.deepEqual(await rowsWith(covered), new Set(['1', '2']));
    await insert(3, true);
    const durable = new Promise<void>(resolve => journal.commits.onDurable(resolve));
    assert.equal(syncs(), 1);
    t.mock.timers.tick(MOMENT_MS);
    await durable;
    assert.deepEqual(await rowsWith(covered), new Set(['1', '2', '3']));
  });

  it('a sync that fails acknowledges nothing, and nothing is written after it', async t => {
    const failing = t.mock.method(fs, 'fdatasync', (_descriptor: number, done: (error: Error) => void) =>
      done(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })),
    );
    syncBuiltinESMExports();
    const told: unknown[] = [];
    journal.commits.onFailure(error => void told.push(error));
    await assert.rejects(insert(1), { code: 'EIO' });
    failing.mock.restore();
    syncBuiltinESMExports();
    await assert.rejects(insert(2), { code: 'EIO' });
    assert.equal(told.length, 1);
    assert.equal(journal.commits.failing, true);
  });
});

/** Calls `begun` when a sync begins, and the function it returns when the sync is over. Returns a counter of syncs. */
function onSync(t: TestContext, begun: () => () => void): () => number {
  const { fdatasync } = fs;
  const mocked = t.mock.method(fs, 'fdatasync', (descriptor: number, done: fs.NoParamCallback) => {
    const over = begun();
    fdatasync(descriptor, error => {
      if (error === null) over();
      done(error);
    });
  });
  syncBuiltinESMExports();
  t.after(() => {
    mocked.mock.restore();
    syncBuiltinESMExports();
  });
  return () => mocked.mock.callCount();
}
