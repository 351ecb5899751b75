import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../engine.ts';
import { drawnText } from '../testing/drawn-text.ts';
import { inkMask } from './ink.ts';
import { levelled } from './level.ts';
import { turnedByDegrees } from './turn.ts';

const LINES = ['THE QUICK BROWN FOX', 'JUMPS OVER THE LAZY', 'DOG AND RUNS AWAY', 'FROM ALL OF US HERE'];
const page = drawnText([...LINES, ...LINES, ...LINES], 5);

/** Lines that rise to the right above and fall below: the page seen from its left side. */
function fannedOut({ width, height, pixels }: GreyImage, slope: number): GreyImage {
  const fanned = Uint8Array.from(pixels, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const source = Math.round(y - (x - width / 2) * slope * (y / height - 0.5));
    return pixels[source * width + x] ?? 255;
  });
  return { width, height, pixels: fanned };
}

function inkedRows({ width, height, pixels }: GreyImage): number {
  let rows = 0;
  for (let y = 0; y < height; y++)
    if (pixels.subarray(y * width, (y + 1) * width).some(shade => shade < 110)) rows++;
  return rows;
}

const level = (image: GreyImage) => levelled(image, inkMask(image));

test('lines that fan out become level', () => {
  const image = fannedOut(page, 0.1);
  assert.ok(inkedRows(image) > 1.2 * inkedRows(page), String(inkedRows(image)));
  assert.ok(inkedRows(level(image)) < 1.1 * inkedRows(page), String(inkedRows(level(image))));
});

test('lines that lean alike are turned, level ones left alone', () => {
  assert.ok(inkedRows(level(turnedByDegrees(page, 3))) < 1.2 * inkedRows(page));
  assert.equal(level(page), page);
});
