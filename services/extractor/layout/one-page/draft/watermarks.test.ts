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

test('a word aslant is one where lines are set over its letters, and none beside them', () => {
  const [word] = itemsAt(60, 480, 'DRAFT', { size: 80 });
  assert.ok(word);
  const aslant = { ...word, angle: 45, width: 240 };
  assert.deepEqual([...watermarksOf([aslant, ...lines])], [aslant]);
  assert.equal(watermarksOf([{ ...aslant, angle: -45 }, ...lines]).size, 0);
  assert.equal(watermarksOf([{ ...aslant, left: 200 }, ...lines]).size, 0);
});

test('text in two columns over a watermark aslant is read column by column, and the watermark after it', async () => {
  const column = (left: number, name: string) =>
    Array.from({ length: 12 }, (_, at) => text(left, 700 - 40 * at, `${name} ${at}: one of the short lines`));
  const slant = '0.7071 0.7071 -0.7071 0.7071';
  const watermark = `BT /F1 90 Tf ${slant} 130 260 Tm (PROOF) Tj ET `;
  const blocks = await blocksOfPages(watermark + [...column(60, 'Left'), ...column(320, 'Right')].join(''));
  const told = blocks.map(block => ('text' in block ? block.text : block.kind)).join(' ');
  const places = ['Left 0', 'Left 11', 'Right 0', 'Right 11', 'PROOF'].map(words => told.indexOf(words));
  assert.ok(!places.includes(-1), told);
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
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
