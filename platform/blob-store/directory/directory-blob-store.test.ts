import assert from 'node:assert/strict';
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { isOutage } from '../../outage.ts';
import { openDatabase } from '../../sqlite/database.ts';
import { JournalDatabase } from '../../sqlite/journal-database.ts';
import { blobStoreContract } from '../blob-store.contract.ts';
import { BlobMissing, BlobRefused, heldKey } from '../blob-store.ts';
import { DirectoryBlobStore, ROW_CEILING_BYTES } from './directory-blob-store.ts';

blobStoreContract('a folder and SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-blobs-'));
  const journals: JournalDatabase[] = [];
  return {
    open: async () => {
      const journal = new JournalDatabase(folder);
      journals.push(journal);
      return new DirectoryBlobStore(journal, join(folder, 'blobs'));
    },
    destroy: async () => {
      for (const journal of journals) journal.close();
      await rm(folder, { recursive: true });
    },
  };
});

it('a blob that is a file, and its name, are on the disk before its write resolves', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-synced-'));
  const journal = new JournalDatabase(folder);
  const blobs = new DirectoryBlobStore(journal, join(folder, 'blobs'));
  const handle = await open(join(folder, 'journal.db'));
  const methods = Object.getPrototypeOf(handle) as typeof handle;
  const content = t.mock.method(methods, 'datasync');
  const name = t.mock.method(methods, 'sync');
  await blobs.put({ key: 'source/large', bytes: Buffer.alloc(ROW_CEILING_BYTES + 1) });
  assert.deepEqual([content.mock.callCount(), name.mock.callCount()], [1, 1]);
  await handle.close();
  journal.close();
  await rm(folder, { recursive: true });
});

it('a folder that takes no more files is no working blob store; a check leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-blobs-'));
  const journal = new JournalDatabase(folder);
  const blobs = new DirectoryBlobStore(journal, join(folder, 'blobs'));
  await blobs.check();
  assert.ok(!(await readdir(join(folder, 'blobs'))).includes('probe'));
  await mkdir(join(folder, 'blobs', 'probe'));
  await assert.rejects(blobs.check());
  journal.close();
  await rm(folder, { recursive: true });
});

it('a file that cannot be read is one blob’s failure; a folder that cannot be is the store’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-blobs-'));
  const journal = new JournalDatabase(folder);
  const blobs = new DirectoryBlobStore(journal, join(folder, 'blobs'));
  await mkdir(join(folder, 'blobs', 'source', 'odd'));
  await assert.rejects(blobs.read('source/odd', 1_000_000), BlobRefused);
  await rm(join(folder, 'blobs', 'result'), { recursive: true });
  await assert.rejects(blobs.read('source/odd', 1_000_000), error => isOutage(error));
  journal.close();
  await rm(folder, { recursive: true });
});

it('documents and answers that a build from before padded rows has left are read, and it starts there no more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-earlier-'));
  const earlier = openDatabase(join(folder, 'journal.db'), 'every-commit');
  earlier.exec('CREATE TABLE blobs (key TEXT PRIMARY KEY, written_at INTEGER NOT NULL, bytes BLOB NOT NULL)');
  const insert = earlier.prepare('INSERT INTO blobs (key, written_at, bytes) VALUES (?, ?, ?)');
  for (let number = 0; number < 1_100; number++)
    insert.run(`result/${number}`, 1_000 + number, Buffer.from(`answer ${number}`));
  earlier.close();
  const journal = new JournalDatabase(folder);
  const blobs = new DirectoryBlobStore(journal, join(folder, 'blobs'));
  for (const number of [0, 499, 500, 1_099])
    assert.equal(String(await blobs.read(`result/${number}`, 1_000)), `answer ${number}`);
  const listed: number[] = [];
  for await (const { key, writtenAt } of blobs.list('result', 1_050)) {
    assert.equal(writtenAt, 1_000 + Number(key.slice('result/'.length)));
    listed.push(writtenAt);
  }
  assert.equal(listed.length, 50, 'each is as old as it was');
  const ofThatBuild =
    'CREATE TABLE IF NOT EXISTS blobs (key TEXT PRIMARY KEY, written_at INTEGER NOT NULL, bytes BLOB NOT NULL)';
  journal.database.exec(ofThatBuild);
  assert.throws(
    () => journal.database.prepare('INSERT INTO blobs (key, written_at, bytes) VALUES (?, ?, ?)'),
    /blobs/,
    'that build does not start on it, and fails no job',
  );
  journal.close();
  await rm(folder, { recursive: true });
});

it('a held blob is in no file and no row while its job is short, and its reader leaves its deletion to its writer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-held-'));
  const journal = new JournalDatabase(folder);
  const blobs = new DirectoryBlobStore(journal, join(folder, 'blobs'));
  const key = heldKey('source/a');
  const stored = async () => (await Array.fromAsync(blobs.list('source', Date.now() + 1_000))).length;
  blobs.hold({ key, bytes: Buffer.from('text'), held: true });
  blobs.deleteInTransaction([key]);
  await blobs.deleteFiles([key]);
  assert.equal(String(await blobs.read(key, 10)), 'text');
  assert.equal(await stored(), 0);
  // When a process stops, it stores what another may still need.
  await blobs.close();
  assert.equal(await stored(), 1);
  await blobs.delete([key]);
  assert.equal(await stored(), 0);
  journal.close();
  await rm(folder, { recursive: true });
});

it('an answer is in memory until it has been read, a document until it goes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-read-'));
  const journal = new JournalDatabase(folder);
  const blobs = new DirectoryBlobStore(journal, join(folder, 'blobs'));
  for (const key of ['result/1', 'source/1'] as const) await blobs.put({ key, bytes: Buffer.from(key) });
  journal.database.exec('DELETE FROM small_blobs');
  assert.equal(String(await blobs.read('result/1', 100)), 'result/1');
  await assert.rejects(blobs.read('result/1', 100), BlobMissing);
  for (let time = 0; time < 2; time++) assert.equal(String(await blobs.read('source/1', 100)), 'source/1');
  journal.close();
  await rm(folder, { recursive: true });
});

it('a long list of blobs lets others have their turn', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-list-'));
  const journal = new JournalDatabase(folder);
  const blobs = new DirectoryBlobStore(journal, join(folder, 'blobs'));
  t.after(async () => {
    journal.close();
    await rm(folder, { recursive: true });
  });
  const count = 2_000;
  await Promise.all(
    Array.from({ length: count }, (_, at) => blobs.put({ key: `result/${at}`, bytes: Buffer.from('text') })),
  );
  let turns = 0;
  let listed = 0;
  const others = () => {
    turns++;
    if (listed < count) setImmediate(others);
  };
  setImmediate(others);
  for await (const _ of blobs.list('result', Number.MAX_SAFE_INTEGER)) listed++;
  assert.equal(listed, count);
  assert.ok(turns >= 3, `${turns} turns`);
});
