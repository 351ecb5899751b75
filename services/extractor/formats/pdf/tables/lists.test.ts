import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from './sheet.fixture.ts';

test('a grid that is empty but for its first column is a form', () => {
  const sheet = new Sheet().grid([90, 240, 500], [100, 120, 140, 160]);
  sheet.text('Surname', 95, 114).text('Town', 95, 134).text('Telephone', 95, 154);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Surname', ''],
    ['Town', ''],
    ['Telephone', ''],
  ]);
});

test('a head over lines parted by rules is a table of one column', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160, 180]) sheet.across(y, 90, 300);
  sheet.text('Members of the board', 95, 114, { bold: true });
  ['Ada Lovelace', 'Grace Hopper', 'Mary Somerville'].forEach((name, i) => {
    sheet.text(name, 95, 134 + 20 * i);
  });
  assert.deepEqual(texts(only(sheet).rows), [
    ['Members of the board'],
    ['Ada Lovelace'],
    ['Grace Hopper'],
    ['Mary Somerville'],
  ]);
});
