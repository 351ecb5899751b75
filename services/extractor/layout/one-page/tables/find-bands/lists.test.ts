import assert from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet, texts } from '../sheet.fixture.ts';

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

test('an entry that wraps between rules stays one row of a list', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 172, 192]) sheet.across(y, 90, 220);
  sheet.text('Duties', 95, 114, { bold: true }).text('Keep the minutes', 95, 134);
  sheet
    .text('Write to all members who', 95, 154)
    .text('have moved', 95, 166)
    .text('Count the votes', 95, 186);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Duties'],
    ['Keep the minutes'],
    ['Write to all members who have moved'],
    ['Count the votes'],
  ]);
});

test('entries under a shaded head may fill its width and wrap', () => {
  const sheet = new Sheet().shade(90, 100, 220, 120).text('Duties', 95, 114, { bold: true });
  sheet
    .text('Keep the minutes', 95, 134)
    .text('Write to all members who', 95, 154)
    .text('have moved', 95, 166);
  sheet.text('Count the votes', 95, 186).text('Lock the doors', 95, 206);
  assert.deepEqual(
    texts(only(sheet).rows).map(row => row[0]),
    [
      'Duties',
      'Keep the minutes',
      'Write to all members who have moved',
      'Count the votes',
      'Lock the doors',
    ],
  );
});

test('labels that no rule parts are no table of one column, though bars stand above and below them', () => {
  const sheet = new Sheet();
  for (const y of [100, 186, 272]) sheet.across(y, 90, 150);
  ['Name', 'Born', 'Town', 'Trade', '1948', '1939', '1935', '1930'].forEach((label, at) => {
    sheet.text(label, 95, 120 + 16 * at + (at > 3 ? 22 : 0));
  });
  none(sheet);
});
