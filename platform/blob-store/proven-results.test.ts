import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { Peppers } from '../peppers.ts';
import { jobInName, MOST_PROVEN_BYTES, provenResult, resultBlob, resultHmac } from '../result-blob.ts';
import { JournalDatabase } from '../sqlite/journal-database.ts';
import { type BlobKey, BlobMissing, BlobRefused } from './blob-store.ts';
import { DirectoryBlobStore } from './directory/directory-blob-store.ts';
import { ProvenResults } from './proven-results.ts';
import { wholeUnlessLarge } from './whole.ts';

const JOB = '01a22499-f800-70c8-a6e7-e59b7a4b766a';
const ANSWER = Buffer.from('{"status":"success","extracted_text":"pay 100"}');
const OTHER = Buffer.from('{"status":"success","extracted_text":"pay 900"}');
const CEILING_BYTES = 64 * 1024;
const REFUSED = { name: 'BlobNotOpened', code: 'Damaged' };

let folder: string;
let database: JournalDatabase;
let stored: DirectoryBlobStore;
let results: ProvenResults;
let peppers: Peppers;
let key: BlobKey;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proven-'));
  database = new JournalDatabase(folder);
  stored = new DirectoryBlobStore(database, join(folder, 'blobs'));
  peppers = new Peppers(stored);
  results = new ProvenResults(stored, peppers);
  const pepper = await peppers.of('k1', await peppers.make('k1'));
  key = provenResult(
    resultBlob('k1', JOB, 'end-1'),
    pepper,
    resultHmac(pepper, hash('sha256', ANSWER)),
    ANSWER.length,
  );
  await results.put({ key, bytes: ANSWER });
});
afterEach(async () => {
  await stored.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a result that was exchanged or damaged where it is kept is not read, however it is asked for', async () => {
  assert.deepEqual(await results.read(key, CEILING_BYTES), ANSWER);
  const { bytes, pieces } = await results.stream(key);
  assert.deepEqual([bytes, Buffer.concat(await pieces.toArray())], [ANSWER.length, ANSWER]);
  await stored.put({ key, bytes: OTHER });
  await assert.rejects(results.read(key, CEILING_BYTES), REFUSED);
  await assert.rejects(results.stream(key), REFUSED);
});

it('one that was exchanged for so large a one that it is read in pieces is not read either', async () => {
  await stored.put({ key, bytes: Buffer.alloc(2 * 1024 * 1024, 'x') });
  assert.equal(await wholeUnlessLarge(results, key), undefined);
  await assert.rejects(results.stream(key), REFUSED);
});

it('a large one is held against its name at its end: what was damaged, cut or exchanged never comes whole', async () => {
  const answer = Buffer.alloc(3 * 1024 * 1024, 'pay 100 ');
  const pepper = await peppers.of('k1', await peppers.make('k1'));
  const name = resultBlob('k1', JOB, 'end-3');
  const large = provenResult(name, pepper, resultHmac(pepper, hash('sha256', answer)), answer.length);
  assert.equal(jobInName(large), JOB);
  await results.put({ key: large, bytes: answer });
  assert.equal(await wholeUnlessLarge(results, large), undefined);
  assert.ok((await results.read(large, 4 * 1024 * 1024)).equals(answer));
  assert.ok(Buffer.concat(await (await results.stream(large)).pieces.toArray()).equals(answer));
  const changed = Buffer.from(answer);
  changed.write('9', answer.length / 2 + 4);
  for (const bytes of [changed, answer.subarray(0, 2 * 1024 * 1024), Buffer.concat([answer, answer])]) {
    await stored.put({ key: large, bytes });
    const told = await results.stream(large);
    let came = 0;
    await assert.rejects(async () => {
      for await (const piece of told.pieces) came += piece.length;
    }, REFUSED);
    assert.ok(came < told.bytes, `${came} of ${told.bytes}`);
    await assert.rejects(results.read(large, 8 * 1024 * 1024), REFUSED);
  }
  await stored.put({ key: large, bytes: ANSWER });
  await assert.rejects(wholeUnlessLarge(results, large), REFUSED);
  await stored.put({ key: large, bytes: Buffer.alloc(MOST_PROVEN_BYTES + 1) });
  await assert.rejects(results.stream(large), REFUSED);
  await peppers.destroy('k1', [pepper.id]);
  await assert.rejects(new ProvenResults(stored, new Peppers(stored)).stream(large), {
    code: 'PepperMissing',
  });
});

it('whoever takes the pepper away is answered nothing in its place', async () => {
  const others = new ProvenResults(stored, new Peppers(stored));
  await peppers.destroy('k1', [key.split('.')[3] ?? '']);
  await assert.rejects(others.read(key, CEILING_BYTES), (error: Error) => {
    assert.ok(error instanceof BlobRefused && error.code === 'PepperMissing');
    return true;
  });
});

it('one without a proof is read as it is, one that is gone is missing, and both names tell their job', async () => {
  const plain = resultBlob('k1', JOB, 'end-2');
  await results.put({ key: plain, bytes: ANSWER });
  assert.deepEqual(await results.read(plain, CEILING_BYTES), ANSWER);
  assert.deepEqual([jobInName(plain), jobInName(key)], [JOB, JOB]);
  await results.delete([key]);
  await assert.rejects(results.read(key, CEILING_BYTES), BlobMissing);
});
