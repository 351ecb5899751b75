import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Document, TableCell } from '../../schemas/document.ts';
import { renderElements } from './elements.ts';
import { answerPieces, isLarge } from './large-answer.ts';
import { renderPlainText } from './plain-text.ts';

const cell = (text: string, spans: Partial<TableCell> = {}): TableCell => ({
  text,
  colspan: 1,
  rowspan: 1,
  header: false,
  ...spans,
});

/** Texts that escaping, folding and cutting each treat differently, in cells of which some span. */
const TEXTS = ['', 'plain', 'a|b\\c', '<&>"\'', 'two\nlines\n\n', '“é”', '😀', ' blanks ', '\t'];

function tableOf(rows: number): Block {
  const rowAt = (at: number): TableCell[] => [
    cell(`${TEXTS[at % TEXTS.length]}${at}`, { header: at === 0, rowspan: at % 7 === 0 ? 3 : 1 }),
    cell(TEXTS[(at * 5) % TEXTS.length] ?? '', { colspan: at % 11 === 0 ? 2 : 1 }),
    cell('😀'.repeat(at % 13), { header: at % 4 === 0 }),
  ];
  return { kind: 'table', rows: Array.from({ length: rows }, (_, at) => rowAt(at)), page: 3 };
}

/** A table with one row of `count` cells, followed by `count` rows of one cell. */
const longRow = (count: number): Block => ({
  kind: 'table',
  rows: [Array.from({ length: count }, () => cell('x')), ...Array.from({ length: count }, () => [cell('y')])],
  page: null,
});

const documentOf = (blocks: Block[]): Document => ({ blocks, pages: null, ocr: false, warnings: [] });

test('pieces of an answer with large tables are together what is written of it at once', () => {
  const paragraph: Block = { kind: 'paragraph', text: 'Between “them”.', page: null };
  const empty: Block = { kind: 'paragraph', text: '', page: null };
  const wide: Block = { kind: 'table', rows: [Array.from({ length: 30_000 }, () => cell('x'))], page: null };
  const blank: Block = { kind: 'table', rows: Array.from({ length: 6_000 }, () => [cell('')]), page: null };
  const text = 'The same again and again. '.repeat(1_000);
  const prose = Array.from({ length: 100 }, (): Block => ({ kind: 'paragraph', text, page: 1 }));
  for (const blocks of [
    [tableOf(5_001)],
    [...prose, tableOf(500)],
    [empty, tableOf(7_000), paragraph, empty, wide, tableOf(10)],
    [paragraph, blank, tableOf(5_888), paragraph],
    [longRow(30_000)],
  ]) {
    const plain = renderPlainText(documentOf(blocks));
    assert.ok(isLarge(plain));
    const whole = JSON.stringify({ elements: renderElements(plain), tail: 1 });
    const pieces = [...answerPieces(plain, '{"elements":', ',"tail":1}')];
    assert.equal(Buffer.concat(pieces).toString(), whole);
    const longest = Math.max(...pieces.map(({ length }) => length));
    assert.ok(longest < 3_000_000 && pieces.length <= 2 + whole.length / 500_000, `${longest} bytes`);
  }
});

test('an answer without a large table is written at once', () => {
  assert.equal(isLarge(renderPlainText(documentOf([tableOf(100)]))), false);
});
