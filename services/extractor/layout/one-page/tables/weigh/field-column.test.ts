import assert from 'node:assert/strict';
import test from 'node:test';
import type { Draft } from '../shape/draft.ts';
import { FreeWords } from '../shape/free-words.ts';
import { toWords, type Word } from '../shape/words.ts';
import { Sheet } from '../sheet.fixture.ts';
import { isFieldColumn } from './field-column.ts';

const VALUES = ['Ada', 'Freja', '11.40'];

/** Three framed values from 180 to 480 points, and the labels to their left. */
function page(labels: readonly string[], columns: readonly number[] = [180, 480]) {
  const sheet = new Sheet();
  VALUES.forEach((value, i) => {
    sheet.text(value, 184, 112 + 28 * i).text(labels[i] ?? '', 60, 113 + 28 * i);
  });
  const words = toWords(sheet.page.items);
  const rowOf = (i: number): Word[] => words.filter(word => word.text === VALUES[i]);
  const cells = VALUES.map((_, i) => ({ row: i, column: 0, rowspan: 1, colspan: 1, words: rowOf(i) }));
  const draft: Draft = { kind: 'band', xs: [...columns], ys: [100, 128, 156, 184], cells };
  return { draft, words: new FreeWords(words) };
}

test('frames below each other with a label beside each of their texts are fields of a form', () => {
  const { draft, words } = page(['Name', 'Boat', 'Length']);
  assert.equal(isFieldColumn(draft, words), true);
});

test('rows of one column without labels, or of several columns, are none', () => {
  for (const { draft, words } of [page([]), page(['Name', 'Boat', 'Length'], [180, 300, 480])])
    assert.equal(isFieldColumn(draft, words), false);
});
