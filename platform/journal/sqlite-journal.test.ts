import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { type BlobKey, heldKey } from '../blob-store/blob-store.ts';
import { DirectoryBlobStore, ROW_CEILING_BYTES } from '../blob-store/directory/directory-blob-store.ts';
import { EXAMPLE_EVENTS } from '../event-log/codec-examples.ts';
import { SqliteEventLog } from '../event-log/sqlite/sqlite-event-log.ts';
import { JournalDatabase } from '../sqlite/journal-database.ts';
import { SqliteJournal } from './sqlite-journal.ts';

const EVENT = EXAMPLE_EVENTS.ExtractRequested;
const LARGE = Buffer.alloc(ROW_CEILING_BYTES + 1);

async function opened(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-journal-'));
  const database = new JournalDatabase(folder);
  const blobs = new DirectoryBlobStore(database, join(folder, 'blobs'));
  const log = new SqliteEventLog(database);
  t.after(async () => {
    await log.close();
    database.close();
    await rm(folder, { recursive: true });
  });
  const stored = async () =>
    (await Array.fromAsync(blobs.list('source', Number.MAX_SAFE_INTEGER))).map(({ key }) => key);
  return { blobs, log, journal: new SqliteJournal(blobs, log), stored, folder };
}

test('a document that is held is read from memory, and stands in no row and no file beside its event', async t => {
  const { blobs, log, journal, stored } = await opened(t);
  const key = heldKey('source/a');
  await journal.record({ blobs: [{ key, bytes: Buffer.from('text'), held: true }], events: [EVENT] });
  assert.deepEqual([log.end(), await stored()], [2, []]);
  assert.equal(String(await blobs.read(key, 10)), 'text');
  await blobs.delete([key]);
  assert.deepEqual(await stored(), []);
});

test('a large document is in its file before its event is in the log', async t => {
  const { blobs, log, journal } = await opened(t);
  const written = Promise.withResolvers<void>();
  const put = blobs.put.bind(blobs);
  blobs.put = async blob => {
    await put(blob);
    assert.equal(log.end(), 0);
    await written.promise;
    assert.equal(log.end(), 0);
  };
  const recorded = journal.record({ blobs: [{ key: 'source/large', bytes: LARGE }], events: [EVENT] });
  setTimeout(written.resolve, 20);
  await recorded;
  assert.equal(log.end(), 2);
  assert.equal((await blobs.read('source/large', LARGE.length)).length, LARGE.length);
});

test('what nobody needs goes with the event, row or file, and stays where that is not written', async t => {
  const { journal, log, blobs, stored, folder } = await opened(t);
  const forgets: BlobKey[] = ['source/large', 'source/small'];
  await journal.record({
    blobs: [
      { key: 'source/large', bytes: LARGE },
      { key: 'source/small', bytes: Buffer.from('text') },
    ],
    events: [EVENT],
  });
  const appendWith = log.appendWith.bind(log);
  log.appendWith = (events, options, alongside) =>
    appendWith(events, options, () => {
      alongside();
      throw new TypeError('a mistake');
    });
  await assert.rejects(journal.record({ blobs: [], events: [EVENT], forgets }), TypeError);
  assert.deepEqual((await stored()).toSorted(), forgets);
  assert.equal(String(await blobs.read('source/small', 10)), 'text');
  log.appendWith = appendWith;
  await journal.record({ blobs: [], events: [EVENT], forgets });
  assert.deepEqual([log.end(), await stored()], [3, []]);
  assert.ok(!existsSync(join(folder, 'blobs', 'source', 'large')));
});
