import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toTableLine } from './table-lines.ts';
import type { Word } from './words.ts';

/** Words 5 points a character wide, each with the kind of space before it. */
const wordsOf = (...words: [left: number, text: string, before: 'drawn' | 'open'][]): Word[] =>
  words.map(([left, text, before], index) => ({
    text,
    left,
    right: left + 5 * text.length,
    top: 92,
    bottom: 102,
    baseline: 100,
    size: 10,
    bold: false,
    monospace: false,
    upright: true,
    item: index,
    index,
    spaceBefore: index > 0,
    isSpaceLeftOpen: before === 'open',
    leads: false,
  }));

const EDGES = [90, 203, 252, 310];
const cellsOf = (words: readonly Word[]): string[] =>
  toTableLine(words, EDGES).slots.map(slot => slot.words.map(({ text }) => text).join(' '));

test('numbers that fill their columns are two cells where a line that draws its spaces draws none between them', () => {
  const label = [
    [92, 'All', 'open'] as const,
    [110, 'the', 'drawn'] as const,
    [128, 'states', 'drawn'] as const,
  ];
  const line = (before: 'drawn' | 'open', ...numbers: [number, string][]) =>
    wordsOf(
      ...label.map(([left, text, space]): [number, string, 'drawn' | 'open'] => [left, text, space]),
      ...numbers.map(([left, text], at): [number, string, 'drawn' | 'open'] => [
        left,
        text,
        at === 0 ? 'open' : before,
      ]),
    );
  const near: [number, string][] = [
    [205, '3,068,550'],
    [253, '3,103,540'],
  ];
  assert.deepEqual(cellsOf(line('open', ...near)), ['All the states', '3,068,550', '3,103,540']);
  assert.deepEqual(cellsOf(line('drawn', ...near)), ['All the states', '3,068,550 3,103,540']);
  assert.deepEqual(cellsOf(line('open', [205, 'Faucet'], [253, '1.3'])), ['All the states', 'Faucet', '1.3']);
  const word: [number, string][] = [
    [205, 'CONTRACTS'],
    [253, 'GRANTS'],
  ];
  assert.deepEqual(cellsOf(line('open', ...word)), ['All the states', 'CONTRACTS GRANTS']);
});
