import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { drawnScan } from '../ocr/testing/drawn-scan.ts';
import type { LentPage } from './loans.ts';
import { WorkerPool } from './pool.ts';
import type { PictureSize } from './protocol.ts';
import { Worker, type WorkOutcome } from './worker.ts';

const PATIENCE_MS = 60_000;
const WORDS = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'];

/** A TIFF with a page for each of the words. */
const scan = () => drawnScan(WORDS.map(word => [`PAGE ${word.padEnd(6)}`, 'OF THE SCAN']));

const WORKER = { memoryMb: 768, lowPriority: false, ocrLanguages: ['eng'] };
const POLL_MS = 2;
/** By this much the memory of a worker has grown once it has begun its first page; the engine takes several times as much. */
const BEGUN_BYTES = 10_000_000;

/** A worker whose process is killed in the middle of the first page that it reads for another worker. */
class Doomed extends Worker {
  override async readPicture(
    size: PictureSize,
    pixels: Uint8Array,
    deadline: number,
  ): Promise<Buffer | null> {
    const before = this.memory().resident;
    const page = super.readPicture(size, pixels, deadline);
    while (this.alive && this.memory().resident < before + BEGUN_BYTES) await setTimeout(POLL_MS);
    this.kill();
    return page;
  }
}

describe('the pages of a scan', () => {
  let tiff: Buffer;
  const pools: WorkerPool[] = [];
  async function pool(reserve: number): Promise<WorkerPool> {
    const most = 2 - reserve;
    const opened = new WorkerPool({ ...WORKER, documentsPerWorker: 20, standing: most, most, reserve });
    pools.push(opened);
    await opened.ready();
    return opened;
  }
  async function wordsRead(by: WorkerPool): Promise<string[]> {
    return wordsOf(await by.run({ format: 'text' }, tiff, performance.now() + PATIENCE_MS));
  }
  function wordsOf(outcome: WorkOutcome): string[] {
    assert.ok(outcome.kind === 'answered' && outcome.answer.kind === 'completed');
    // A page that could not be read would give a warning.
    assert.deepEqual(outcome.answer.warnings, []);
    const { extracted_text: text } = JSON.parse(outcome.response.toString('utf8'));
    return String(text).match(/(?<=PAGE )\w+/g) ?? [];
  }
  before(async () => {
    tiff = await scan();
  });
  after(() => Promise.all(pools.map(opened => opened.close())));

  test('are read by the workers that have nothing to do, and keep their order', async () => {
    const both = await pool(0);
    const done: number[] = [];
    const progress = { everyMs: 0, told: (pages: number) => void done.push(pages) };
    const outcome = await both.run({ format: 'text' }, tiff, performance.now() + PATIENCE_MS, '', {
      progress,
    });
    assert.deepEqual(wordsOf(outcome), WORDS);
    assert.deepEqual(done, [1, 2, 3, 4]);
    assert.ok(both.loans.read > 0);
    assert.equal(both.busy, 0);
  });

  test('leave the reserve to the next caller', async () => {
    const sparing = await pool(1);
    assert.deepEqual(await wordsRead(sparing), WORDS);
    assert.equal(sparing.loans.granted, 0);
  });

  test('are read by their own worker, in order, when another dies in the middle of one', async () => {
    const ends: (LentPage | undefined)[] = [];
    const doomed = new Doomed(WORKER, { lend: () => undefined, giveBack: () => undefined });
    const free: Worker[] = [doomed];
    const own = new Worker(WORKER, { lend: () => free.pop(), giveBack: (_, page) => void ends.push(page) });
    await Promise.all([doomed.ready, own.ready]);
    assert.deepEqual(
      wordsOf(await own.run({ format: 'text' }, tiff, performance.now() + PATIENCE_MS)),
      WORDS,
    );
    assert.deepEqual([ends, doomed.alive], [['unread'], false]);
    own.kill();
    await Promise.all([doomed.gone, own.gone]);
  });

  test('of two scans at once are all read', async () => {
    const both = await pool(0);
    assert.deepEqual(await Promise.all([wordsRead(both), wordsRead(both)]), [WORDS, WORDS]);
    assert.equal(both.busy, 0);
  });
});
