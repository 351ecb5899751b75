import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecognizedLine } from './engine.ts';
import { inkComponents } from './pixels/components.ts';
import type { Mask } from './pixels/ink.ts';
import { lettersOf } from './pixels/letters.ts';
import { loneSquares, withTickBoxes } from './tick-boxes.ts';

/** A sheet with one shape of 28 pixels each way at 100, 20, drawn by which of its pixels are ink. */
const [LEFT, TOP, SIDE] = [100, 20, 28];

function sheet(isInk: (x: number, y: number) => boolean): Mask {
  const mask = { width: 600, height: 80, ink: new Uint8Array(600 * 80) };
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) if (isInk(x, y)) mask.ink[(TOP + y) * mask.width + LEFT + x] = 1;
  return mask;
}

const edge = (at: number): boolean => at < 3 || at >= SIDE - 3;
const frame = (x: number, y: number): boolean => edge(x) || edge(y);
const cross = (x: number, y: number): boolean => Math.abs(x - y) < 3 || Math.abs(x + y - SIDE) < 3;
const ring = (x: number, y: number): boolean => {
  const radius = Math.hypot(x - SIDE / 2, y - SIDE / 2);
  return radius <= SIDE / 2 && radius > SIDE / 2 - 4;
};

/** Print of 40 pixels an em on the base line 48. */
function line(...words: [text: string, left: number, right: number][]): RecognizedLine {
  const read = words.map(([text, left, right]) => ({
    text,
    left,
    right,
    top: 20,
    bottom: 48,
    confidence: 90,
  }));
  return { left: read[0]?.left ?? 0, right: read.at(-1)?.right ?? 0, top: 20, bottom: 48, words: read };
}

function read(mask: Mask, ...lines: RecognizedLine[]): string[] {
  const marked = withTickBoxes(lines, inkComponents(mask), mask);
  return marked.map(({ words }) => words.map(word => word.text).join(' '));
}

const MISREAD = line(['C1', 99, 130], ['North', 150, 240]);

test('a square before a word is a box to tick, whatever it was read as', () => {
  assert.deepEqual(read(sheet(frame), MISREAD), ['☐ North']);
  assert.deepEqual(read(sheet(frame), line(['North', 150, 240])), ['☐ North']);
});

test('a box may follow its word', () => {
  assert.deepEqual(read(sheet(frame), line(['Held', 20, 90])), ['Held ☐']);
});

test('a box with something in it is ticked, joined to its frame or not', () => {
  assert.deepEqual(
    read(
      sheet((x, y) => frame(x, y) || cross(x, y)),
      MISREAD,
    ),
    ['☒ North'],
  );
  const apart = (x: number, y: number) => x > 6 && x < 21 && y > 6 && y < 21;
  assert.deepEqual(
    read(
      sheet((x, y) => frame(x, y) || (cross(x, y) && apart(x, y))),
      MISREAD,
    ),
    ['☒ North'],
  );
});

test('a round letter is none', () => {
  assert.deepEqual(read(sheet(ring), line(['O', 99, 130], ['North', 150, 240])), ['O North']);
});

test('a word of small letters whose print looks square stays', () => {
  assert.deepEqual(read(sheet(frame), line(['in', 99, 130], ['North', 150, 240])), ['in North']);
});

test('a square inside a word or far from any stays out', () => {
  assert.deepEqual(read(sheet(frame), line(['Northern', 20, 240])), ['Northern']);
  assert.deepEqual(read(sheet(frame), line(['North', 300, 400])), ['North']);
});

test('a box that was read as the beginning of its word is parted from it', () => {
  assert.deepEqual(read(sheet(frame), line(['CINorth', 98, 240])), ['☐ North']);
  assert.deepEqual(read(sheet(frame), line(['Orth', 98, 132])), ['Orth']);
});

/** The same sheet at a third of its size, with frames a pixel wide. */
function small(isInk: (x: number, y: number) => boolean): string[] {
  const mask = { width: 200, height: 30, ink: new Uint8Array(6000) };
  for (let y = 0; y < 10; y++)
    for (let x = 0; x < 10; x++) if (isInk(x, y)) mask.ink[(7 + y) * mask.width + 33 + x] = 1;
  const { words, ...box } = line(['C1', 99, 130], ['North', 150, 240]);
  const third = ({ left, right, top, bottom }: typeof box) => ({
    left: left / 3,
    right: right / 3,
    top: top / 3,
    bottom: bottom / 3,
  });
  return read(mask, { ...third(box), words: words.map(word => ({ ...word, ...third(word) })) });
}

test('a box of ten pixels is one where its sides are whole; letters that touch are none', () => {
  const thin = (x: number, y: number): boolean => x === 0 || x === 9 || y === 0 || y === 9;
  assert.deepEqual(small(thin), ['☐ North']);
  assert.deepEqual(
    small((x, y) => thin(x, y) && !(y < 2 && (x === 4 || x === 5))),
    ['C1 North'],
  );
});

test('squares that stand apart are known before anything is read, square letters of a word are not', () => {
  const squaresOf = (mask: Mask) => {
    const components = inkComponents(mask);
    return loneSquares({ mask, components, letters: lettersOf(components), letterHeight: 20 }).length;
  };
  assert.equal(squaresOf(sheet(frame)), 1);
  const beside = sheet(frame);
  for (let y = TOP; y < TOP + SIDE; y++)
    beside.ink.fill(1, y * beside.width + LEFT + SIDE + 2, y * beside.width + LEFT + SIDE + 9);
  assert.equal(squaresOf(beside), 0);
});
