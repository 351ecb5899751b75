import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet } from '../sheet.fixture.ts';
import type { Draft } from './draft.ts';
import { spanGroupLabels } from './group-labels.ts';

test('labels in the middle over groups of labels span them', () => {
  const lefts = [100, 200, 260, 320, 380];
  const sheet = new Sheet().row(114, [100, 227.5, 342.5], ['Country', 'Men', 'Women']);
  for (const y of [100, 140, 200]) sheet.across(y, 90, 420);
  sheet.row(130, lefts, ['', '2010', '2020', '2010', '2020']);
  ['Chile', 'Ghana', 'Italy'].forEach((land, i) => {
    sheet.row(154 + 18 * i, lefts, [land, '11.5', '12.5', '13.5', '14.5']);
  });
  const spans = only(sheet).rows[0]?.map(cell => [cell.text, cell.colspan, cell.rowspan]);
  assert.deepEqual(spans, [
    ['Country', 1, 2],
    ['Men', 2, 1],
    ['Women', 2, 1],
  ]);
});

test('labels in the middle of groups of rows span them, between two rows as well as on one', () => {
  const lefts = [100, 200, 300, 400];
  const sheet = new Sheet().row(114, lefts, ['Region', 'City', 'Office', 'Staff']);
  for (const y of [100, 120, 200]) sheet.across(y, 90, 440);
  [
    ['Oslo', 'Harbour', '24'],
    ['Bergen', 'Hill', '12'],
    ['Molde', 'Quay', '7'],
    ['Porto', 'Bridge', '31'],
    ['Faro', 'Beach', '5'],
  ].forEach((row, i) => {
    sheet.row(132 + 14 * i, lefts.slice(1), row);
  });
  sheet.text('North', 100, 146).text('South', 100, 181);
  const rows = only(sheet).rows;
  assert.deepEqual(
    rows.flatMap(row => row.filter(cell => cell.rowspan > 1).map(cell => [cell.text, cell.rowspan])),
    [
      ['North', 3],
      ['South', 2],
    ],
  );
  assert.deepEqual(
    rows.map(row => row.at(-1)?.text),
    ['Staff', '24', '12', '7', '31', '5'],
  );
});

test('labels on the first row of their groups stay what they look like', () => {
  const lefts = [100, 200, 300];
  const sheet = new Sheet().row(114, lefts, ['Region', 'City', 'Staff']);
  for (const y of [100, 120, 190]) sheet.across(y, 90, 440);
  [
    ['North', 'Oslo', '24'],
    ['', 'Bergen', '12'],
    ['South', 'Porto', '31'],
    ['', 'Faro', '5'],
  ].forEach((row, i) => {
    sheet.row(134 + 16 * i, lefts, row);
  });
  assert.ok(only(sheet).rows.every(row => row.every(cell => cell.rowspan === 1)));
});

test('what stands beside such labels alone spans their rows, too', () => {
  const lefts = [100, 200, 300, 400];
  const sheet = new Sheet().row(114, lefts, ['Swing', 'Load', 'Max', 'Unit']);
  for (const y of [100, 120, 200]) sheet.across(y, 90, 440);
  [
    ['10 k', '24'],
    ['2 k', '12'],
    ['10 k', '7'],
    ['5 k', '31'],
    ['2 k', '5'],
  ].forEach((row, i) => {
    sheet.row(132 + 14 * i, lefts.slice(1, 3), row);
  });
  sheet.row(139, lefts, ['High', '', '', 'V']).row(174, lefts, ['Low', '', '', 'mV']);
  assert.deepEqual(
    only(sheet).rows.map(row =>
      row.map(cell => `${cell.text}${cell.rowspan > 1 ? ` ×${cell.rowspan}` : ''}`),
    ),
    [
      ['Swing', 'Load', 'Max', 'Unit'],
      ['High ×2', '10 k', '24', 'V ×2'],
      ['2 k', '12'],
      ['Low ×3', '10 k', '7', 'mV ×3'],
      ['5 k', '31'],
      ['2 k', '5'],
    ],
  );
});

test('labels at equal steps from the first row on stand at the top of their rows, whatever the middle of others', () => {
  const cellAt = (row: number, column: number, text: string) => {
    const [left, baseline, size] = [85 + 42 * column, 110 + 18 * row, 10];
    const place = {
      left,
      right: left + 5 * text.length,
      top: baseline - 8,
      bottom: baseline + 2,
      baseline,
      size,
    };
    return { row, column, rowspan: 1, colspan: 1, words: text === '' ? [] : [{ ...place, text }] };
  };
  const cells = Array.from({ length: 9 }, (_, talk) => [
    cellAt(3 * talk, 0, `O${talk + 6}`),
    cellAt(3 * talk, 1, 'Gels'),
    // The last talk continues after the table.
    ...(talk === 8 ? [] : ['Coast', 'Kumar']).flatMap((text, at) => [
      cellAt(3 * talk + at + 1, 0, ''),
      cellAt(3 * talk + at + 1, 1, text),
    ]),
  ]).flat();
  const ys = Array.from({ length: 26 }, (_, row) => 98 + 18 * row);
  const draft = { kind: 'unruled', xs: [80, 120, 200], ys, cells } as unknown as Draft;
  assert.deepEqual(spanGroupLabels(draft), draft);
});
