import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { drawnText } from '../ocr/testing/drawn-text.ts';
import { WorkerPool } from './pool.ts';

const PATIENCE_MS = 60_000;
const WORDS = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'];

/** A TIFF with a page for each of the words. */
async function scan(): Promise<Buffer> {
  const pages = WORDS.map(word => {
    const { width, height, pixels } = drawnText([`PAGE ${word.padEnd(6)}`, 'OF THE SCAN']);
    return sharp(Buffer.from(pixels), { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
  });
  return sharp(await Promise.all(pages), { join: { animated: true } })
    .tiff()
    .toBuffer();
}

describe('the pages of a scan', () => {
  let tiff: Buffer;
  const pools: WorkerPool[] = [];
  async function pool(spare: number): Promise<WorkerPool> {
    const options = { memoryMb: 768, lowPriority: false, ocrLanguages: ['eng'], documentsPerWorker: 20 };
    const opened = new WorkerPool({ ...options, standing: 2, most: 2, spare });
    pools.push(opened);
    await opened.ready();
    return opened;
  }
  async function wordsRead(by: WorkerPool): Promise<string[]> {
    const outcome = await by.run({ format: 'text' }, tiff, Date.now() + PATIENCE_MS);
    assert.ok(outcome.kind === 'answered' && outcome.answer.kind === 'completed');
    const { extracted_text: text } = JSON.parse(outcome.response.toString('utf8'));
    return String(text).match(/(?<=PAGE )\w+/g) ?? [];
  }
  before(async () => {
    tiff = await scan();
  });
  after(() => Promise.all(pools.map(opened => opened.close())));

  test('are read by the workers that have nothing to do, and keep their order', async () => {
    const both = await pool(0);
    assert.deepEqual(await wordsRead(both), WORDS);
    assert.ok(both.lent > 0);
    assert.equal(both.busy, 0);
  });

  test('leave the spare worker to the next caller', async () => {
    const sparing = await pool(1);
    assert.deepEqual(await wordsRead(sparing), WORDS);
    assert.equal(sparing.lent, 0);
  });

  test('of two scans at once are all read', async () => {
    const both = await pool(0);
    assert.deepEqual(await Promise.all([wordsRead(both), wordsRead(both)]), [WORDS, WORDS]);
    assert.equal(both.busy, 0);
  });
});
