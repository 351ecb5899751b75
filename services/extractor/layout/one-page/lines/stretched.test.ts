import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../page/content.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { linesOf } from './lines.ts';

/** Words between x = 50 and x = 250, with equally stretched spaces. */
function justified(baseline: number, index: number, ...words: string[]): TextItem[] {
  const width = words.join('').length * 5;
  const gap = (200 - width) / (words.length - 1);
  let left = 50;
  return words.flatMap((word, at) => {
    const items = itemsAt(left, baseline, word, { index: index + at });
    left += word.length * 5 + gap;
    return items;
  });
}

const texts = (items: readonly TextItem[]) => linesOf(items).map(line => line.text);

test('a justified line with few words is one line, however far they stand apart', () => {
  const items = [
    ...justified(100, 0, 'the', 'river', 'rose', 'all', 'night', 'long', 'and'),
    ...justified(112, 7, 'extraordinarily', 'comprehensive'),
    ...justified(124, 9, 'representations', 'of', 'it'),
  ];
  assert.deepEqual(texts(items), [
    'the river rose all night long and',
    'extraordinarily comprehensive',
    'representations of it',
  ]);
});

test('the spaces that French sets around quotes and before signs are not stretched with the others', () => {
  const items = [
    ...justified(100, 0, 'la', 'vente', 'ou', 'le', 'retrait', 'de', 'casiers'),
    ...itemsAt(50, 112, '«', { index: 7 }),
    ...itemsAt(58, 112, 'casiers', { index: 8 }),
    ...itemsAt(118, 112, 'connectés', { index: 9 }),
    ...itemsAt(166, 112, '».', { index: 10 }),
    ...itemsAt(201, 112, 'Ces', { index: 11 }),
    ...itemsAt(240, 112, 'ci', { index: 12 }),
  ];
  assert.deepEqual(texts(items), ['la vente ou le retrait de casiers', '« casiers connectés ». Ces ci']);
});

test('cells of a row below a paragraph stay apart: they end elsewhere or stand unevenly', () => {
  const prose = justified(100, 0, 'the', 'river', 'rose', 'all', 'night', 'long', 'and');
  const cells = (...lefts: number[]) =>
    lefts.flatMap((left, at) => itemsAt(left, 112, 'cell', { index: 7 + at }));
  assert.equal(texts([...prose, ...cells(50, 110, 170)]).length, 4);
  assert.equal(texts([...prose, ...cells(50, 90, 230)]).length, 4);
});
