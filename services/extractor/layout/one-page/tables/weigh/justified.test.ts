import { strictEqual } from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet } from '../sheet.fixture.ts';
import { weigh } from './weights.ts';

/** The words of one line with 15 points between them, three times the usual space. */
function spread(sheet: Sheet, baseline: number, words: readonly string[]): void {
  let left = 60;
  for (const word of words) {
    sheet.text(word, left, baseline);
    left += word.length * 5 + 15;
  }
}

test('a note between rules is no table, though its long words spread its lines', () => {
  const sheet = new Sheet();
  sheet.across(100, 60, 470).across(190, 60, 470);
  sheet.text('Tip', 60, 112, { bold: true });
  spread(sheet, 128, [
    'The',
    'popularity-of-things',
    'usually',
    'sends',
    'mail',
    'from',
    'root',
    'with',
    'FQDN.',
  ]);
  spread(sheet, 140, [
    'You',
    'need',
    'to',
    'set',
    'at',
    'MAILTO',
    'in',
    'a',
    'configuration-file',
    'as',
    'said',
  ]);
  sheet.text('by-the-owners-of-the-configuration-in-question. Otherwise your mail will not be sent', 60, 152);
  sheet.text('as every year, and nobody will tell you why this came about.', 60, 164);
  none(sheet);
});

test('rows between rules stay a table where their cells hold several words', () => {
  const sheet = new Sheet();
  sheet.across(100, 60, 470).across(118, 60, 470).across(170, 60, 470);
  sheet.row(112, [60, 200, 330], ['Boat and owner', 'Kept at', 'Due']);
  sheet.row(130, [60, 200, 330], ['Swift Otter of York', 'the upper basin', '12']);
  sheet.row(146, [60, 200, 330], ['Old Star of the Wash', 'the lower basin', '7']);
  sheet.row(162, [60, 200, 330], ['Little Ferry of Hull', 'the upper basin', '30']);
  strictEqual(only(sheet).rows.length, 4);
});

test('a sign without a value says nothing', () => {
  strictEqual(weigh({ grid: true, numeric: Number.NaN }), weigh({ grid: true }));
});
