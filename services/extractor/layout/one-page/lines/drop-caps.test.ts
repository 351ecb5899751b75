import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { linesOf } from './lines.ts';

const texts = (...items: ReturnType<typeof itemsAt>[]) =>
  linesOf(items.flat().map((item, index) => ({ ...item, index }))).map(line => line.text);

const PROSE = [
  itemsAt(72, 100, 'sland member replaces the picture and'),
  itemsAt(72, 112, 'carries it away'),
  itemsAt(50, 124, 'to another place'),
];

test('a large first letter opens the first of the lines that it stands beside', () => {
  const letter = itemsAt(50, 114, 'I', { size: 32 });
  assert.deepEqual(texts(letter, ...PROSE), [
    'Island member replaces the picture and',
    'carries it away',
    'to another place',
  ]);
});

test('a large letter far from any text stands alone', () => {
  assert.equal(texts(itemsAt(300, 114, 'I', { size: 32 }), ...PROSE)[0], 'I');
});

test('a large number stands before the title of two lines that it counts', () => {
  const number = itemsAt(30, 114, '2', { size: 32 });
  assert.deepEqual(texts(number, itemsAt(72, 100, 'Write to the'), itemsAt(72, 112, 'secretary of state')), [
    '2 Write to the',
    'secretary of state',
  ]);
});
