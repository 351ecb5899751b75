import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { linesOf } from './lines.ts';

const row = (at: number, label: string, value: string, left = 200) => [
  ...itemsAt(50, 100 + 20 * at, label, { index: 20 * at }),
  ...itemsAt(left, 100 + 20 * at, value, { index: 20 * at + 10 }),
];
const texts = (...rows: ReturnType<typeof row>[]) => linesOf(rows.flat()).map(line => line.text);

test('labels of a form are read with what stands beside them', () => {
  assert.deepEqual(
    texts(row(0, 'Name:', 'Ann Adams'), row(1, 'Date of birth:', '3 May'), row(2, 'Town:', 'Bristol')),
    ['Name: Ann Adams', 'Date of birth: 3 May', 'Town: Bristol'],
  );
});

test('a lone line that ends in a colon is not joined to the column beside it', () => {
  assert.equal(texts(row(0, 'We saw:', 'and went on'), row(1, 'a boat.', 'until night.')).length, 4);
});

test('what stands at different places is no column of values', () => {
  const rows = [row(0, 'Name:', 'one', 120), row(1, 'Date:', 'two', 160), row(2, 'Town:', 'three', 200)];
  assert.equal(texts(...rows).length, 6);
});

test('a value a space behind its label is on its line, whichever was drawn first', () => {
  const [label, value] = [
    itemsAt(50, 100, 'Customer:', { index: 8 }),
    itemsAt(98, 100, '6669263', { index: 2 }),
  ];
  assert.deepEqual(
    linesOf([...value, ...label]).map(line => line.text),
    ['Customer: 6669263'],
  );
});

test('items of a list in two columns stay apart, though those at the left end in colons', () => {
  const rows = [
    row(0, '□ Surgery:', '□ Stop smoking'),
    row(1, '□ Clinic:', '□ Exercise'),
    row(2, '□ Scan:', '□ Protein'),
  ];
  assert.equal(texts(...rows).length, 6);
  const boxes = [row(0, 'Gender:', '□ Female'), row(1, 'Married:', '□ Yes'), row(2, 'Children:', '□ No')];
  assert.deepEqual(texts(...boxes), ['Gender: □ Female', 'Married: □ Yes', 'Children: □ No']);
});
