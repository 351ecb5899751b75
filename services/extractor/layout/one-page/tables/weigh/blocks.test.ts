import assert from 'node:assert/strict';
import test from 'node:test';
import { toWords } from '../shape/words.ts';
import { none, only, Sheet } from '../sheet.fixture.ts';
import { cellSigns } from './cells.ts';

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

test('lines that go on from each other between rules speak against a table, if they were written column by column', () => {
  const lines = ['The council met again', 'last week and found', 'that the old bridge', 'will not be mended'];
  const flowing = (across: boolean) => {
    const sheet = new Sheet();
    const cells = lines.flatMap((_, row) => [0, 1, 2].map(column => ({ row, column })));
    const drawn = across ? cells : [...cells].sort((one, other) => one.column - other.column);
    const words = drawn.map(({ row, column }) => {
      const before = sheet.page.items.length;
      sheet.text(lines[row] ?? '', 50 + 130 * column, 100 + 11 * row);
      const own = toWords(sheet.page.items).filter(word => word.item >= before);
      return { row, column, rowspan: 1, colspan: 1, words: own };
    });
    return cellSigns({ kind: 'band', xs: [50, 180, 310, 440], ys: [90, 101, 112, 123, 134], cells: words })
      .flowing;
  };
  assert.ok(Number(flowing(false)) > 0.5);
  assert.equal(flowing(true), 0);
});

const FINDINGS = [
  [
    'Quay',
    'Two of the fenders|are worn and a third|has come off.',
    'Replace them before|the storms of autumn|begin.',
  ],
  [
    'Basin',
    'Silt has gathered|at the inner wall.',
    'Dredge it to nine|metres in spring, as|the charter demands.',
  ],
  [
    'Lock',
    'The lower gate leaks|when the tide is high|in the night.',
    'Renew the seals and|inspect them again in|May.',
  ],
  [
    'Pier',
    'A plank is loose at|the landing of the|ferry, near the end.',
    'Close the landing to|carts and renew the|planks.',
  ],
];
const COLUMNS = [80, 200, 380];

/** The findings without any line, their texts drawn in the given order. */
function findings(order: (drawn: { row: number; column: number; line: number }[]) => void): Sheet {
  const drawn = FINDINGS.flatMap((texts, row) =>
    texts.flatMap((text, column) => text.split('|').map((_, line) => ({ row, column, line }))),
  );
  order(drawn);
  const sheet = new Sheet();
  for (const { row, column, line } of drawn)
    sheet.text(
      FINDINGS[row]?.[column]?.split('|')[line] ?? '',
      COLUMNS[column] ?? 0,
      100 + 44 * row + 12 * line,
    );
  return sheet;
}

test('wrapped cells of many words are a table where each was drawn whole, row by row', () => {
  const { rows } = only(findings(() => {}));
  assert.deepEqual(
    rows.map(row => row.map(cell => cell.text)),
    FINDINGS.map(row => row.map(text => text.replaceAll('|', ' '))),
  );
});

test('the same texts drawn column by column are none', () => {
  none(findings(drawn => drawn.sort((a, b) => a.column - b.column || a.row - b.row || a.line - b.line)));
});
