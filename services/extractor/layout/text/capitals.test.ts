import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCapitals } from './capitals.ts';

test('a text is in capitals from nine letters in ten on, whatever stands between them', () => {
  assert.ok(isCapitals('MINUTES OF 2026'));
  assert.ok(isCapitals('THE BOARD MET IN McLEAN, VA.'));
  assert.ok(!isCapitals('Minutes of the board'));
  assert.ok(!isCapitals('ABC 12'));
  assert.ok(!isCapitals(`${'a'.repeat(12)}${'B'.repeat(100)}`));
  assert.ok(isCapitals(`${'a'.repeat(11)}${'B'.repeat(100)}`));
});

test('letters beyond ASCII count as what they are, those of two code units once', () => {
  assert.ok(isCapitals('ПРОТОКОЛ'));
  assert.ok(!isCapitals('Протокол'));
  assert.ok(isCapitals('𐐀𐐁𐐂𐐃'));
  assert.ok(!isCapitals('𐐀𐐁𐐂'));
  assert.ok(!isCapitals('中文會議記錄'));
});
