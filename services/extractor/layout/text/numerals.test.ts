import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf, digitsValue } from './numerals.ts';

const values = (body: string) => [...new Set(countsOf(body).map(({ value }) => value))].sort((a, b) => a - b);

test('digits count in any script', () => {
  for (const twelve of ['12', '١٢', '۱۲', '१२', '১২', '๑๒', '១២', '၁၂', '１２'])
    assert.equal(digitsValue(twelve), 12, twelve);
});

test('letters count in the order of their alphabets, of which a script may have several', () => {
  assert.deepEqual(values('в'), [3]);
  assert.deepEqual(values('γ'), [3]);
  assert.deepEqual(values('ج'), [3, 5, 6]);
  assert.deepEqual(values('다'), [3]);
  assert.deepEqual(values('ค'), [3]);
  assert.deepEqual(values('ウ'), [3]);
  assert.deepEqual(values('الف'), [1]);
});

test('numbers made of several letters or in a frame', () => {
  assert.deepEqual(['三', '十', '十二', '二十一'].flatMap(values), [3, 10, 12, 21]);
  assert.deepEqual(['י', 'יב', 'טו', 'טז', 'כא'].flatMap(values), [10, 12, 15, 16, 21]);
  assert.deepEqual(['③', '⑴', '㈡', '❿'].flatMap(values), [3, 1, 2, 10]);
});
