import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BULLET, GrowingList, type Marker, styleFrom, styleOfAll } from './growing-list.ts';

const number = (count: number): Marker => ({ text: `${count}.`, bullet: false, count, gap: ' ' });
const letter = (text: string): Marker => ({ text, bullet: false, count: null, gap: ' ' });

test('a list that begins with 1 counts by itself for as long as the numbers follow each other', () => {
  const list = new GrowingList(styleFrom(number(1)), null);
  list.add(number(1), 'one');
  assert.equal(list.goesOn(number(2)), true);
  for (const other of [number(1), number(3), BULLET, letter('b)')]) assert.equal(list.goesOn(other), false);
  assert.deepEqual([list.list.ordered, list.list.items[0]?.text], [true, 'one']);
});

test('any other marker stays in the text, and a 1 begins another list', () => {
  const list = new GrowingList(styleFrom(number(4)), 2);
  list.add(number(4), 'four');
  list.add(letter('b)'), '');
  assert.equal(list.goesOn(number(9)), true);
  assert.equal(list.goesOn(number(1)), false);
  assert.equal(list.goesOn(BULLET), false);
  assert.deepEqual(
    list.list.items.map(({ text }) => text),
    ['4. four', 'b)'],
  );
});

test('bullets go on with bullets only', () => {
  const list = new GrowingList(styleFrom(BULLET), null);
  list.add(BULLET, 'dot');
  assert.deepEqual([list.goesOn(BULLET), list.goesOn(number(2)), list.list.ordered], [true, false, false]);
});

test('where all markers are known, one number out of its place makes all of them told', () => {
  assert.equal(styleOfAll([number(1), number(2)]), 'counted');
  assert.equal(styleOfAll([number(1), number(3)]), 'marked');
  assert.equal(styleOfAll([BULLET, BULLET]), 'marked');
});
