import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raised, TextEnd } from './raised.ts';

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

test('figures that are raised together are one number, and what has no text parts nothing', () => {
  const written = (...pieces: [string, boolean?][]) => {
    const end = new TextEnd();
    return pieces.map(([piece, isRaised]) => end.next(piece, isRaised)).join('');
  };
  assert.equal(written(['1', true], ['2', true], [' note']), '12 note');
  assert.equal(written(['10'], ['', true], [''], ['6', true]), '10⁶');
  assert.equal(written(['10'], ['-', true], ['6', true], ['7']), '10⁻⁶7');
});
