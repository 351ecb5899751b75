import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [52, 82, 282, 452];
/** … where the second column is as narrow as its longest line. */
const TIGHT_LEFTS = [52, 82, 273, 452];
const EDGES = [50, 490] as const;
/** Lines 12 points apart, and the space in a row above its first line and below its last. */
const LEADING = 12;
const ROOM = 4;

type Cell = string | readonly string[];

/**
 * Rows from `top` on, each with a rule below it, except for the last row of a page that cuts it; cells are drawn one
 * after the other.
 */
function addRows(
  sheet: Sheet,
  rows: readonly (readonly Cell[])[],
  top: number,
  isCut = false,
  lefts = LEFTS,
): number {
  let y = top;
  rows.forEach((row, at) => {
    const cells = row.map(cell => (typeof cell === 'string' ? [cell] : cell));
    cells.forEach((lines, column) => {
      lines.forEach((line, below) => {
        if (line) sheet.text(line, lefts[column] ?? 0, y + ROOM + LEADING * (below + 1) - 2);
      });
    });
    y += 2 * ROOM + LEADING * Math.max(...cells.map(({ length }) => length));
    if (!isCut || at < rows.length - 1) sheet.across(y, ...EDGES);
  });
  return y;
}

const joined = (rows: readonly (readonly Cell[])[]): string[][] =>
  rows.map(row => row.map(cell => (typeof cell === 'string' ? cell : cell.join(' '))));

const HEAD = ['No', 'Finding', 'Action', 'Due'];
const ROWS: readonly (readonly Cell[])[] = [
  ['1', ['The pump in the cellar leaks', 'at its lower end'], 'The firm was called', '02.03.'],
  ['2', 'A wall has cracks', ['They are filled before winter', 'brings the frost'], '09.03.'],
  ['3', ['The stairs of the house are worn out,', 'and the rail is loose'], 'None', '16.03.'],
];
/** As many lines as the page has left. */
const TALL: readonly Cell[] = [
  '4',
  Array.from({ length: 11 }, (_, line) => `Line ${line} of a long report on`),
  ['A carpenter sees to it', 'within the week'],
  '23.03.',
];

test('the row below the last line, which the page cuts, is one with cells of many lines', () => {
  const sheet = new Sheet().across(100, ...EDGES);
  addRows(sheet, [HEAD, ...ROWS, TALL], 100, true);
  assert.deepEqual(texts(only(sheet).rows), joined([HEAD, ...ROWS, TALL]));
});

test('second lines of a cut row that fill their column, so that words stand as near as in a sentence, belong to it', () => {
  const full = ['The rail of the second', 'stairs is as loose as that of the old'];
  const row: readonly Cell[] = [
    '4',
    full,
    ['A smith of the town', 'has seen both of the old rails'],
    '23.03.',
  ];
  const sheet = new Sheet().across(100, ...EDGES);
  addRows(sheet, [HEAD, ...ROWS, row], 100, true, TIGHT_LEFTS);
  assert.deepEqual(texts(only(sheet).rows).at(-1), joined([row])[0]);
});

test('the rest of a row above the first line, at the top of the page, is a row', () => {
  const rest: readonly Cell[] = ['', ['the third floor. The', 'Board agreed'], 'to be paid in May', ''];
  const sheet = new Sheet().text('Findings of the year', 52, 30);
  addRows(sheet, [rest, ...ROWS], 70);
  assert.deepEqual(texts(only(sheet).rows), joined([rest, ...ROWS]));
});

test('text above the first line is no rest of a row where more stands above it, or it begins elsewhere', () => {
  for (const left of [LEFTS[1] ?? 0, 120]) {
    const sheet = new Sheet();
    for (let line = 0; left === LEFTS[1] && line < 6; line++)
      sheet.text('The year brought more rain than any year before it, so they say', 52, 40 + 14 * line);
    sheet.text('Findings of the year', left, 134);
    addRows(sheet, ROWS, 140);
    const [table] = findTables(sheet.page);
    assert.deepEqual(texts(table?.rows ?? []), joined(ROWS));
  }
});

test('a row that the page cuts in a grid is one where the sides alone run on below the last line', () => {
  const sheet = new Sheet().across(100, ...EDGES);
  const end = addRows(sheet, [HEAD, ...ROWS, ROWS[0] ?? []], 100, true);
  const last = sheet.page.rules.at(-1)?.position ?? 0;
  for (const x of [80, 280, 450]) sheet.down(x, 100, last);
  for (const x of EDGES) sheet.down(x, 100, end);
  assert.deepEqual(texts(only(sheet).rows), joined([HEAD, ...ROWS, ROWS[0] ?? []]));
});
