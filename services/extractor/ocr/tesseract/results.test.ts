import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, type ResultIterator } from './results.ts';

interface Place {
  text: string;
  beginsLine?: boolean;
}

/** Words 40 pixels apart; a line's box is as wide as three words. */
function iterator(places: readonly (Place | null)[]): ResultIterator {
  let at = 0;
  const here = () => places[at] ?? null;
  return {
    Begin: () => {
      at = 0;
    },
    Next: () => ++at < places.length,
    Empty: () => here() === null,
    IsAtBeginningOf: () => here()?.beginsLine === true,
    getBoundingBox: level =>
      level === 2 ? { x0: 0, y0: 0, x1: 120, y1: 20 } : { x0: at * 40, y0: 0, x1: at * 40 + 30, y1: 20 },
    GetUTF8Text: () => here()?.text ?? '',
    Confidence: () => 80,
  };
}

test('the words of the engine become lines, without empty ones', () => {
  const lines = linesOf(
    iterator([
      { text: 'Two', beginsLine: true },
      { text: 'words' },
      { text: ' ' },
      { text: ' ', beginsLine: true },
    ]),
  );
  assert.equal(lines.length, 1);
  assert.deepEqual(lines[0]?.words, [
    { text: 'Two', confidence: 80, left: 0, top: 0, right: 30, bottom: 20 },
    { text: 'words', confidence: 80, left: 40, top: 0, right: 70, bottom: 20 },
  ]);
});

test('a page without text and a picture among the blocks give no words', () => {
  assert.deepEqual(linesOf(iterator([null])), []);
  assert.equal(linesOf(iterator([null, { text: 'Word', beginsLine: true }])).length, 1);
});

test('words come without marks of direction, and their brackets stand for what is meant', () => {
  const texts = (...words: string[]) =>
    linesOf(iterator(words.map((text, at) => ({ text, beginsLine: at === 0 }))))[0]?.words.map(
      word => word.text,
    );
  assert.deepEqual(texts('\u200fTCP\u200e', ')ראה', 'לעיל(,', '(انظر'), ['TCP', '(ראה', 'לעיל),', '(انظر']);
});
