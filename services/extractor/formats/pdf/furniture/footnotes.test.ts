import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../blocks/block.ts';
import { itemsAt, lineAt } from '../lines/line.fixture.ts';
import { lineOf } from '../lines/line.ts';
import { footnotesOf } from './footnotes.ts';

const page = { width: 600, height: 800, rules: [] };
const body = blockOf([lineAt(72, 300, 'The text that the notes belong to', { size: 12 })]);

/** A line that opens with a number in smaller print. */
const numbered = (text: string, style: { monospace: boolean }) => {
  const [number] = itemsAt(72, 697, '7', { size: 5 });
  const items = itemsAt(78, 700, text, { size: 9, index: 1 }).map(item => ({
    ...item,
    font: { ...item.font, ...style },
  }));
  return blockOf([lineOf(number ? [number, ...items] : items)]);
};
const isNote = (block: ReturnType<typeof numbered>) => footnotesOf([body, block], page, 12).includes(block);

test('small print at the foot that opens with a raised number is a footnote', () => {
  assert.ok(isNote(numbered('See the second chapter.', { monospace: false })));
});

test('a numbered line of a listing is none, an address in the same type is one', () => {
  assert.ok(!isNote(numbered('void draw ()', { monospace: true })));
  assert.ok(isNote(numbered('http://www.example.org/', { monospace: true })));
});
