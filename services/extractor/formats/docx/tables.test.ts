import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Table } from '../../../../schemas/document.ts';
import { type Beside, blocksOf, buildDocx, item, p, parse } from './docx.test-support.ts';

const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
const row = (cells: string, properties = '') => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`;
const table = (...rows: string[]) => `<w:tbl><w:tblPr/>${rows.join('')}</w:tbl>`;
const SPAN = (columns: number) => `<w:gridSpan w:val="${columns}"/>`;
const DOWN = '<w:vMerge w:val="restart"/>';
const UP = '<w:vMerge/>';

async function tableOf(body: string, beside: Beside = {}): Promise<Table> {
  const [block] = await blocksOf(body, beside);
  assert.equal(block?.kind, 'table');
  return block as Table;
}

/** Cells as text, with `columns×rows` where they span. */
const grid = ({ rows }: Table) =>
  rows.map(cells =>
    cells.map(({ text, colspan, rowspan }) =>
      colspan * rowspan > 1 ? `${text} ${colspan}×${rowspan}` : text,
    ),
  );

test('rows and cells keep their places', async () => {
  const read = await tableOf(table(row(cell('a') + cell('b')), row(cell('') + cell('d'))));
  assert.deepEqual(grid(read), [
    ['a', 'b'],
    ['', 'd'],
  ]);
});

test('a cell that spans columns keeps its text once', async () => {
  assert.deepEqual(grid(await tableOf(table(row(cell('a', SPAN(2))), row(cell('b') + cell('c'))))), [
    ['a 2×1'],
    ['b', 'c'],
  ]);
});

test('a cell that spans rows keeps its text once, and takes what stands below it', async () => {
  const read = await tableOf(
    table(row(cell('a', DOWN) + cell('b')), row(cell('', UP) + cell('c')), row(cell('more', UP) + cell('d'))),
  );
  assert.deepEqual(grid(read), [['a\nmore 1×3', 'b'], ['c'], ['d']]);
});

test('the older merge to the left is a span, too', async () => {
  const read = await tableOf(
    table(row(cell('a', '<w:hMerge w:val="restart"/>') + cell('', '<w:hMerge/>') + cell('b'))),
  );
  assert.deepEqual(grid(read), [['a 2×1', 'b']]);
});

test('columns left free before a row are empty cells', async () => {
  assert.deepEqual(grid(await tableOf(table(row(cell('a'), '<w:gridBefore w:val="2"/>')))), [['', '', 'a']]);
});

test('a number that stands alone in its cell is the text of the cell', async () => {
  const counted =
    '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:start w:val="1"/><w:lvlText w:val="%1."/></w:lvl>';
  const bullet = '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="-"/></w:lvl>';
  const list = (id: number, level: string) =>
    `<w:abstractNum w:abstractNumId="${id}">${level}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
  const numbering = list(1, counted) + list(2, bullet);
  const serial = (more = '', properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${item('', 1)}${more}</w:tc>`;
  const unfilled = `<w:tc>${item('', 2)}</w:tc>`;
  const read = await tableOf(
    table(
      row(serial() + cell('pump')),
      row(serial('', DOWN) + cell('valve')),
      row(serial('', UP) + unfilled),
      row(serial(p('spare')) + cell('seal')),
      row(serial(item('', 1)) + cell('pipe')),
    ),
    { numbering },
  );
  assert.deepEqual(grid(read), [
    ['1.', 'pump'],
    ['2. 1×2', 'valve'],
    [''],
    ['spare', 'seal'],
    ['5.\n6.', 'pipe'],
  ]);
});

test('a span past all reason ends at a ceiling', async () => {
  const [[first] = []] = (await tableOf(table(row(cell('a', SPAN(2_000_000_000)))))).rows;
  assert.equal(first?.colspan, 256);
});

test('rows marked as header are header rows, others are not', async () => {
  const read = await tableOf(
    table(row(cell('a'), '<w:tblHeader/>'), row(cell('b')), row(cell('c'), '<w:tblHeader/>')),
  );
  assert.deepEqual(
    read.rows.flat().map(one => one.header),
    [true, false, false],
  );
});

test('a style that sets the first row apart makes it the header, where the table looks at it', async () => {
  const styles =
    '<w:style w:type="table" w:styleId="T"><w:name w:val="T"/><w:tblStylePr w:type="firstRow"/></w:style>';
  const look = (value: number) =>
    `<w:tbl><w:tblPr><w:tblStyle w:val="T"/><w:tblLook w:firstRow="${value}"/></w:tblPr>${row(cell('a'))}${row(cell('b'))}</w:tbl>`;
  assert.deepEqual(
    (await tableOf(look(1), { styles })).rows.flat().map(one => one.header),
    [true, false],
  );
  assert.deepEqual(
    (await tableOf(look(0), { styles })).rows.flat().map(one => one.header),
    [false, false],
  );
});

test('a table inside a cell becomes lines of its text', async () => {
  const inner = table(row(cell('x') + cell('y')), row(cell('z')));
  const read = await tableOf(table(row(`<w:tc>${p('before')}${inner}${p('after')}</w:tc>${cell('beside')}`)));
  assert.deepEqual(grid(read), [['before\nx y\nz\nafter', 'beside']]);
});

test('a table of one column that frames headings, lists or tables is no table but what it frames', async () => {
  const heading = '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Title</w:t></w:r></w:p>';
  const inner = table(row(cell('x') + cell('y')), row(cell('1') + cell('2')));
  const framed = table(row(`<w:tc>${heading}${p('text')}</w:tc>`), row(`<w:tc>${inner}</w:tc>`));
  const blocks = await blocksOf(framed);
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['heading', 'paragraph', 'table'],
  );
  const note = await blocksOf(table(row(cell('a remark set apart')), row(cell('and another'))));
  assert.deepEqual(
    note.map(({ kind }) => kind),
    ['table'],
  );
  const long = await blocksOf(table(row(cell('the whole document '.repeat(100)))));
  assert.deepEqual(
    long.map(({ kind }) => kind),
    ['paragraph'],
  );
});

test('a table without any text is left out', async () => {
  assert.deepEqual(await blocksOf(table(row(cell('') + cell('')), row(cell(' ') + cell('')))), []);
});

test('a row deleted by a tracked change is gone', async () => {
  assert.deepEqual(grid(await tableOf(table(row(cell('a'), '<w:del/>'), row(cell('b'))))), [['b']]);
});

test('cells are counted against their ceiling', async () => {
  await assert.rejects(parse(buildDocx(table(row(cell('a').repeat(3)))), { cells: 2 }), { bomb: true });
});

test('lists that are no paragraphs, of diagrams and embedded pages, are lines of their cell', async () => {
  const parts = [
    {
      name: 'page.html',
      type: 'aFChunk',
      content: '<ol><li>plan<ul><li>draw</li></ul></li><li>build</li></ol>',
    },
  ];
  const cells = `<w:tc><w:altChunk r:id="page.html"/>${p('then')}</w:tc>${cell('x')}`;
  const [read] = await blocksOf(table(row(cells)), { parts });
  assert.deepEqual(read?.kind === 'table' && grid(read), [['1. plan\n• draw\n2. build\nthen', 'x']]);
});
