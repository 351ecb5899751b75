import assert from 'node:assert/strict';
import test from 'node:test';
import { blocksOfPages, text } from '../../../formats/pdf/built-pdf.fixture.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { watermarksOf } from './watermarks.ts';

const LINES = ['Neutrophils are sixty', 'Lymphocytes thirty one', 'Monocytes seven'];
const lines = LINES.flatMap((line, at) => itemsAt(60, 400 + 14 * at, line));

test('large words that lines of text are set over are a watermark', () => {
  const large = itemsAt(50, 424, 'DRAFT COPY', { size: 40 });
  assert.deepEqual([...watermarksOf([...large, ...lines])], large);
});

test('a title above the text, a large initial and a figure with its unit are none', () => {
  assert.equal(watermarksOf([...itemsAt(50, 380, 'DRAFT COPY', { size: 40 }), ...lines]).size, 0);
  assert.equal(watermarksOf([...itemsAt(20, 424, 'N', { size: 40 }), ...lines]).size, 0);
  const price = [...itemsAt(50, 300, '2,100', { size: 40 }), ...itemsAt(152, 300, 'a month')];
  assert.equal(watermarksOf([...price, ...lines]).size, 0);
});

test('a table over a watermark is one, and the watermark is read after it', async () => {
  const rows = [
    ['Test', 'Result', 'Unit'],
    ...['Haemoglobin', 'Red cells', 'White cells', 'Neutrophils', 'Lymphocytes', 'Monocytes'].map(
      (name, at) => [name, `${at + 2}.5`, 'g/dl'],
    ),
  ];
  const cells = rows.flatMap((row, at) => row.map((cell, i) => text(80 + 150 * i, 600 - 18 * at, cell)));
  const blocks = await blocksOfPages(
    text(70, 545, 'Clinic Laboratory', { size: 44, font: 'bold' }) + cells.join(''),
  );
  const [table, watermark, ...others] = blocks;
  assert.ok(table?.kind === 'table' && watermark?.kind === 'paragraph');
  assert.deepEqual(
    table.rows.map(row => row.map(cell => cell.text)),
    rows,
  );
  assert.equal(watermark.text, 'Clinic Laboratory');
  assert.deepEqual(others, []);
});
