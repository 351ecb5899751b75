import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [100, 250, 400];

test('lines that end because the next word found no room are one cell, in all columns of a row at once', () => {
  const sheet = new Sheet().row(114, LEFTS, ['Finding', 'Advice', 'Reply']);
  for (const y of [100, 120, 204]) sheet.across(y, 90, 540);
  sheet.row(136, LEFTS, ['The office keeps no list', 'A list of all visits', 'A list will be kept']);
  sheet.row(148, LEFTS, ['of the visits it made in', 'should be kept and sent', 'from the coming year']);
  sheet.row(160, LEFTS, ['the year before', 'to the board', 'on']);
  sheet.row(172, LEFTS, ['Two of the six cars were', 'Cars no longer in use', 'Both cars were sold']);
  sheet.row(184, LEFTS, ['not used at all', 'should be sold or lent', 'in the spring']);
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    [
      'The office keeps no list of the visits it made in the year before',
      'A list of all visits should be kept and sent to the board',
      'A list will be kept from the coming year on',
    ],
    [
      'Two of the six cars were not used at all',
      'Cars no longer in use should be sold or lent',
      'Both cars were sold in the spring',
    ],
  ]);
});

test('short values under each other are rows, though none would have found room beside another', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 184]) sheet.across(y, 90, 540);
  [
    ['plan', 'size', 'help'],
    ['for one', 'five of them', 'by mail only'],
    ['for a team', 'ten of them', 'by mail only'],
    ['for a firm', 'any number', 'by telephone'],
  ].forEach((row, i) => {
    sheet.row(114 + 18 * i, LEFTS, row);
  });
  assert.equal(only(sheet).rows.length, 4);
});

test('a justified line in a narrow column is one text, as wide as its gaps may be', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 190]) sheet.across(y, 90, 540);
  sheet
    .row(114, LEFTS, ['Purpose', 'Budget', 'Spent'])
    .row(136, LEFTS, ['Lodging of the speakers', '300', '280']);
  sheet.text('and   their   guests', 100, 148);
  sheet.text('from abroad', 100, 160).row(172, LEFTS, ['Rent', '90', '90']);
  assert.deepEqual(texts(only(sheet).rows)[1], [
    'Lodging of the speakers and their guests from abroad',
    '300',
    '280',
  ]);
});
