import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage, RecognizedLine } from '../engine.ts';
import { readPointedLine } from './read-pointed.ts';

/** Eight strokes with a point under each. */
function pointedLine(): GreyImage {
  const image = { width: 300, height: 100, pixels: new Uint8Array(30_000).fill(255) };
  const ink = (left: number, top: number, width: number, height: number) => {
    for (let y = top; y < top + height; y++) image.pixels.fill(0, y * 300 + left, y * 300 + left + width);
  };
  for (let left = 20; left < 260; left += 30) {
    ink(left, 40, 6, 24);
    ink(left, 70, 5, 5);
  }
  return image;
}

const BOX = { left: 10, top: 30, right: 290, bottom: 85 };
const INK = 128;

/** Reads `pointed` if a row below the letters has ink, otherwise `bare`, with these confidences. */
function engine(pointed: number, bare: number) {
  let asked = 0;
  const read = async (_: string, { width, height, pixels }: GreyImage): Promise<RecognizedLine[]> => {
    asked++;
    const below = pixels.subarray(width * Math.round(height * 0.7));
    const isPointed = below.some(shade => shade < INK);
    const box = { left: 8, top: 8, right: 60, bottom: 40 };
    const [text, confidence] = isPointed ? ['pointed', pointed] : ['bare', bare];
    return [{ ...box, words: [{ ...box, text, confidence }] }];
  };
  return { read, count: () => asked };
}

async function wordOf(pointed: number, bare: number) {
  const pool = engine(pointed, bare);
  const line = await readPointedLine(pool, 'heb', pointedLine(), BOX);
  return { word: line?.words[0], asked: pool.count(), line };
}

test('a line with vowel points is read without them where that is read more surely, in its place on the page', async () => {
  const { word, line } = await wordOf(35, 92);
  assert.equal(word?.text, 'bare');
  assert.deepEqual([line?.left, line?.top, line?.right, line?.bottom], [10, 30, 290, 85]);
  assert.ok(word && word.left >= 10 && word.top >= 30 && word.bottom <= 85, JSON.stringify(word));
});

test('a line with vowel points stays as it was read where nothing is surer without them', async () => {
  assert.equal((await wordOf(60, 50)).word?.text, 'pointed');
});

test('a line that is read surely is read once', async () => {
  const { word, asked } = await wordOf(90, 95);
  assert.deepEqual([word?.text, asked], ['pointed', 1]);
});
