import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../engine.ts';
import { withoutPoints } from './points.ts';

const WHITE = 255;
const LETTER_PX = 24;
const PITCH_PX = 32;

interface Piece {
  left: number;
  top: number;
  width: number;
  height: number;
}

function drawn(letters: number, marks: readonly Piece[]): GreyImage {
  const image = { width: letters * PITCH_PX + 20, height: 60, pixels: new Uint8Array(0) };
  image.pixels = new Uint8Array(image.width * image.height).fill(WHITE);
  const outlines = Array.from({ length: letters }, (_, at) => 10 + at * PITCH_PX).flatMap(left => [
    { left, top: 14, width: LETTER_PX, height: 4 },
    { left, top: 14, width: 4, height: LETTER_PX },
  ]);
  for (const { left, top, width, height } of [...outlines, ...marks])
    for (let y = top; y < top + height; y++)
      image.pixels.fill(0, y * image.width + left, y * image.width + left + width);
  return image;
}

const inkIn = ({ width, pixels }: GreyImage, { left, top, ...size }: Piece): number =>
  Array.from({ length: size.width * size.height }, (_, at) => {
    const [x, y] = [left + (at % size.width), top + Math.floor(at / size.width)];
    return (pixels[y * width + x] ?? WHITE) < WHITE / 2 ? 1 : 0;
  }).reduce<number>((sum, one) => sum + one, 0);

test('dots and bars around and in the letters of a pointed line are painted over, the letters and a yod are not', () => {
  const points = [
    { left: 12, top: 43, width: 14, height: 4 },
    { left: 54, top: 26, width: 5, height: 5 },
    { left: 80, top: 43, width: 5, height: 5 },
    { left: 120, top: 4, width: 5, height: 5 },
  ];
  const yod = { left: 10 + 8 * PITCH_PX, top: 14, width: 5, height: LETTER_PX / 2 };
  const line = drawn(8, [...points, yod]);
  const bare = withoutPoints(line);
  assert.ok(bare);
  assert.deepEqual(
    points.map(point => inkIn(bare, point)),
    [0, 0, 0, 0],
  );
  const letters = { left: 10, top: 14, width: 8 * PITCH_PX + 5, height: 4 };
  assert.equal(inkIn(bare, letters), inkIn(line, letters));
  assert.equal(inkIn(bare, yod), yod.width * yod.height);
});

test('a line with a full stop and a comma has no points', () => {
  const stops = [
    { left: 8 * PITCH_PX, top: 34, width: 4, height: 4 },
    { left: 4 * PITCH_PX, top: 34, width: 4, height: 8 },
  ];
  assert.equal(withoutPoints(drawn(8, stops)), null);
});
