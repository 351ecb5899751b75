import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
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

const PAGE = Buffer.from('<!DOCTYPE html><p>words</p>');
const POLL_MS = 2;
/** Kernel ticks (10 ms of CPU): loading the engine, before the page is read, takes several times as much. */
const BEGUN_TICKS = 2;

/** Processes that this one started and that live. */
const children = (): number[] =>
  [...readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').matchAll(/\d+/g)].map(Number);

/** CPU time so far. proc(5), stat: utime and stime are the fields 14 and 15, 12 and 13 after the name in parentheses. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(POLL_MS);
}

describe('the pages of a scan', () => {
  let tiff: Buffer;
  const pools: WorkerPool[] = [];
  async function pool(spare: number, standing = 2): Promise<WorkerPool> {
    const options = { memoryMb: 768, lowPriority: false, ocrLanguages: ['eng'], documentsPerWorker: 20 };
    const opened = new WorkerPool({ ...options, standing, most: 2, spare });
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
    assert.ok(both.loans.read > 0);
    assert.equal(both.busy, 0);
  });

  test('leave the spare worker to the next caller', async () => {
    const sparing = await pool(1);
    assert.deepEqual(await wordsRead(sparing), WORDS);
    assert.equal(sparing.loans.granted, 0);
  });

  test('are read by their own worker, in order, when another dies in the middle of one', async () => {
    const others = children();
    const both = await pool(0, 1);
    const [asker] = children().filter(pid => !others.includes(pid));
    // The second waits for a second worker: the first is the next to take a document.
    const read = () => both.run({ format: 'text' }, PAGE, Date.now() + PATIENCE_MS);
    await Promise.all([read(), read()]);
    const [helper] = children().filter(pid => pid !== asker && !others.includes(pid));
    assert.ok(helper !== undefined);
    const before = ticksOf(helper);
    const reading = wordsRead(both);
    await until(() => both.loans.granted > 0 && ticksOf(helper) >= before + BEGUN_TICKS);
    process.kill(helper, 'SIGKILL');
    assert.deepEqual(await reading, WORDS);
    assert.equal(both.loans.unread, 1);
  });

  test('of two scans at once are all read', async () => {
    const both = await pool(0);
    assert.deepEqual(await Promise.all([wordsRead(both), wordsRead(both)]), [WORDS, WORDS]);
    assert.equal(both.busy, 0);
  });
});
