import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { type Line, lineOf } from '../../page/line.ts';
import { withoutTornElements } from './torn-elements.ts';

const PARAGRAPH = 4;
const TABLE = 6;

/** Three lines, one below the other. */
function linesAt(left: number, top: number, element: number): Line[] {
  return [0, 12, 24].map(step => ({ ...lineOf(itemsAt(left, top + step, 'for as long as')), element }));
}

const elementsOf = (lines: Line[]) => new Set(withoutTornElements(lines).map(({ element }) => element));

test('text boxes all over a page are no part of the paragraph that they are tagged as', () => {
  const boxes = [100, 200, 300, 400].flatMap(top => linesAt(60, top, PARAGRAPH));
  assert.deepEqual(elementsOf([...boxes, ...linesAt(60, 500, TABLE)]), new Set([undefined, TABLE]));
  const columns = [0, 1, 2, 3].flatMap(column => linesAt(60 + 120 * column, 100, PARAGRAPH));
  assert.deepEqual(elementsOf(columns), new Set([undefined]));
});

test('a paragraph that goes on below a picture and at the head of the next column stays one', () => {
  const parts = [linesAt(60, 500, PARAGRAPH), linesAt(60, 700, PARAGRAPH), linesAt(300, 100, PARAGRAPH)];
  assert.deepEqual(elementsOf(parts.flat()), new Set([PARAGRAPH]));
});

test('what is in no block keeps its place in the order of reading', () => {
  const places = [100, 200, 300, 400, 500].flatMap(top => linesAt(60, top, PARAGRAPH + 1));
  assert.deepEqual(elementsOf(places), new Set([PARAGRAPH + 1]));
});
