import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCapitalI } from './capital-i.ts';
import type { RecognizedLine } from './engine.ts';

/** Print of 100 pixels an em on the base line 100; a bar's box as given, letters' as their ascenders say. */
function line(text: string, bar: { top: number; bottom: number }): RecognizedLine {
  const words = text.split(' ').map((word, at) => ({
    text: word,
    left: 100 * at,
    right: 100 * at + 80,
    top: word.includes('|') ? bar.top : 31,
    bottom: word.includes('|') ? bar.bottom : 100,
    confidence: 90,
  }));
  return { left: 0, right: 100 * words.length, top: 31, bottom: 100, words };
}

const CAPITAL = { top: 31, bottom: 101 };
const BAR = { top: 20, bottom: 122 };

const read = (text: string, bar = CAPITAL): string =>
  withCapitalI([line(text, bar)])
    .flatMap(({ words }) => words.map(word => word.text))
    .join(' ');

test('a bar as high as a capital, on the base line, is the capital I', () => {
  assert.equal(read('All that | have held'), 'All that I have held');
  assert.equal(read("So (| held) and |'m held"), "So (I held) and I'm held");
  assert.equal(read('Held in Part |V of the'), 'Held in Part IV of the');
});

test('a bar that goes below the base line stays one', () => {
  assert.equal(read('North | South of it', BAR), 'North | South of it');
});

test('bars between letters and among bars say nothing', () => {
  assert.equal(read('the set |x| of held'), 'the set |x| of held');
  assert.equal(read('| | |'), '| | |');
});
