import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

test('words of one line go each to the cell that holds its middle', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 120, 140]);
  sheet.text('left', 100, 114).text('right', 250, 114).text('one          other', 215, 134);
  assert.deepEqual(texts(only(sheet).rows)[1], ['one', 'other']);
});
