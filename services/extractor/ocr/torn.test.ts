import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecognizedLine, RecognizedWord } from './engine.ts';
import { isSameWord, mended, tornWords } from './torn.ts';

const word = (text: string, left: number): RecognizedWord => ({
  text,
  confidence: 95,
  left,
  right: left + 12 * text.length,
  top: 0,
  bottom: 20,
});
const line = (...words: RecognizedWord[]): RecognizedLine => ({
  left: words[0]?.left ?? 0,
  right: words.at(-1)?.right ?? 0,
  top: 0,
  bottom: 20,
  words,
});
const box = (left: number, right: number, top = 0) => ({ left, right, top, bottom: top + 20 });

test('a lost letter right before or after a word belongs to it, to both its sides', () => {
  const [amount, other] = [word('001', 20), word('NEXT', 200)];
  const { torn, loose } = tornWords([box(8, 18), box(57, 67)], [line(amount, other)], 20);
  assert.deepEqual(loose, []);
  assert.deepEqual(
    torn.map(({ word: of, whole }) => [of.text, whole.left, whole.right]),
    [['001', 8, 67]],
  );
});

test('letters further than a space, or on another line, are words of their own', () => {
  const boxes = [box(72, 84), box(20, 50, 30)];
  const { torn, loose } = tornWords(boxes, [line(word('001', 20))], 20);
  assert.deepEqual([torn, loose], [[], boxes]);
});

test('a word is mended only by a reading that says more', () => {
  const torn = word('001', 20);
  const whole = line(torn, word('NEXT', 200));
  const part = { line: whole, word: torn, boxes: [box(8, 18)], whole: box(8, 56) };
  const texts = (read: RecognizedWord[]) => mended(part, read).words.map(({ text }) => text);
  assert.deepEqual(texts([word('1001', 8)]), ['1001', 'NEXT']);
  assert.deepEqual(texts([word('O01', 20)]), ['001', 'NEXT']);
  assert.deepEqual([isSameWord(part, [word('1001', 8)]), isSameWord(part, [])], [true, false]);
});
