import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, THREE, texts } from './sheet.fixture.ts';

test('wrapped lines of a cell are joined and a line-end hyphen goes', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 140, 160]);
  sheet
    .text('A long expla-', 100, 114)
    .text('nation here', 100, 126)
    .text('12', 250, 114)
    .row(154, THREE, ['b', '13']);
  assert.deepEqual(texts(only(sheet).rows)[0], ['A long explanation here', '12']);
});
