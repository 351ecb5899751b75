import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import { itemsAt, lineAt } from '../../page/line.fixture.ts';
import { lineOf } from '../../page/line.ts';
import { footnotesOf } from './footnotes.ts';

const page = { width: 600, height: 800, rules: [] };
const body = blockOf([lineAt(72, 300, 'The text that the notes belong to', { size: 12 })]);

/** A line that begins with a number in smaller print. */
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

const raised = blockOf([
  lineOf([
    ...itemsAt(72, 300, 'as was shown before', { size: 12 }),
    ...itemsAt(190, 295, '7', { size: 6, index: 4 }),
  ]),
]);
const small = (text: string, top = 700) => blockOf([lineAt(72, top, text, { size: 9 })]);

test('a number with a point opens a footnote where the text refers to it, not where others count on from it', () => {
  const [seven, eight] = [small('7. Compared to the year before.'), small('8. Compared to the last.', 715)];
  assert.deepEqual(footnotesOf([body, raised, seven], page, 12), [seven]);
  assert.deepEqual(footnotesOf([body, raised, seven, eight], page, 12), []);
});

test('small print below a short rule is a footnote, but no caption', () => {
  const rule = {
    orientation: 'horizontal',
    position: 690,
    start: 72,
    end: 250,
    thickness: 1,
    color: 0,
  } as const;
  const [note, caption] = [small('See the second chapter.'), small('Fig. 1. Boats at their moorings.')];
  assert.deepEqual(footnotesOf([body, note], { ...page, rules: [rule] }, 12), [note]);
  assert.deepEqual(footnotesOf([body, caption], { ...page, rules: [rule] }, 12), []);
});

test('small print below an underlined title is none', () => {
  const title = small('Abstract of the first', 650);
  const underline = {
    orientation: 'horizontal',
    position: 651.5,
    start: 72,
    end: title.right,
    thickness: 0.5,
    color: 0,
  } as const;
  const text = small('See the second chapter.');
  assert.deepEqual(footnotesOf([body, title, text], { ...page, rules: [underline] }, 12), []);
});
