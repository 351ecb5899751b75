import assert from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet } from '../sheet.fixture.ts';

const SENDER = ['Harbour Print', 'Mill Lane', 'Dublin', 'Ireland'];
const RECEIVER = ['Maple and Sons', 'Quay Road', 'Leeds', 'England'];
const down = (sheet: Sheet, left: number, lines: readonly string[]) =>
  lines.forEach((line, i) => {
    sheet.text(line, left, 100 + 12 * i);
  });

test('two addresses side by side, written one after the other, are no table', () => {
  const sheet = new Sheet();
  down(sheet, 80, SENDER);
  down(sheet, 330, RECEIVER);
  none(sheet);
});

test('columns of prose between two rules are no table', () => {
  const sheet = new Sheet().across(80, 70, 540).across(180, 70, 540);
  const lines = [
    'The council met again',
    'last week and found',
    'that nothing more could',
    'be done for the bridge',
  ];
  down(sheet, 80, [...lines, ...lines]);
  down(sheet, 330, [...lines, ...lines]);
  none(sheet);
});

test('a table of one column between rules is one, though it is written from top to bottom', () => {
  const sheet = new Sheet();
  ['Fruit', 'Apples', 'Pears', 'Quinces'].forEach((fruit, i) => {
    sheet.across(100 + 20 * i, 90, 300).text(fruit, 100, 114 + 20 * i);
  });
  sheet.across(180, 90, 300);
  assert.equal(only(sheet).rows.length, 4);
});
