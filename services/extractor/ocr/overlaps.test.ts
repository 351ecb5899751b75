import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecognizedLine, RecognizedWord } from './engine.ts';
import { withoutOverlaps } from './overlaps.ts';

function word(text: string, left: number, right: number, confidence = 95, top = 0): RecognizedWord {
  return { text, confidence, left, right, top, bottom: top + 20 };
}

const line = (...words: RecognizedWord[]): RecognizedLine => ({
  left: Math.min(...words.map(({ left }) => left)),
  right: Math.max(...words.map(({ right }) => right)),
  top: Math.min(...words.map(({ top }) => top)),
  bottom: Math.max(...words.map(({ bottom }) => bottom)),
  words,
});

const textsOf = (lines: readonly RecognizedLine[]) =>
  lines.map(({ words }) => words.map(({ text }) => text).join(' '));

test('a word that two lines read is kept once, where more of it was read surely', () => {
  const row = line(word('Test', 0, 40), word('Sep', 100, 130), word('2022', 140, 180));
  const cell = line(word('Sep', 100, 130, 96), word('2022', 140, 180, 60));
  assert.deepEqual(textsOf(withoutOverlaps([row, cell])), ['Test 2022', 'Sep']);
});

test('a letter inside a word, however sure, is not kept beside it', () => {
  const found = line(word('D', 40, 52, 90));
  assert.deepEqual(textsOf(withoutOverlaps([line(word('FOODS', 0, 60, 70)), found])), ['FOODS']);
});

test('a box as wide as its line ends where the next word begins', () => {
  const [{ words } = { words: [] }] = withoutOverlaps([
    line(word('alarm,', 0, 300), word('as', 70, 90), word('Dr.', 100, 130)),
  ]);
  assert.deepEqual(
    words.map(({ left, right }) => [left, right]),
    [
      [0, 70],
      [70, 90],
      [100, 130],
    ],
  );
});

test('a box that begins too early begins where the word before it ends', () => {
  const [{ words } = { words: [] }] = withoutOverlaps([line(word('nothing', 0, 70), word('a', 45, 120))]);
  assert.deepEqual([words[0]?.right, words[1]?.left], [70, 70]);
});

test('a box as high as two lines takes no word of the other line', () => {
  const tall = { ...word('amount', 0, 60), bottom: 45 };
  const below = line(word('paid', 0, 40, 95, 25));
  assert.deepEqual(textsOf(withoutOverlaps([line(tall), below])), ['amount', 'paid']);
});
