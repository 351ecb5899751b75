import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../page/content.ts';
import { type Line, lineOf } from '../../page/line.ts';
import { keptLines } from './kept-lines.ts';

const plain = { name: 'Plain', bold: false, italic: false, monospace: false };
const bold = { ...plain, name: 'Bold', bold: true };

function word(text: string, index: number, more: Partial<TextItem> = {}): TextItem {
  const place = { left: 50 + index * 33.3, baseline: 700.25, width: 30, size: 10.5, angle: 0 };
  return { text, spaceBefore: true, ...place, font: plain, color: 0, invisible: false, index, ...more };
}

const lines: Line[] = [
  lineOf([word('Quiet', 0), word('authors', 1, { font: bold, color: null }), word('count', 2)]),
  lineOf([
    word('the', 3),
    word('ends', 4, { markedContent: 0, element: 1 }),
    word('.', 5, { spaceBefore: false }),
  ]),
  lineOf([
    word('7', 6, { field: true, angle: 90, invisible: true }),
    word('words', 9, { spaceBefore: false }),
  ]),
];

test('words come back as they were', () => {
  assert.deepEqual(
    keptLines(lines).map(line => line.items),
    lines.map(line => line.items),
  );
});

test('a line keeps all else, and its copies keep their words', () => {
  const [kept] = keptLines(lines);
  assert.ok(kept);
  const { items, ...facts } = { ...kept, text: 'another' };
  assert.equal(items.length, 3);
  assert.equal(facts.baseline, lines[0]?.baseline);
  assert.equal(facts.fontName, lines[0]?.fontName);
});

test('a line made anew of kept words belongs to their element of the structure tree', () => {
  const tagged = lineOf([word('A', 0, { element: 7 }), word('title', 1, { element: 7 })]);
  const [kept] = keptLines([tagged]);
  assert.equal(lineOf(kept?.items ?? []).element, 7);
});

test('a line whose text is not that of its words stays as it is', () => {
  const changed = { ...(lines[0] as Line), text: 'Quiet people' };
  assert.equal(keptLines([changed])[0], changed);
});
