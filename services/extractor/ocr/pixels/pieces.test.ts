import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from '../testing/drawn-text.ts';
import { piecesOf } from './pieces.ts';

const SIDE_PX = 960;
const blank = (width: number, height: number) => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(255),
});

test('a page, a spread and a headline are seen whole', () => {
  for (const [width, height] of [
    [1_700, 2_200],
    [3_400, 1_700],
    [1_900, 90],
    [1, 1],
  ] as const)
    assert.deepEqual(piecesOf(blank(width, height), SIDE_PX), [
      { left: 0, top: 0, right: width, bottom: height },
    ]);
});

test('a long picture is cut between its lines, and the pieces are all of it', () => {
  const image = drawnText(Array.from({ length: 100 }, () => 'HELLO'));
  const pieces = piecesOf(image, SIDE_PX);
  assert.ok(pieces.length > 3);
  assert.deepEqual(
    pieces.map(({ top }) => top),
    [0, ...pieces.slice(0, -1).map(({ bottom }) => bottom)],
  );
  assert.equal(pieces.at(-1)?.bottom, image.height);
  for (const { bottom } of pieces.slice(0, -1)) {
    const row = image.pixels.subarray(bottom * image.width, (bottom + 1) * image.width);
    assert.equal(Math.min(...row), 255);
  }
});

test('however long, the pieces are few', () => {
  assert.ok(piecesOf(blank(30_000, 1), SIDE_PX).length <= 40);
});
