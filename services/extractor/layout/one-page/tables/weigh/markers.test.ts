import assert from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet } from '../sheet.fixture.ts';

test('numbered items are no table', () => {
  const sheet = new Sheet();
  ['Check the pump', 'Open the valve', 'Wait for a minute', 'Close it'].forEach((step, i) => {
    sheet.text(`${i + 1}.`, 100, 100 + 14 * i).text(step, 130, 100 + 14 * i);
  });
  none(sheet);
});

test('two lists side by side are no table', () => {
  const sheet = new Sheet();
  ['Check the pump', 'Open the valve', 'Wait for it', 'Close it'].forEach((step, i) => {
    sheet.row(100 + 14 * i, [100, 112, 320, 332], ['•', step, '•', `${step} again`]);
  });
  none(sheet);
});

test('numbers before numbers are values', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 120, 140, 160]);
  [
    ['1', '1'],
    ['2', '8'],
    ['3', '27'],
  ].forEach((row, i) => {
    sheet.row(114 + 20 * i, [100, 250], row);
  });
  assert.equal(only(sheet).rows.length, 3);
});
