import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../page/content.ts';
import { NO_TAGS, type TaggedRow } from '../../page/hints.ts';
import type { FoundTable } from '../../page/table.ts';
import { continueTable } from './extend/continue.ts';
import { Sheet, texts } from './sheet.fixture.ts';
import { taggedTables } from './tagged.ts';

const HEAD = ['No.', 'Name'];
const ROWS = [
  ['1', 'Ada'],
  ['2', 'Grace'],
  ['3', 'Mary'],
  ['4', 'Edith'],
];

/** One page of a tagged table with all ROWS. Only the text of rows `from` to `to` is drawn here, with the head at `top`. */
function page(
  from: number,
  to: number,
  change: (rows: TaggedRow[]) => void = () => {},
  top = 0,
): FoundTable[] {
  const sheet = new Sheet();
  const rows = [HEAD, ...ROWS].map((row, at) =>
    row.map((text, column) => {
      const identifier = 2 * at + column;
      const isHere = at === 0 || (at > from && at <= to);
      if (isHere) sheet.text(text, 100 + 100 * column, at === 0 ? 100 + top : 100 + 20 * at);
      const item: TextItem | undefined = isHere ? sheet.page.items.at(-1) : undefined;
      if (item) item.markedContent = identifier;
      return { header: at === 0, colspan: 1, rowspan: 1, identifiers: isHere ? [identifier] : [] };
    }),
  );
  change(rows);
  sheet.page.tags = { ...NO_TAGS, tables: [{ rows: rows.slice(0, to + 1), first: 0, total: rows.length }] };
  return taggedTables(sheet.page);
}

test('a head that is tagged once and drawn on each page does not bring the rows of the pages before', () => {
  const [upper] = page(0, 2);
  const [lower] = page(2, 4);
  assert.ok(upper && lower);
  assert.deepEqual(texts(lower.rows), [HEAD, ...ROWS.slice(2)]);
  assert.deepEqual(lower.part, { first: 3, last: 4, total: 5 });
  assert.ok(continueTable(upper, lower));
  assert.deepEqual(texts(upper.rows), [HEAD, ...ROWS]);
});

test('a row of which only a line is drawn on the next page is no row there', () => {
  const [lower] = page(2, 4, rows => rows[2]?.[1]?.identifiers.push(99));
  assert.deepEqual(lower && texts(lower.rows), [HEAD, ...ROWS.slice(2)]);
});

test('a row broken by the end of a page goes on below a head that is drawn again', () => {
  const [upper] = page(0, 2);
  const [lower] = page(1, 4);
  assert.ok(upper && lower && continueTable(upper, lower));
  assert.deepEqual(texts(upper.rows), [HEAD, ROWS[0], ['2 2', 'Grace Grace'], ...ROWS.slice(2)]);
});

test('a blank row of a table that stands whole on its page stays', () => {
  const [whole] = page(0, 4, rows => rows[2]?.splice(0, 2, ...blanks()));
  assert.deepEqual(whole && texts(whole.rows), [HEAD, ROWS[0], ['', ''], ...ROWS.slice(2)]);
});

test('a head that is tagged as ordinary cells and drawn on each page does not bring rows for which it leaves no room', () => {
  const untagged = (rows: TaggedRow[]) => {
    for (const cell of rows[0] ?? []) cell.header = false;
  };
  const [lower] = page(2, 4, untagged, 60);
  assert.deepEqual(lower && texts(lower.rows), [HEAD, ...ROWS.slice(2)]);
  assert.deepEqual(lower?.part, { first: 3, last: 4, total: 5 });
  const [blank] = page(1, 4, untagged);
  assert.deepEqual(blank && texts(blank.rows), [HEAD, ['', ''], ...ROWS.slice(1)], 'with room it stays');
});

test('a row without cells, which spans from above cover, is none, and they are as much shorter', () => {
  const [whole] = page(0, 4, rows => {
    for (const cell of rows[1] ?? []) cell.rowspan = 2;
    rows.splice(2, 1, []);
  });
  assert.deepEqual(whole && texts(whole.rows), [HEAD, ROWS[0], ...ROWS.slice(2)]);
  assert.ok(whole?.rows.every(row => row.every(({ rowspan }) => rowspan === 1)));
});

const blanks = (): TaggedRow => HEAD.map(() => ({ header: false, colspan: 1, rowspan: 1, identifiers: [] }));

test('a text over all columns that is tagged in the last of them is a title of the rows below it', () => {
  const empty = { header: false, colspan: 1, rowspan: 1, identifiers: [] };
  const inLast = (identifier: number) => (rows: TaggedRow[]) => {
    rows[2] = [empty, { ...empty, identifiers: [identifier] }];
  };
  const [titled] = page(0, 4, inLast(4));
  assert.deepEqual(texts(titled?.rows ?? [])[2], ['2']);
  assert.equal(titled?.rows[2]?.[0]?.colspan, 2);
  const [value] = page(0, 4, inLast(5));
  assert.deepEqual(
    texts(value?.rows ?? [])[2]?.at(-1),
    'Grace',
    'a value without its label stays where it is',
  );
  assert.equal(value?.rows[2]?.length, 2);
});

test('a text in the place of an empty cell is that cell’s, though it is tagged as a paragraph before the table', () => {
  const [found] = page(0, 4, rows => rows[0]?.[1]?.identifiers.pop());
  assert.deepEqual(found && texts(found.rows), [HEAD, ...ROWS]);
});

/** Tagged tables of these texts, each with rows from `top` on and columns from `left` on. */
function beside(...tables: { left: number; top?: number; rows: string[][] }[]): FoundTable[] {
  const sheet = new Sheet();
  let identifier = 0;
  const tagged = tables.map(({ left, top = 100, rows }) => ({
    rows: rows.map((row, at) =>
      row.map((text, column) => {
        sheet.text(text, left + 60 * column, top + 20 * at);
        const item: TextItem | undefined = sheet.page.items.at(-1);
        if (item) item.markedContent = ++identifier;
        return { header: false, colspan: 1, rowspan: 1, identifiers: [identifier] };
      }),
    ),
    first: 0,
    total: rows.length,
  }));
  sheet.page.tags = { ...NO_TAGS, tables: tagged };
  return taggedTables(sheet.page);
}

const LABELS = [['Food'], ['Beverage'], ['Total']];
const VALUES = [
  ['20,00', 'daily'],
  ['10,00', 'daily'],
  ['210,00', 'weekly'],
];

test('labels and values that Excel tags apart, for the empty column between them, are one table', () => {
  const [found, ...others] = beside({ left: 100, rows: LABELS }, { left: 300, rows: VALUES });
  assert.equal(others.length, 0);
  assert.deepEqual(
    found && texts(found.rows),
    LABELS.map((label, at) => [...label, ...(VALUES[at] ?? [])]),
  );
});

test('tagged tables beside each other stay two where their rows stand at other heights, or both have columns', () => {
  const [found, ...others] = beside({ left: 100, top: 108, rows: LABELS }, { left: 300, rows: VALUES });
  assert.equal(others.length, 0);
  assert.deepEqual(found && texts(found.rows), VALUES);
  assert.equal(beside({ left: 100, rows: VALUES }, { left: 300, rows: VALUES }).length, 2);
});

/** The tables found if rows are tagged as given and drawn at the given places. */
function drawn(rows: readonly (readonly (readonly [text: string, left: number])[])[]): FoundTable[] {
  const sheet = new Sheet();
  let identifier = 0;
  const tagged = rows.map((row, at) =>
    row.map(([text, left]) => {
      if (text === '') return { header: false, colspan: 1, rowspan: 1, identifiers: [] };
      sheet.text(text, left, 100 + 20 * at);
      const item = sheet.page.items.at(-1);
      if (item) item.markedContent = ++identifier;
      return { header: false, colspan: 1, rowspan: 1, identifiers: [identifier] };
    }),
  );
  sheet.page.tags = { ...NO_TAGS, tables: [{ rows: tagged, first: 0, total: rows.length }] };
  return taggedTables(sheet.page);
}

const SHIPMENT = [
  [
    ['Shipment', 70],
    ['Sea', 150],
    ['Origin', 300],
    ['Karachi', 400],
  ],
  [
    ['Freight', 70],
    ['Paid', 150],
    ['Port', 300],
    ['Karachi', 400],
  ],
] as const;

test('a tagged table whose cells have moved to other columns than they stand under is none', () => {
  assert.equal(
    drawn([
      ...SHIPMENT,
      [
        ['Vessel', 70],
        ['', 0],
        ['Voyage', 300],
        ['', 0],
      ],
    ]).length,
    1,
  );
  assert.equal(
    drawn([
      ...SHIPMENT,
      [
        ['', 0],
        ['', 0],
        ['Vessel', 70],
        ['Voyage', 300],
      ],
    ]).length,
    0,
  );
});

test('a tagged table that parts a word into two cells is none', () => {
  const sheet = new Sheet();
  let identifier = 0;
  const tagged = (text: string, left: number, baseline: number) => {
    sheet.text(text, left, baseline);
    const item = sheet.page.items.at(-1);
    if (item) item.markedContent = identifier;
    return { header: false, colspan: 1, rowspan: 1, identifiers: [identifier++] };
  };
  const rows: TaggedRow[] = ROWS.map(([number, name], at) => [
    tagged(number ?? '', 100, 120 + 20 * at),
    tagged(name ?? '', 200, 120 + 20 * at),
  ]);
  const found = () => {
    sheet.page.tags = { ...NO_TAGS, tables: [{ rows, first: 0, total: rows.length }] };
    return taggedTables(sheet.page).length;
  };
  assert.equal(found(), 1);
  rows.unshift([tagged('Accoun', 100, 100), tagged('t', 130, 100)]);
  assert.equal(found(), 0);
});
