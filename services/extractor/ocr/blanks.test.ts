import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBlanks } from './blanks.ts';
import type { Box, RecognizedLine } from './engine.ts';

/** Print of 100 pixels an em on the base line 100; all words have ascenders and no descenders. */
function line(...words: [text: string, left: number, right: number][]): RecognizedLine {
  const read = words.map(([text, left, right]) => ({
    text,
    left,
    right,
    top: 31,
    bottom: 100,
    confidence: 90,
  }));
  return { left: read[0]?.left ?? 0, right: read.at(-1)?.right ?? 0, top: 31, bottom: 100, words: read };
}

const rule = (left: number, right: number, top = 105): Box => ({ left, right, top, bottom: top + 4 });

const textsOf = (lines: readonly RecognizedLine[]) =>
  lines.map(({ words }) => words.map(word => word.text).join(' '));

test('a rule on the base line beside text is a blank of the line', () => {
  assert.deepEqual(textsOf(withBlanks([line(['Held', 0, 200])], [rule(210, 900)])), ['Held ____']);
  assert.deepEqual(textsOf(withBlanks([line(['Held', 910, 1100])], [rule(210, 900)])), ['____ Held']);
});

test('a blank connects what was read as two lines', () => {
  const parts = [line(['Held', 0, 200]), line(['at', 910, 990])];
  const read = withBlanks(parts, [rule(210, 900)]);
  assert.deepEqual(textsOf(read), ['Held ____ at']);
});

test('what is written into a blank takes its room', () => {
  const [read] = withBlanks(
    [line(['Held', 0, 200]), line(['North', 400, 600]), line(['at', 910, 990])],
    [rule(210, 900)],
  );
  assert.deepEqual(
    read?.words.map(({ text, left, right }) => [text, left, right]),
    [
      ['Held', 0, 200],
      ['North', 210, 900],
      ['at', 910, 990],
    ],
  );
});

test("what the engine made of the blank's rule goes", () => {
  const read = withBlanks([line(['Held', 0, 200], ['_—', 300, 500], ['at', 910, 990])], [rule(210, 900)]);
  assert.deepEqual(textsOf(read), ['Held ____ at']);
});

test('what the engine made of the rule at the edge of a word on it goes, too', () => {
  const read = withBlanks(
    [line(['Held', 0, 200], ['_North', 215, 420], ['725—', 440, 600])],
    [rule(210, 900, 90)],
  );
  assert.deepEqual(textsOf(read), ['Held North 725']);
});

test('a minus, a hyphen whose word no rule goes on behind, and dashes over a rule stay', () => {
  for (const [text, other] of [
    ['-725', rule(210, 900, 99)],
    ['co-', rule(380, 605, 99)],
    ['725—', rule(210, 900, 125)],
  ] as const)
    assert.deepEqual(textsOf(withBlanks([line(['Held', 0, 200], [text, 400, 600])], [other])), [
      `Held ${text}`,
    ]);
});

test('an underlined word, a rule over or under a line and one far from any word are no blanks', () => {
  const lines = [line(['Held', 0, 200], ['North', 220, 420], ['at', 440, 500])];
  for (const other of [rule(218, 422), rule(0, 900), rule(510, 900, 10), rule(510, 900, 160), rule(700, 900)])
    assert.deepEqual(textsOf(withBlanks(lines, [other])), ['Held North at']);
});

test('a blank before the number of a list stays out', () => {
  assert.deepEqual(textsOf(withBlanks([line(['4.', 910, 980], ['Held', 1000, 1200])], [rule(210, 900)])), [
    '4. Held',
  ]);
});
