/** Pages of tests as lines that can be compared. */
import type { Block, List, Table } from '../../../schemas/document.ts';
import { CEILINGS } from '../format.ts';
import { htmlBlocks } from './blocks.ts';

export const blocksOf = (html: string): Block[] => htmlBlocks(html, CEILINGS).blocks;

/** One line a block: kind and text, for what has text only. */
export const outline = (html: string): string[] =>
  blocksOf(html).map(block => {
    if (block.kind === 'list') return `list ${listLines(block).join(' | ')}`;
    if (block.kind === 'table') return `table ${tableLines(block).join(' | ')}`;
    if (block.kind === 'image') return `image ${block.alt}${block.caption ? ` / ${block.caption}` : ''}`;
    return `${block.kind === 'heading' ? `h${block.level}` : block.kind} ${block.text}`;
  });

function listLines(list: List, depth = 0): string[] {
  return list.items.flatMap((item, index) => [
    `${'>'.repeat(depth)}${list.ordered ? `${index + 1}.` : '-'} ${item.text}`,
    ...item.lists.flatMap(nested => listLines(nested, depth + 1)),
  ]);
}

const tableLines = (table: Table): string[] =>
  table.rows.map(row =>
    row
      .map(({ text, colspan, rowspan, header }) => {
        const spans = colspan > 1 || rowspan > 1 ? `(${colspan}x${rowspan})` : '';
        return `${header ? '#' : ''}${text}${spans}`;
      })
      .join(','),
  );
