/** A recognized page as blocks: rows in reading order, then tables, headings, lists and paragraphs. */
import type { Block, ListItem, TableCell } from '../../../../schemas/document.ts';
import type { RecognizedPage } from '../../ocr/engine.ts';
import { weightedMedian } from '../../ocr/print-size.ts';
import { headingLevels } from './layout/headings.ts';
import { readingOrder } from './layout/order.ts';
import { paragraphsOf, rowText } from './layout/paragraphs.ts';
import type { Row } from './layout/rows.ts';
import { heightOf, median, segmentsOf } from './layout/segments.ts';
import { columnIndex, type RowGroup, tablesIn } from './layout/tables.ts';

export function blocksOf(recognized: RecognizedPage, page: number): Block[] {
  const segments = segmentsOf(recognized.lines);
  const unit = median(segments.map(heightOf));
  const usualEm = weightedMedian(segments.map(({ em, text }) => ({ value: em, weight: text.length })));
  const groups = tablesIn(readingOrder(segments, unit), unit);
  return withLists(
    groups.flatMap(group =>
      group.columns
        ? [tableBlock(group.rows, group.columns, page)]
        : textBlocks(group.rows, unit, usualEm, page),
    ),
  );
}

function tableBlock(rows: readonly Row[], columns: NonNullable<RowGroup['columns']>, page: number): Block {
  const cells = rows.map(row =>
    columns.map((_, index): TableCell => {
      const pieces = row.filter(piece => columnIndex(columns, piece) === index);
      return { text: rowText(pieces), colspan: 1, rowspan: 1, header: false };
    }),
  );
  return { kind: 'table', rows: cells, page };
}

/** A hyphen at a row's end stays: the picture does not tell whether the word has one. */
function textBlocks(rows: readonly Row[], unit: number, usualEm: number, page: number): Block[] {
  const paragraphs = paragraphsOf(rows, unit);
  const levels = headingLevels(paragraphs, usualEm);
  return paragraphs.map((paragraph, index) => {
    const text = paragraph.map(rowText).join(' ');
    const level = levels[index];
    return level ? { kind: 'heading', level, text, page } : { kind: 'paragraph', text, page };
  });
}

const BULLET = /^[•·▪■●○-]\s+/u;

/** Neighbouring paragraphs that begin with a bullet become one list. */
function withLists(blocks: readonly Block[]): Block[] {
  const listed: Block[] = [];
  for (const block of blocks) {
    const item = bulletItem(block);
    const last = listed.at(-1);
    if (item === null) listed.push(block);
    else if (last?.kind === 'list') last.items.push(item);
    else listed.push({ kind: 'list', ordered: false, items: [item], page: block.page });
  }
  return listed;
}

function bulletItem(block: Block): ListItem | null {
  if (block.kind !== 'paragraph' || !BULLET.test(block.text)) return null;
  const text = block.text.replace(BULLET, '');
  return text === '' ? null : { text, lists: [] };
}
