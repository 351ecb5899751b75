import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../engine.ts';
import { inkOf } from './ink.ts';
import { wordsOf } from './words.ts';

const HEIGHT = 48;
/** The precision, in pixels, with which the recogniser gives the position of a letter. */
const COLUMN_PX = 8;

/** A strip with a black bar for each letter, `[from, to)` across and 30 pixels high; a column of the reading is a pixel wide. */
function textOf(
  letters: string,
  places: readonly (readonly [number, number])[],
  columns?: readonly (readonly [number, number])[],
): string {
  const width = (places.at(-1)?.[1] ?? 0) + 10;
  const image: GreyImage = { width, height: HEIGHT, pixels: new Uint8Array(width * HEIGHT).fill(255) };
  for (const [from, to] of places)
    for (let y = 9; y < 39; y++) image.pixels.fill(0, y * width + from, y * width + to);
  const read = [...letters].map((text, at) => {
    const [from = 0, to = 0] = (columns ?? places)[at] ?? [];
    return { text, from, to, probability: 1 };
  });
  const strip = { image, box: { left: 0, top: 0, right: width, bottom: HEIGHT } };
  return wordsOf(strip, inkOf(image), read, columns === undefined ? width : width / COLUMN_PX)
    .map(word => word.text)
    .join(' ');
}

test('a wide gap is a space, though it be one of two', () => {
  assert.equal(
    textOf('13A', [
      [10, 22],
      [25, 37],
      [52, 72],
    ]),
    '13 A',
  );
  assert.equal(
    textOf('13A', [
      [10, 22],
      [25, 37],
      [40, 60],
    ]),
    '13A',
  );
});

test('a narrow letter among wide ones of equal pitch parts no word', () => {
  const places = [
    [10, 32],
    [38, 60],
    [75, 79],
    [94, 116],
    [122, 144],
  ] as const;
  assert.equal(textOf('WHITE', places), 'WHITE');
});

test('even gaps of wide setting are none', () => {
  assert.equal(
    textOf('WIDE', [
      [10, 30],
      [45, 53],
      [68, 88],
      [103, 121],
    ]),
    'WIDE',
  );
});

test('a narrow letter parts no word where the recogniser puts it a column from its neighbour', () => {
  const wide = Array.from({ length: 6 }, (_, at) => [73 + 15 * at, 85 + 15 * at] as const);
  const places = [[10, 22], [25, 37], [47, 51], [58, 70], ...wide] as const;
  const columns = [1, 3, 6, 8, 10, 12, 14, 16, 18, 20].map(from => [from, from + 1] as const);
  assert.equal(textOf('QUICKBROWN', places, columns), 'QUICKBROWN');
});

test('a word ends where its ink does, though the reading tells places only coarsely', () => {
  const image: GreyImage = { width: 70, height: HEIGHT, pixels: new Uint8Array(70 * HEIGHT).fill(255) };
  for (const [from, to] of [
    [10, 22],
    [32, 52],
  ] as const)
    for (let y = 9; y < 39; y++) image.pixels.fill(0, y * 70 + from, y * 70 + to);
  const letters = [
    { text: '4', from: 10, to: 26, probability: 1 },
    { text: ' ', from: 26, to: 40, probability: 1 },
    { text: 'W', from: 42, to: 52, probability: 1 },
  ];
  const strip = { image, box: { left: 0, top: 0, right: 70, bottom: HEIGHT } };
  const [figure, letter] = wordsOf(strip, inkOf(image), letters, 70);
  assert.deepEqual([figure?.right, letter?.left], [22, 32]);
});

test('a colon is followed by a space where the gap behind it is wider than a letter’s and than the one before it', () => {
  const word = [
    [10, 30],
    [33, 53],
    [56, 76],
    [79, 83],
  ] as const;
  const figures = (left: number) =>
    [
      [left, left + 16],
      [left + 19, left + 35],
      [left + 38, left + 54],
    ] as const;
  assert.equal(textOf('NIA:140', [...word, ...figures(93)]), 'NIA: 140');
  assert.equal(textOf('NIA:140', [...word, ...figures(86)]), 'NIA:140');
  assert.equal(textOf('119:140', [...word, ...figures(93)]), '119:140');
});

test('a word is no higher than its letters where the tails of the line above reach into its strip', () => {
  const [width, next] = [120, 60];
  const image: GreyImage = { width, height: HEIGHT, pixels: new Uint8Array(width * HEIGHT).fill(255) };
  const fill = (from: number, to: number, top: number, bottom: number) => {
    for (let y = top; y < bottom; y++) image.pixels.fill(0, y * width + from, y * width + to);
  };
  // In a line that leans, no row is free from end to end.
  fill(10, 45, 14, 40);
  fill(20, 24, 0, 9);
  fill(next, 110, 8, 34);
  fill(80, 84, 38, HEIGHT);
  const letters = [
    { text: 'n', from: 10, to: 45, probability: 1 },
    { text: ' ', from: 45, to: next, probability: 1 },
    { text: 'm', from: next, to: 110, probability: 1 },
  ];
  const strip = { image, box: { left: 0, top: 0, right: width, bottom: HEIGHT } };
  const heights = wordsOf(strip, inkOf(image), letters, width).map(({ top, bottom }) => [top, bottom]);
  assert.deepEqual(heights, [
    [14, 40],
    [8, 34],
  ]);
});

test('letters further apart than any of a word are of two: the reader passed over the leader between them', () => {
  const leader = Array.from({ length: 30 }, (_, at) => [60 + 6 * at, 64 + 6 * at] as const);
  const [image, read] = [[[10, 22], [25, 37], [40, 52], ...leader, [246, 258]] as const, [0, 1, 2, 33]];
  const [width, columns] = [280, 35];
  const picture: GreyImage = { width, height: HEIGHT, pixels: new Uint8Array(width * HEIGHT).fill(255) };
  for (const [from, to] of image)
    for (let y = 9; y < 39; y++) picture.pixels.fill(0, y * width + from, y * width + to);
  const letters = [...'ten4'].map((text, at) => {
    const [from, to] = image[read[at] ?? 0] ?? [0, 0];
    return { text, from: from / COLUMN_PX, to: to / COLUMN_PX, probability: 1 };
  });
  const strip = { image: picture, box: { left: 0, top: 0, right: width, bottom: HEIGHT } };
  const words = wordsOf(strip, inkOf(picture), letters, columns);
  assert.deepEqual(
    words.map(({ text }) => text),
    ['ten', '4'],
  );
});
