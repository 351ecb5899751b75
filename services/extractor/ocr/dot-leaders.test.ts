import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dotLeaders, partedAtLeaders, withLeaders } from './dot-leaders.ts';
import type { Box, RecognizedLine } from './engine.ts';

const LETTER_PX = 14;
const box = (left: number, top: number, width: number, height: number): Box => ({
  ...{ left, top },
  right: left + width,
  bottom: top + height,
});
/** Dots from `left` on, one every `step` pixels, each `fall` pixels lower than the one before. */
const dots = (count: number, { left = 200, top = 20, step = 12, fall = 0 } = {}) =>
  Array.from({ length: count }, (_, at) => box(left + step * at, top + Math.round(fall * at), 4, 4));
const letters = (count: number, left: number, top = 10) =>
  Array.from({ length: count }, (_, at) => box(left + 12 * at, top, 10, LETTER_PX));

test('even dots on a level are a leader, close together or far apart, and where a page leans', () => {
  for (const row of [{}, { step: 5 }, { step: 21 }, { fall: 0.1 }]) {
    const [leader, ...others] = dotLeaders(
      [...letters(9, 60), ...dots(40, row), ...letters(1, 1200)],
      LETTER_PX,
    );
    assert.deepEqual([leader?.left, leader?.dots, others.length], [200, 40, 0]);
  }
});

test('a frame around a table of contents takes none of its leaders', () => {
  assert.equal(dotLeaders([...dots(40), box(5, 0, 1200, 300)], LETTER_PX).length, 1);
});

test('an ellipsis, specks here and there and dots that text stands on are no leader', () => {
  assert.deepEqual(dotLeaders(dots(3), LETTER_PX), []);
  const specks = Array.from({ length: 40 }, (_, at) =>
    box(200 + 12 * at + 4 * (at % 3), 20 + 7 * (at % 5), 4, 4),
  );
  assert.deepEqual(dotLeaders(specks, LETTER_PX), []);
  assert.deepEqual(dotLeaders([...dots(40, { top: 26 }), ...letters(5, 300)], LETTER_PX), []);
  assert.deepEqual(dotLeaders([...dots(40, { top: 26 }), box(300, -60, 50, 84)], LETTER_PX), []);
});

test('short rows are grain, unless three of them end at one place or a long one is beside them', () => {
  const grain = [0, 1, 2].flatMap(row => dots(8, { left: 200 + 80 * row, top: 20 + 60 * row }));
  assert.deepEqual(dotLeaders(grain, LETTER_PX), []);
  assert.equal(dotLeaders([...grain, ...dots(20, { top: 300 })], LETTER_PX).length, 4);
  const menu = [0, 1, 2].flatMap(row => dots(8 + row, { left: 300 - 12 * row, top: 20 + 60 * row }));
  assert.equal(dotLeaders(menu, LETTER_PX).length, 3);
});

test('a page of nothing but dots has no leaders, and takes no time', () => {
  const rows = Array.from({ length: 250 }, (_, at) => dots(100, { top: 20 * at })).flat();
  assert.deepEqual(dotLeaders(rows, LETTER_PX), []);
});

test('a line is parted at its leader, and one that is nothing else is left out', () => {
  const leaders = dotLeaders(dots(40), LETTER_PX);
  const [whole, alone, other] = [box(50, 5, 700, 24), box(300, 5, 90, 24), box(50, 60, 700, 24)];
  const parted = partedAtLeaders([whole, alone, other], leaders);
  assert.deepEqual(
    parted.map(({ left, right }) => [left, right]),
    [
      [50, 200],
      [672, 750],
      [50, 750],
    ],
  );
  assert.equal(parted[2], other);
});

test('letters of print a third as large as the page’s are no dots', () => {
  const small = Array.from({ length: 9 }, (_, at) => box(200 + 9 * at, 20, 5, 5));
  const line = box(190, 15, 100, 12);
  const leaders = dotLeaders(small, LETTER_PX);
  assert.deepEqual(partedAtLeaders([line], leaders), [line]);
  const read = { ...line, words: [{ ...line, text: 'of a score', confidence: 90 }] };
  assert.deepEqual(withLeaders([read], leaders), [read]);
});

test('the dots stand between what they join, on its base line', () => {
  const line = (text: string, left: number, width: number): RecognizedLine => {
    const place = box(left, 10, width, LETTER_PX);
    return { ...place, words: [{ ...place, text, confidence: 90 }] };
  };
  const leaders = dotLeaders(dots(40), LETTER_PX);
  const lines = withLeaders([line('Contents', 60, 130), line('7', 700, 9)], leaders);
  const row = lines.find(({ left }) => left === 200);
  assert.deepEqual([row?.words[0]?.text, row?.bottom], ['.'.repeat(40), 24]);
  const apart = [line('Name', 20, 60), line('of', 900, 20)];
  assert.deepEqual(withLeaders(apart, leaders), apart);
});
