import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecognizedLine } from './engine.ts';
import { withWeight } from './weight.ts';

const WIDTH = 300;

/** A line of upright strokes, each `stroke` pixels wide and 20 high, 10 pixels apart. */
function drawn(ink: Uint8Array, top: number, stroke: number): RecognizedLine {
  for (let y = top; y < top + 20; y++)
    for (let left = 20; left < 220; left += 10) ink.fill(1, y * WIDTH + left, y * WIDTH + left + stroke);
  const box = { left: 20, right: 220, top, bottom: top + 20 };
  return { ...box, words: [{ ...box, text: 'Hills', confidence: 90 }] };
}

test('a line whose strokes are wider than most of the page’s is bold', () => {
  const ink = new Uint8Array(WIDTH * 200);
  const lines = [drawn(ink, 10, 5), drawn(ink, 50, 3), drawn(ink, 90, 3), drawn(ink, 130, 3)];
  const read = withWeight(lines, { width: WIDTH, height: 200, ink });
  assert.deepEqual(
    read.map(({ bold }) => bold),
    [true, false, false, false],
  );
});

test('on a page of one weight, and where no ink is known, nothing is', () => {
  const ink = new Uint8Array(WIDTH * 200);
  const lines = [drawn(ink, 10, 5), drawn(ink, 50, 5)];
  assert.ok(withWeight(lines, { width: WIDTH, height: 200, ink }).every(({ bold }) => bold === false));
  const blank = { width: WIDTH, height: 200, ink: new Uint8Array(WIDTH * 200) };
  assert.ok(withWeight(lines, blank).every(({ bold }) => bold === false));
});

test('a line that goes on from a bold one need not be so clearly bold', () => {
  const ink = new Uint8Array(WIDTH * 400);
  const regular = [150, 190, 230, 270].map(top => drawn(ink, top, 6));
  const title = [drawn(ink, 10, 8), drawn(ink, 35, 7)];
  const alone = drawn(ink, 100, 7);
  const read = withWeight([...title, alone, ...regular], { width: WIDTH, height: 400, ink });
  assert.deepEqual(
    read.map(({ bold }) => bold),
    [true, true, false, false, false, false, false],
  );
});

test('a black bar over a part of a line makes its print no bolder', () => {
  const ink = new Uint8Array(WIDTH * 200);
  const lines = [drawn(ink, 10, 3), drawn(ink, 50, 3), drawn(ink, 90, 3), drawn(ink, 130, 3)];
  for (let y = 50; y < 70; y++) ink.fill(1, y * WIDTH + 150, y * WIDTH + 220);
  const read = withWeight(lines, { width: WIDTH, height: 200, ink });
  assert.ok(read.every(({ bold }) => bold === false));
});
