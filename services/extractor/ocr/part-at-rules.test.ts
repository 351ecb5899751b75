import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partedAtRules } from './part-at-rules.ts';

const line = { left: 0, top: 100, right: 300, bottom: 140 };

test('a line over the border of two cells is two lines', () => {
  const vertical = [{ left: 148, top: 0, right: 152, bottom: 400 }];
  assert.deepEqual(partedAtRules([line], { horizontal: [], vertical }), [
    { ...line, right: 148 },
    { ...line, left: 152 },
  ]);
});

test('a short stroke is a letter and parts nothing', () => {
  const vertical = [{ left: 148, top: 110, right: 152, bottom: 130 }];
  assert.deepEqual(partedAtRules([line], { horizontal: [], vertical }), [line]);
});

test('the border under a cell is cut off', () => {
  const horizontal = [{ left: 0, top: 134, right: 600, bottom: 137 }];
  assert.deepEqual(partedAtRules([line], { horizontal, vertical: [] }), [{ ...line, bottom: 134 }]);
});
