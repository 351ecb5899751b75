import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from '../one-page/lines/lines.ts';
import { itemsAt } from './line.fixture.ts';
import { lineOf } from './line.ts';

/** Words whose first letter is larger than the others. */
const smallCapitals = (words: readonly string[]) =>
  words.flatMap((word, at) => [
    ...itemsAt(50 + 60 * at, 100, word.slice(0, 1), { size: 11, index: 2 * at }),
    ...itemsAt(56 + 60 * at, 100, word.slice(1), { size: 8.8, index: 2 * at + 1 }).map(item => ({
      ...item,
      spaceBefore: false,
    })),
  ]);

test('small capitals have the size of the full ones, however their letters are coded', () => {
  assert.equal(lineOf(smallCapitals(['TIMBER', 'VALLEY'])).size, 11);
  assert.equal(lineOf(smallCapitals(['Timber', 'Valley'])).size, 11);
});

test('words in small print after larger ones are no small capitals', () => {
  const words = [
    ...itemsAt(50, 100, 'Timber'),
    ...itemsAt(90, 100, 'from the valley', { size: 7, index: 1 }),
  ];
  assert.equal(lineOf(words).size, 7);
});

test('a lowered script below a raised one belongs to the same line, and so does what follows', () => {
  const word = (left: number, baseline: number, text: string, size: number, index: number) =>
    itemsAt(left, baseline, text, { size, index }).map(item => ({ ...item, spaceBefore: index === 0 }));
  const words = [
    ...word(50, 100, 'of', 10, 0),
    ...word(65, 100, 'Λ', 10, 1),
    ...word(70, 96, '(0)', 7, 2),
    ...word(70, 103, 'MS', 7, 3),
    ...word(82, 100, '/μ', 10, 4),
  ];
  assert.deepEqual(
    linesOf(words).map(line => line.items.map(({ text }) => text).join('')),
    ['ofΛ(0)MS/μ'],
  );
});

test('letters that the font of a line lacks are read in the gaps that it leaves for them', () => {
  const word = (left: number, text: string, index: number, spaceBefore = true) =>
    itemsAt(left, 100, text, { index }).map(item => ({ ...item, spaceBefore }));
  const drawn = [
    ...word(50, 'th', 0),
    ...word(65, 'gi', 1),
    ...word(80, 'i', 2),
    ...word(60, 'ế', 3),
    ...word(75, 'ớ', 4),
    ...word(90, 'quy', 5),
  ];
  assert.deepEqual(
    linesOf(drawn).map(line => line.text),
    ['thếgiới quy'],
  );
});
