import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from './engine.ts';
import type { LineReading } from './networks/reader.ts';
import { readLines } from './read-lines.ts';
import { TesseractPool } from './tesseract/pool.ts';

interface Shown {
  /** By the alphabet of the line's choice. */
  usual: string;
  /** By the whole alphabet. */
  whole: string;
  probability?: number;
}

const reading = (box: Box, text: string, probability = 1): LineReading => ({
  line: { ...box, words: [{ ...box, text, confidence: 100 * probability }] } as LineReading['line'],
  probability,
  density: 1,
  foreign: 0,
});

async function read(shown: readonly Shown[]): Promise<string[]> {
  const boxes = shown.map((_, row) => ({ left: 0, top: 20 * row, right: 100, bottom: 20 * row + 10 }));
  const byBox = (pick: (line: Shown) => string) => async (_: unknown, box: Box) => {
    const line = shown[boxes.indexOf(box as (typeof boxes)[number])] as Shown;
    return reading(box, pick(line), line.probability);
  };
  const networks = { read: byBox(line => line.usual), readByWhole: byBox(line => line.whole) };
  const image = { width: 100, height: 200, pixels: new Uint8Array(20_000) };
  const readers = { networks, tesseract: new TesseractPool([]) };
  const lines = await readLines(readers as never, {
    image,
    quarterTurns: 0,
    lines: boxes,
    upended: [],
    read: new Map(),
  });
  return lines.flatMap(line => line.words.map(({ text }) => text));
}

const same = (text: string): Shown => ({ usual: text, whole: text });

test('units, months and currencies of a Chinese or Japanese page are read beside their figures', async () => {
  const lines = [
    same('项目名称'),
    same('房屋租赁'),
    { usual: '3500', whole: '3500元' },
    { usual: '12', whole: '12月' },
  ];
  assert.deepEqual(await read(lines), ['项目名称', '房屋租赁', '3500元', '12月']);
});

test('figures of a Chinese page without an ideograph stay as the alphabet of figures reads them', async () => {
  const lines = [same('项目名称'), same('房屋租赁'), { usual: '3,500', whole: '3，500' }];
  assert.deepEqual(await read(lines), ['项目名称', '房屋租赁', '3,500']);
});

test('a worn star beside figures is no ideograph where the page has no Chinese', async () => {
  const lines = [same('CORNER MARKET'), same('Total'), { usual: '25.70', whole: '25.70米' }];
  assert.deepEqual(await read(lines), ['CORNER MARKET', 'Total', '25.70']);
});
