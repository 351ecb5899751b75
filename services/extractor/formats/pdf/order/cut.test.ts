import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOrder } from './cut.ts';

const box = (name: string, left: number, top: number, right: number, bottom: number, lineCount: number) => ({
  name,
  left,
  top,
  right,
  bottom,
  lineCount,
});

const names = (boxes: ReturnType<typeof box>[]) => cutOrder(boxes).map(({ name }) => name);

test('columns are read one after the other, what spans them ends both', () => {
  const boxes = [
    box('left', 0, 0, 100, 50, 5),
    box('right', 112, 0, 212, 50, 5),
    box('across', 0, 60, 212, 70, 1),
    box('left below', 0, 80, 100, 130, 5),
    box('right below', 112, 80, 212, 130, 5),
  ];
  assert.deepEqual(names(boxes), ['left', 'right', 'across', 'left below', 'right below']);
});

test('two lines of large type beside a wide gutter are a column, read before what stands around their height', () => {
  const items = [0, 40, 80, 120].map(top => box(`item ${top}`, 400, top, 500, top + 12, 1));
  assert.deepEqual(names([...items, box('title', 0, 50, 200, 90, 2)]), [
    'title',
    ...items.map(({ name }) => name),
  ]);
});

test('numbers in a narrow column are read with the rows they stand on', () => {
  const rows = [0, 20, 40, 60].flatMap(top => [
    box(`label ${top}`, 0, top, 20, top + 10, 1),
    box(`text ${top}`, 40, top, 300, top + 10, 1),
  ]);
  assert.deepEqual(
    names(rows),
    rows.map(({ name }) => name),
  );
});
