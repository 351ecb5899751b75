import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inReadingOrder } from './floats.ts';

const box = (name: string, left: number, top: number, right: number, bottom: number, aside = false) => ({
  name,
  left,
  top,
  right,
  bottom,
  aside,
  lineCount: 5,
});
const names = (...boxes: ReturnType<typeof box>[]) => inReadingOrder(boxes).map(({ name }) => name);

test('a box between two columns keeps neither from being read whole', () => {
  assert.deepEqual(
    names(
      box('left', 0, 0, 200, 400),
      box('right', 220, 0, 420, 400),
      box('quote', 140, 150, 280, 250, true),
      box('across', 0, 420, 420, 480),
    ),
    ['left', 'right', 'quote', 'across'],
  );
});

test('so does a quotation without a box, set over the gutter', () => {
  assert.deepEqual(
    names(
      box('left', 0, 0, 200, 190),
      box('left, below', 0, 200, 200, 400),
      box('right', 220, 0, 420, 290),
      box('right, below', 220, 300, 420, 400),
      box('quote', 170, 150, 250, 250),
    ),
    ['left', 'left, below', 'right', 'quote', 'right, below'],
  );
});

test('a box comes before the text that runs around its right side, after that around its left', () => {
  const [one, two] = [box('one', 0, 0, 400, 200), box('two', 0, 210, 400, 400)];
  assert.deepEqual(names(one, two, box('box', 0, 50, 150, 150, true)), ['box', 'one', 'two']);
  assert.deepEqual(names(one, two, box('box', 250, 50, 400, 250, true)), ['one', 'two', 'box']);
});

test('a box that nothing runs around is read where it stands', () => {
  assert.deepEqual(
    names(box('one', 0, 0, 400, 90), box('box', 0, 100, 400, 150, true), box('two', 0, 160, 400, 300)),
    ['one', 'box', 'two'],
  );
});
