import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../engine.ts';
import { drawnText } from '../testing/drawn-text.ts';
import { withoutDots } from './dots.ts';

/** The picture in two shades, with every third pixel of the paper dark from this row on. */
function faxed(image: GreyImage, fromRow: number): GreyImage {
  const pixels = image.pixels.map((shade, at) => {
    const [x, y] = [at % image.width, Math.floor(at / image.width)];
    return shade < 128 || (y >= fromRow && (x + y) % 3 === 0) ? 0 : 255;
  });
  return { ...image, pixels };
}

const page = drawnText(['COLOURED PAPER', 'WHITE PAPER'], 4);

test('paper that a fax shows as dots becomes even, and its print stays dark', () => {
  const { width, pixels } = withoutDots(faxed(page, 0));
  const margin = pixels.subarray(8 * width + 8, 8 * width + width - 8);
  assert.ok(Math.max(...margin) - Math.min(...margin) < 60, `${Math.min(...margin)} ${Math.max(...margin)}`);
  assert.ok(Math.min(...pixels) < 40);
});

test('only the part of a page that has dots is smoothed', () => {
  const fax = faxed(page, 80);
  const { width, pixels } = withoutDots(fax);
  assert.deepEqual(pixels.subarray(0, 78 * width), fax.pixels.subarray(0, 78 * width));
  assert.notDeepEqual(pixels.subarray(96 * width), fax.pixels.subarray(96 * width));
});

test('a page in two shades without dots, and one in shades of grey, stay as they are', () => {
  const clean = faxed(page, page.height);
  assert.equal(withoutDots(clean), clean);
  const grey = { ...page, pixels: page.pixels.map((shade, at) => (at % 5 === 0 ? 128 : shade)) };
  assert.equal(withoutDots(grey), grey);
});
