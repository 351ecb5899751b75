import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FontStyle, PageContent, TextItem } from '../../../layout/page/content.ts';
import { readableItems, withWordsInGaps } from './merge.ts';

const font = (name: string): FontStyle => ({ name, bold: false, italic: false, monospace: false });
const [broken, whole, read] = [font('Broken'), font('Whole'), font('')];

const word = (text: string, left: number, of: FontStyle): TextItem => ({
  text,
  left,
  baseline: 100,
  width: 40,
  size: 10,
  angle: 0,
  font: of,
  color: 0,
  invisible: false,
  spaceBefore: true,
  index: 0,
});

const gap = { left: 55, baseline: 100, width: 30, size: 10, font: broken, glyphs: 30 };
const page = (unreadable: number): PageContent => ({
  number: 1,
  width: 612,
  height: 792,
  items: [word('2', 50, broken), word('river', 200, whole)],
  rules: [],
  shadings: [],
  curves: [],
  pictures: [],
  unreadable,
  gaps: [gap],
});

const texts = (items: readonly TextItem[]) => items.map(item => item.text);

test('a letter that a broken font happens to say gives way to the word read there', () => {
  const mended = withWordsInGaps(page(30), [word('On', 50, read)]);
  assert.deepEqual(texts(mended.items), ['river', 'On']);
});

test('of a page whose broken fonts are known the words of the others are believed', () => {
  assert.deepEqual(texts(readableItems(page(30))), ['river']);
  assert.deepEqual(texts(readableItems(page(300))), []);
});
