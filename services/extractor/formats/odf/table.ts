/** Tables of texts and slides (OpenDocument part 3, 9.1). */
import type { Block, Table, TableCell } from '../../../../schemas/document.ts';
import { eachChild } from './each-child.ts';
import type { Story } from './story.ts';

/** Columns that one cell may cover or be repeated over. */
const SPAN_MAX = 256;

/** Reads to the end of the table that was just opened; nothing where no row is left. */
export function readTable(story: Story, readStory: (story: Story) => Block[]): Table[] {
  const rows: TableCell[][] = [];
  const readRows = (header: boolean) =>
    eachChild(story.reader, name => {
      if (name === 'table:table-header-rows') readRows(true);
      else if (name === 'table:table-row') rows.push(readRow(story, header, readStory));
      else if (name === 'office:forms' || name === 'table:shapes') story.reader.skip();
    });
  readRows(false);
  return rows.length === 0 ? [] : [{ kind: 'table', rows, page: story.page }];
}

function readRow(story: Story, header: boolean, readStory: (story: Story) => Block[]): TableCell[] {
  const { reader, allowance } = story;
  const cells: TableCell[] = [];
  eachChild(reader, name => {
    if (name === 'table:covered-table-cell') reader.skip();
    if (name !== 'table:table-cell') return;
    const count = (attribute: string) =>
      Math.min(SPAN_MAX, Math.max(1, Math.floor(Number(reader.attribute(attribute) ?? 1)) || 1));
    const colspan = count('table:number-columns-spanned');
    const rowspan = count('table:number-rows-spanned');
    const repeated = count('table:number-columns-repeated');
    const text = flatText(readStory(story));
    allowance.spend('cells', colspan * repeated);
    for (let at = 0; at < repeated; at++) cells.push({ text, colspan, rowspan, header });
  });
  return cells;
}

/** What a cell holds, as lines. */
function flatText(blocks: readonly Block[]): string {
  const lines: string[] = [];
  const pending = [...blocks].reverse();
  for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
    if (block.kind === 'table') {
      for (const row of block.rows)
        lines.push(
          row
            .map(cell => cell.text)
            .filter(text => text !== '')
            .join(' '),
        );
    } else if (block.kind === 'list') {
      for (const item of [...block.items].reverse()) {
        pending.push(...[...item.lists].reverse(), { kind: 'paragraph', text: item.text, page: null });
      }
    } else lines.push(block.kind === 'image' ? block.alt : block.text);
  }
  return lines.filter(line => line !== '').join('\n');
}
