import test from 'node:test';
import { none, Sheet } from '../sheet.fixture.ts';

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
