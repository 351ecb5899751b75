/** What a fresh worker reads before its first document from a caller. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkerPool } from './pool.ts';
import { type Expected, firstDocument, KINDS, USUAL, Warmth } from './warmth.ts';
import type { Worker, WorkOutcome } from './worker.ts';

/** While they read this, workers give way to everything else; on a busy machine a document takes minutes. */
const PATIENCE_MS = 600_000;
const OPTIONS = { memoryMb: 1024, lowPriority: false, ocrLanguages: ['eng'], most: 2, reserve: 0 };
/** The number of first documents of this kind. */
const PDFS = 7;
const PAGE = Buffer.from('<!DOCTYPE html><p>a page</p>');

const within = () => performance.now() + PATIENCE_MS;
const workersIn = (pool: WorkerPool) => [...(Reflect.get(pool, 'workers') as Set<Worker>)];
const missingIn = (pool: WorkerPool, worker: Worker) =>
  (Reflect.get(pool, 'warmth') as Warmth).missing(worker);
const mail = () => firstDocument('message/rfc822');

async function until(condition: () => boolean): Promise<void> {
  for (const end = within(); !condition() && performance.now() < end; ) await sleep(20);
  assert.ok(condition());
}

test('a first document that cannot be opened, as with all descriptors taken, leaves a worker cold and ends nothing', async () => {
  const warmth = new Warmth(USUAL, () => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  });
  const rehearsed: Uint8Array[] = [];
  const worker = { alive: true, rehearse: async (document: Uint8Array) => void rehearsed.push(document) };
  await warmth.readAll(worker as unknown as Worker);
  assert.equal(warmth.missing(worker as unknown as Worker), undefined);
  assert.deepEqual(rehearsed, []);
});

describe('the kinds of document that a worker has read', () => {
  const pools: WorkerPool[] = [];
  const open = async (options: { standing: number; documentsPerWorker: number; expected?: Expected }) => {
    const pool = new WorkerPool({ ...OPTIONS, ...options });
    pools.push(pool);
    await pool.ready();
    return pool;
  };
  after(() => Promise.all(pools.map(pool => pool.close())));

  test('each have a first document, which is read as its kind', async () => {
    const pool = await open({ standing: 1, documentsPerWorker: 100 });
    for (const kind of KINDS) {
      const outcome = await pool.run({ format: 'json' }, firstDocument(kind), within());
      assert.ok(outcome.kind === 'answered' && outcome.answer.kind === 'completed', kind);
      assert.equal(outcome.answer.contentType, kind);
    }
  });

  test('have several first documents where programs write it in different ways', async () => {
    const pool = await open({ standing: 1, documentsPerWorker: 100 });
    for (let turn = 0; turn < PDFS; turn++) {
      const outcome = await pool.run({ format: 'json' }, firstDocument('application/pdf', turn), within());
      assert.ok(outcome.kind === 'answered' && outcome.answer.kind === 'completed', `the ${turn + 1}th`);
    }
    assert.deepEqual(firstDocument('application/pdf', PDFS), firstDocument('application/pdf'));
  });

  test('are read by its successor before a caller’s document', async () => {
    const pool = await open({ standing: 1, documentsPerWorker: 2 });
    const [first] = workersIn(pool);
    await pool.run({ format: 'text' }, mail(), within());
    await pool.run({ format: 'text' }, PAGE, within());
    await until(() => first?.alive === false && workersIn(pool).length === 1);
    const [successor = assert.fail()] = workersIn(pool);
    assert.deepEqual([successor.documents, successor.tasks], [0, 2]);
  });

  test('are read by the other workers when they have nothing to do', async () => {
    const pool = await open({ standing: 2, documentsPerWorker: 100 });
    await pool.run({ format: 'text' }, mail(), within());
    await until(() => workersIn(pool).every(worker => missingIn(pool, worker) === undefined));
    await until(() => pool.busy === 0);
    assert.deepEqual(
      workersIn(pool).map(({ tasks }) => tasks),
      [1, 1],
    );
  });

  test('are not read between two documents of callers, only where a worker has had nothing to do for a while', async () => {
    const pool = await open({ standing: 2, documentsPerWorker: 1_000, expected: USUAL });
    const [one = assert.fail(), other = assert.fail()] = workersIn(pool);
    const tasks = () => one.tasks + other.tasks;
    const documents = () => one.documents + other.documents;
    for (const end = performance.now() + 2_500; performance.now() < end; await sleep(20))
      await Promise.all([1, 2].map(() => pool.run({ format: 'text' }, PAGE, within())));
    assert.equal(tasks(), documents());
    await until(() => tasks() > documents());
  });

  test('that callers may be expected to send are read before anybody has sent any', async () => {
    const pool = await open({ standing: 2, documentsPerWorker: 100, expected: USUAL });
    await until(() => workersIn(pool).every(worker => missingIn(pool, worker) === undefined));
    await until(() => pool.busy === 0);
    // HTML was read by both, PDF by one.
    assert.deepEqual(
      workersIn(pool).reduce((sum, { tasks }) => sum + tasks, 0),
      3,
    );
  });

  test('that one worker is to have read are missing again when it has ended', async () => {
    const warmth = new Warmth({ byAll: [], byOne: ['application/pdf'] });
    const [reader, other] = [1, 2].map(
      () => ({ alive: true, rehearse: async () => ({ kind: 'answered' }) }) as unknown as Worker,
    );
    assert.ok(reader !== undefined && other !== undefined);
    await warmth.read(reader, 'application/pdf');
    assert.equal(warmth.missing(other), undefined);
    Object.assign(reader, { alive: false });
    assert.equal(warmth.missing(other), 'application/pdf');
  });

  test('are read in all their ways, several times, once a caller has sent one', async () => {
    const warmth = new Warmth({ byAll: [], byOne: ['application/pdf'] });
    const documents: Uint8Array[] = [];
    const rehearse = async (document: Uint8Array) => ({ kind: documents.push(document) && 'answered' });
    const [used, fresh] = [1, 2].map(() => ({ alive: true, rehearse }) as unknown as Worker);
    assert.ok(used !== undefined && fresh !== undefined);
    await warmth.readAll(used);
    assert.equal(documents.length, 1);
    warmth.note(used, 'application/pdf');
    await warmth.readAll(fresh);
    const read = documents.slice(1).map(document => Buffer.from(document).toString('base64'));
    assert.equal(new Set(read).size, PDFS);
    assert.ok(read.length >= 2 * PDFS && read.length % PDFS === 0);
    for (let others = 2; others < read.length; others++) warmth.note(used, 'application/pdf');
    assert.equal(warmth.missing(used), undefined);
  });

  test('are not tried again, in no worker, where one died of it', async () => {
    const warmth = new Warmth();
    const kinds: string[] = [];
    const worker = (kind: WorkOutcome['kind']) =>
      ({ alive: true, rehearse: async () => ({ kind: kinds.push(kind) && kind }) }) as unknown as Worker;
    const [mortal, next] = [worker('died'), worker('answered')];
    warmth.note(worker('answered'), 'application/pdf');
    await warmth.readAll(mortal);
    await warmth.readAll(next);
    assert.deepEqual([kinds, warmth.missing(next)], [['died'], undefined]);
  });
});
