import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../engine.ts';
import { drawnText } from '../testing/drawn-text.ts';
import type { TesseractPool } from './pool.ts';
import { readLine } from './read-line.ts';

/** What the core is shown of the line. */
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
