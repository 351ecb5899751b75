import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../engine.ts';
import { drawnText } from '../testing/drawn-text.ts';
import { photographed } from '../testing/photographed.ts';
import { flattened } from './flatten.ts';
import { sheetOf } from './sheet.ts';

const page = drawnText(['THE QUICK BROWN FOX', 'JUMPS OVER THE LAZY', 'DOG AND RUNS AWAY'], 6);

function flat(image: GreyImage): GreyImage {
  const found = sheetOf(image);
  assert.ok(found);
  return flattened(image, found.sheet, 2 * found.side);
}

/** The number of rows with any ink: small if the lines are level. */
function inkedRows({ width, height, pixels }: GreyImage): number {
  let rows = 0;
  for (let y = 0; y < height; y++)
    if (pixels.subarray(y * width, (y + 1) * width).some(shade => shade < 110)) rows++;
  return rows;
}

test('the edges of a sheet on a dark table are found', () => {
  const found = sheetOf(photographed(page, { shorter: 0.2 }));
  assert.ok(found);
  const { topLeft, bottomRight } = found.sheet;
  const { side } = found;
  assert.ok(Math.abs(topLeft.x - 0.15 * page.width) <= 2 * side, String(topLeft.x));
  assert.ok(Math.abs(topLeft.y - 0.15 * page.height) <= 2 * side, String(topLeft.y));
  assert.ok(Math.abs(bottomRight.x - 1.15 * page.width) <= 2 * side, String(bottomRight.x));
  assert.ok(Math.abs(bottomRight.y - 1.11 * page.height) <= 2 * side, String(bottomRight.y));
});

test('the lines of a sheet seen aslant become level, and nothing of the table is left', () => {
  const image = flat(photographed(page, { shorter: 0.2 }));
  assert.ok(inkedRows(image) < 1.15 * inkedRows(page), String(inkedRows(image)));
  assert.ok(image.pixels.subarray(0, image.width).every(shade => shade > 200));
});

test('the lines of a sheet that bends become level', () => {
  const image = flat(photographed(page, { shorter: 0.05, bent: 0.04 }));
  assert.ok(inkedRows(image) < 1.15 * inkedRows(page), String(inkedRows(image)));
});

test('a scan, with dark edges or without, is left as it is', () => {
  assert.equal(sheetOf(page), null);
  assert.equal(sheetOf(photographed(page, { shorter: 0 })), null);
});

test('two pages beside each other, as of a book, are left as they are: neither is the whole picture', () => {
  const one = photographed(page, { shorter: 0.1 });
  const width = 2 * one.width;
  const pixels = new Uint8Array(width * one.height);
  for (let y = 0; y < one.height; y++) {
    const row = one.pixels.subarray(y * one.width, (y + 1) * one.width);
    pixels.set(row, y * width);
    pixels.set(row, y * width + one.width);
  }
  assert.ok(sheetOf(one));
  assert.equal(sheetOf({ width, height: one.height, pixels }), null);
});

test('a picture that is no sheet is left as it is', () => {
  const width = 600;
  const disc = Uint8Array.from({ length: width * width }, (_, at) =>
    Math.hypot((at % width) - 300, Math.floor(at / width) - 300) < 200 ? 220 : 60,
  );
  assert.equal(sheetOf({ width, height: width, pixels: disc }), null);
});
