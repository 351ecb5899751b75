import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raised } from './raised.ts';

test('raised figures at a number are none of its figures', () => {
  assert.equal(raised('3×10', '6'), '⁶');
  assert.equal(raised('10', '−19'), '⁻¹⁹');
  assert.equal(raised('1,234', '1, 2'), '¹, ²');
  assert.equal(raised('SO4', '2−'), '²⁻');
});

test('a raised number in several runs stays one', () => {
  assert.equal(raised('10', '-'), '⁻');
  assert.equal(raised('10⁻', '6'), '⁶');
});

test('a raised negative number at a unit is no difference', () => {
  assert.equal(raised('m s', '−2'), '⁻²');
  assert.equal(raised('(a+b)', '-1'), '⁻¹');
});

test('raised text that reads right as it is stays', () => {
  for (const [before, text] of [
    ['m', '2'],
    ['1', 'st'],
    ['word', '1'],
    ['1,234 ', '1'],
    ['1,234', '(1)'],
    ['', '1'],
    ['Ca', '2+'],
    ['2', '[1]'],
  ] as const)
    assert.equal(raised(before, text), text);
});
