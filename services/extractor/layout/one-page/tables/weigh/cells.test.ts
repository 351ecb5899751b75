import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { none, only, Sheet, texts } from '../sheet.fixture.ts';

test('the address and the date of a letter are no table', () => {
  const sheet = new Sheet();
  [
    ['Green Field Ltd', 'Phone and fax'],
    ['Mill Lane', 'office@example.org'],
    ['Bristol', 'Third of May'],
  ].forEach((row, i) => {
    sheet.row(60 + 14 * i, [60, 400], row);
  });
  none(sheet);
});

test('small numbers set before verses make no table of the spread words beside them', () => {
  const sheet = new Sheet();
  const lefts = [34, 110, 145, 180];
  sheet.row(100, lefts, ['Days granted', 'granted', 'within', 'before'], { size: 8 });
  sheet.text('12', 182, 106, { size: 5 });
  sheet.row(109.4, lefts, ['committee days', 'of it', 'unless.', 'Thirty'], { size: 8 });
  none(sheet);
});

test('values beside labels that end in colons were filled in, and are no table', () => {
  const sheet = new Sheet();
  [
    ['Length:', '120'],
    ['Width:', '85'],
    ['Weight:', '4.5'],
    ['Load:', '30'],
  ].forEach((row, i) => {
    sheet.row(100 + 14 * i, [100, 250], row);
  });
  none(sheet);
});

test('labels in two columns of a form that is not filled in yet are read row by row', () => {
  const sheet = new Sheet();
  [
    ['Trade :', 'Firm :'],
    ['Address :', 'Country :'],
    ['Code :', 'Town :'],
    ['Mail :', 'Telephone :'],
  ].forEach((row, i) => {
    sheet.row(100 + 14 * i, [100, 300], row);
  });
  assert.equal(findTables(sheet.page).length, 1);
});

const LONG = Array(3)
  .fill(
    'The lecture begins with the parts of such a system and ends with what can be measured with them in practice.',
  )
  .join(' ');

/** Drawn cells in two columns; the texts on the right take as many lines as they need. */
function drawnCells(rows: readonly (readonly [string, string])[], bold: boolean): Sheet {
  const ys = [100, ...rows.map((_, i) => 190 + 90 * i)];
  const sheet = new Sheet().grid([90, 200, 500], ys);
  rows.forEach(([label, text], row) => {
    const style = { bold: bold && row === 0 };
    const top = (ys[row] ?? 0) + 14;
    const lines = text.match(/.{1,56}(?: |$)/g) ?? [];
    sheet.text(label, 94, top, style);
    lines.forEach((line, i) => {
      sheet.text(line, 204, top + 12 * i, style);
    });
  });
  return sheet;
}

test('short labels in drawn cells name texts of any length', () => {
  const rows = [
    ['Name', 'Optical sensors'],
    ['Summary', LONG],
    ['Reading', LONG],
    ['Effect', LONG],
  ] as const;
  const table = only(drawnCells(rows, false));
  assert.equal(table.kind, 'ruled');
  assert.deepEqual(texts(table.rows), rows);
});

test('a head in drawn cells names the long texts below it', () => {
  const rows = [
    ['Control', 'Guidance'],
    ['Papers are approved', LONG],
  ] as const;
  const table = only(drawnCells(rows, true));
  assert.equal(table.kind, 'ruled');
  assert.deepEqual(texts(table.rows), rows);
});

test('plain labels in the middle of drawn cells name the long texts below them', () => {
  const sheet = new Sheet().grid([90, 200, 500], [80, 100, 190]);
  sheet.text('Year', 135, 94).text('Work', 340, 94).text('2016', 94, 114);
  const lines = LONG.match(/.{1,56}(?: |$)/g) ?? [];
  lines.forEach((line, i) => {
    sheet.text(line, 204, 114 + 12 * i);
  });
  assert.deepEqual(texts(only(sheet).rows), [
    ['Year', 'Work'],
    ['2016', LONG],
  ]);
});

test('long texts side by side in a frame are parts of a page', () => {
  const rows = [
    [LONG.slice(0, 20), LONG],
    [LONG.slice(20, 38), LONG],
  ] as const;
  none(drawnCells(rows, false));
});
