import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from './docx.test-support.ts';

const run = (text: string, properties: string) =>
  `<w:tc><w:p><w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r></w:p></w:tc>`;
const plain = (text: string) => run(text, '');
const bold = (text: string) => run(text, '<w:b/>');
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const tall = (kind: string, text: string) =>
  bold(text).replace('<w:tc>', `<w:tc><w:tcPr><w:vMerge w:val="${kind}"/></w:tcPr>`);

/** The texts of the cells that are marked as heads. */
async function headsOf(...rows: string[]): Promise<string[]> {
  const [table] = await blocksOf(`<w:tbl><w:tblPr/>${rows.join('')}</w:tbl>`);
  assert.equal(table?.kind, 'table');
  return table?.kind === 'table'
    ? table.rows.flatMap(cells => cells.filter(({ header }) => header).map(({ text }) => text))
    : [];
}

test('where no row is marked as the head, a first row that alone is bold is it', async () => {
  const rows = [row(bold('Name'), bold('Age')), row(plain('Ann'), plain('7')), row(plain('Bo'), plain('9'))];
  assert.deepEqual(await headsOf(...rows), ['Name', 'Age']);
});

test('an empty corner and bold labels of the rows change nothing of it', async () => {
  const rows = [row(plain(''), bold('2024'), bold('2025')), row(bold('Sales'), plain('1'), plain('2'))];
  assert.deepEqual(await headsOf(...rows), ['', '2024', '2025']);
});

test('bold labels beside values, bold everywhere and a single bold line over the table are no head', async () => {
  assert.deepEqual(await headsOf(row(bold('Name'), plain('Ann')), row(bold('Age'), plain('7'))), []);
  assert.deepEqual(await headsOf(row(bold('a'), bold('b')), row(bold('c'), bold('d'))), []);
  assert.deepEqual(await headsOf(row(bold('Prices')), row(plain('tea'), plain('2'))), []);
});

test('a marked row stands, and the first row is not added to it', async () => {
  const marked = row(plain('a'), plain('b')).replace('<w:tr>', '<w:tr><w:trPr><w:tblHeader/></w:trPr>');
  assert.deepEqual(await headsOf(marked, row(plain('c'), plain('d'))), ['a', 'b']);
});

test('where all rows are marked as the head, the first one is', async () => {
  const mark = (marked: string) => marked.replace('<w:tr>', '<w:tr><w:trPr><w:tblHeader/></w:trPr>');
  const rows = [row(bold('Name'), bold('Age')), row(plain('Ann'), plain('7')), row(plain('Bo'), plain('9'))];
  assert.deepEqual(await headsOf(...rows.map(mark)), ['Name', 'Age']);
  assert.deepEqual(await headsOf(...rows.slice(0, 2).map(mark), rows[2] ?? ''), ['Name', 'Age', 'Ann', '7']);
});

test('a head may be as tall as two rows', async () => {
  const rows = [
    row(tall('restart', 'Name'), bold('Age')),
    row(tall('continue', ''), plain('years')),
    row(plain('Ann'), plain('7')),
  ];
  assert.deepEqual(await headsOf(...rows), ['Name', 'Age']);
});
