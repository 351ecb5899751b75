import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credible, meanConfidence } from './confidence.ts';
import type { RecognizedLine } from './engine.ts';
import { joinedLines } from './join.ts';
import { mayBeLine, missedLines } from './missed.ts';

function line(text: string, left: number, top: number, confidence = 90): RecognizedLine {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    confidence,
    left: left + index * 60,
    top,
    right: left + index * 60 + 50,
    bottom: top + 20,
  }));
  return { left, top, right: words.at(-1)?.right ?? left, bottom: top + 20, words };
}

const letter = (left: number, top: number, height = 20) => ({
  left,
  top,
  right: left + 12,
  bottom: top + height,
  area: 100,
});

test('confidence is the mean over words by their length', () => {
  assert.equal(meanConfidence([line('abcd', 0, 0, 100), line('abcdefghijkl', 0, 40, 20)]), 40);
  assert.equal(meanConfidence([]), 0);
});

test('what was hardly read at all is left out', () => {
  assert.deepEqual(credible([line('stain', 0, 0, 12), line('word', 0, 40, 88)]).length, 1);
  assert.deepEqual(credible([line('a ~ b', 0, 0, 40)]).map(texts), [['a', 'b']]);
});

test('a word of letters among words that read well is kept, however badly it reads; leaders and codes are not', () => {
  const good = line('Names of foreign towns', 0, 0);
  const doubted = (text: string) => ({
    ...good,
    words: [...good.words, { ...line(text, 240, 0, 0).words[0] }],
  });
  const kept = (text: string) =>
    texts(credible([doubted(text) as RecognizedLine])[0] as RecognizedLine).at(-1);
  assert.equal(kept('Szczecin'), 'Szczecin');
  assert.deepEqual(['eeeeee', '(0012)', 'il'].map(kept), ['towns', 'towns', 'towns']);
});

test('letters that no word covers are gathered into lines', () => {
  const letters = [letter(0, 0), letter(300, 0), letter(318, 2), letter(500, 100)];
  assert.deepEqual(missedLines(letters, 20, [line('ab', -10, 0)]), [
    { left: 300, top: 0, right: 330, bottom: 22 },
    { left: 500, top: 100, right: 512, bottom: 120 },
  ]);
});

test('dots and large drawings are no missed lines', () => {
  assert.deepEqual(missedLines([letter(0, 0, 5), letter(50, 0, 90)], 20, []), []);
});

test('a dash, a speck and a drawing are no lines of their own, a word and a headline are', () => {
  const box = (width: number, height: number) => ({ left: 0, right: width, top: 0, bottom: height });
  const may = (width: number, height: number) => mayBeLine(box(width, height), 20);
  assert.deepEqual([may(30, 6), may(10, 13), may(60, 45)], [false, false, false]);
  assert.deepEqual([may(12, 20), may(50, 16), may(200, 45)], [true, true, true]);
});

test('thousands of loose pieces are texture', () => {
  const texture = Array.from({ length: 400 }, (_, index) =>
    letter((index % 20) * 90, Math.floor(index / 20) * 60),
  );
  assert.deepEqual(missedLines(texture, 20, []), []);
});

test('a word that was read alone goes back between its neighbours', () => {
  const joined = joinedLines([line('a x c', 0, 0)].map(without('x')), [line('b', 60, 1)]);
  assert.deepEqual(joined.map(texts), [['a', 'b', 'c']]);
});

test('a cell far from the line, or under one of its words, stays a line of its own', () => {
  const joined = joinedLines([line('a b', 0, 0)], [line('far', 300, 0), line('low', 0, 24)]);
  assert.deepEqual(joined.map(texts), [['a', 'b'], ['far'], ['low']]);
});

const texts = ({ words }: RecognizedLine): string[] => words.map(word => word.text);
const without = (text: string) => (of: RecognizedLine) => ({
  ...of,
  words: of.words.filter(word => word.text !== text),
});
