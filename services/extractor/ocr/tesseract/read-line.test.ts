import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../engine.ts';
import { drawnText } from '../testing/drawn-text.ts';
import type { TesseractPool } from './pool.ts';
import { readLine, withInkHeights } from './read-line.ts';

/** The picture of the line that the core is given. */
async function shown(image: GreyImage): Promise<GreyImage> {
  const seen: GreyImage[] = [];
  const pool: Pick<TesseractPool, 'read'> = {
    read: async (_, piece) => {
      seen.push(piece);
      return [];
    },
  };
  await readLine(pool, 'ell', image, { left: 0, top: 0, right: image.width, bottom: image.height });
  return seen[0] ?? image;
}

test('a line of light print on a dark ground is shown dark on light', async () => {
  const dark = drawnText(['HELLO WORLD']);
  const light = { ...dark, pixels: dark.pixels.map(shade => 255 - shade) };
  assert.deepEqual(await shown(light), await shown(dark));
});

test('words are as high as their ink, whatever the core says', () => {
  const image = drawnText(['HELLO WORLD']);
  const line = { left: 0, top: 0, right: image.width, bottom: image.height };
  const half = image.width / 2;
  const word = { ...line, text: 'HELLO', confidence: 90 };
  const read = {
    ...line,
    words: [
      { ...word, right: half },
      { ...word, left: half },
    ],
  };
  const inked = [...image.pixels.keys()].filter(at => (image.pixels[at] ?? 255) < 128);
  const rows = inked.map(at => Math.floor(at / image.width));
  for (const { top, bottom, left } of withInkHeights(image, read).words) {
    assert.deepEqual([top, bottom], [rows[0], (rows.at(-1) ?? 0) + 1]);
    assert.ok(left === 0 || left === half);
  }
});
