import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, GreyImage } from './engine.ts';
import { unstacked } from './stacked-signs.ts';

/** Black bars on white: what lone figures are to whoever looks for ink. */
function picture(bars: readonly Box[]): GreyImage {
  const image = { width: 200, height: 300, pixels: new Uint8Array(60_000).fill(255) };
  for (const { left, top, right, bottom } of bars)
    for (let y = top; y < bottom; y++) image.pixels.fill(0, y * 200 + left, y * 200 + right);
  return image;
}

const bar = (top: number, height = 20): Box => ({ left: 20, top, right: 28, bottom: top + height });
const COLUMN: Box = { left: 16, top: 15, right: 32, bottom: 205 };
const beside = (tops: readonly number[]): Box[] =>
  tops.map(top => ({ left: 60, top, right: 190, bottom: top + 20 }));

test('a column of lone figures beside lines is as many lines', () => {
  const tops = [20, 60, 100, 140, 180];
  const lines = [COLUMN, ...beside(tops)];
  const found = unstacked(lines, picture(tops.map(top => bar(top))));
  assert.deepEqual(
    found.slice(0, 5),
    tops.map(top => ({ ...COLUMN, top: top - 4, bottom: top + 24 })),
  );
  assert.deepEqual(found.slice(5), lines.slice(1));
});

test('a line set on its side, and figures beside which nothing stands, stay as they are', () => {
  const close = Array.from({ length: 8 }, (_, at) => 20 + 23 * at);
  const apart = [20, 60, 100, 140, 180];
  for (const [tops, others] of [
    [close, beside(close)],
    [apart, beside([250])],
  ] as const) {
    const lines = [COLUMN, ...others];
    assert.deepEqual(unstacked(lines, picture(tops.map(top => bar(top)))), lines);
  }
});
