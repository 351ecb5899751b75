import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillAreas } from '../shape/draft.ts';
import { visualRows } from '../shape/visual-rows.ts';
import { toWords } from '../shape/words.ts';
import { Sheet } from '../sheet.fixture.ts';
import { distantHead } from './distant-head.ts';

const XS = [38, 160, 350, 450, 560];
const LEFTS = [38, 194, 376, 500];
const ROWS = [
  ['Haemoglobin', '11.1', 'g/dL', '12 - 15'],
  ['Hematocrit', '34.9', '%', '36 - 46'],
  ['Platelets', '177', 'x10/L', '150 - 410'],
];

/** The rows found above these rows, where the title of their group is 29 points below a line in bold type. */
function headOf(above: readonly string[], title = 'Complete blood count', left = 38): string[][] {
  const sheet = new Sheet().row(100, LEFTS, above, { bold: true }).text(title, left, 129);
  const found = visualRows(toWords(sheet.page.items));
  const table = new Sheet();
  ROWS.forEach((row, at) => {
    table.row(143 + 14 * at, LEFTS, row);
  });
  const ys = [133, 147, 161, 175];
  const areas = ROWS.flatMap((row, at) =>
    row.map((_, column) => ({ row: at, column, rowspan: 1, colspan: 1 })),
  );
  const draft = {
    kind: 'unruled' as const,
    xs: XS,
    ys,
    cells: fillAreas(areas, XS, ys, toWords(table.page.items)),
  };
  return distantHead(draft, found).map(({ slots }) =>
    slots.map(({ words }) => words.map(({ text }) => text).join(' ')),
  );
}

test('labels above the title of a first group are the head, and the title a row', () => {
  const head = ['Investigation', 'Result', 'Unit', 'Range'];
  assert.deepEqual(headOf(head), [head, ['Complete blood count']]);
});

test('labels of fewer columns, sums, and what stands above an indented text are no head', () => {
  assert.deepEqual(headOf(['Investigation', 'Result', '', 'Range']), []);
  assert.deepEqual(headOf(['Total', '11.40', '7.20', '3.10']), []);
  assert.deepEqual(headOf(['Investigation', 'Result', 'Unit', 'Range'], 'All by hand', 90), []);
});
