/** Reads the cells of one sheet of a spreadsheet (OpenDocument part 3, 9.1): only those that show something, never a grid. */
import type { SheetContent, SheetRow } from '../../sheets/sheet-content.ts';
import type { FlowItem } from '../../story/flow.ts';
import { readShape, readStory, SHAPES } from './blocks.ts';
import { valueText } from './cell-value.ts';
import { eachChild } from './each-child.ts';
import type { Story } from './story.ts';

/** A row or cell with a repeat count is output at most this often; empty ones cost nothing. */
const REPEATED_MAX = 1_000;
const MERGES_MAX = 100_000;

export interface OdfSheet extends SheetContent {
  /** Charts and pictures on the sheet. */
  drawn: FlowItem[];
}

/** Reads to the end of the `table:table` that was just opened. */
export function readSheet(story: Story): OdfSheet {
  const { reader } = story;
  const sheet: OdfSheet = { rows: [], merges: [], furniture: [], drawn: [] };
  let row = 0;
  eachChild(reader, name => {
    if (name === 'office:forms') reader.skip();
    else if (name === 'table:shapes') sheet.drawn.push(...readStory(story));
    else if (name === 'table:table-row') {
      const repeated = repeats(story, 'table:number-rows-repeated');
      const read = readRow(story, row, sheet);
      for (let at = 0; read.cells.length > 0 && at < Math.min(repeated, REPEATED_MAX); at++) {
        story.allowance.spend('cells', at === 0 ? 0 : read.cells.length);
        sheet.rows.push({ ...read, cells: read.cells.map(cell => ({ ...cell })), row: row + at });
      }
      row += repeated;
    }
  });
  return sheet;
}

function readRow(story: Story, row: number, sheet: OdfSheet): SheetRow {
  const { reader } = story;
  const read: SheetRow = { row, columns: [], cells: [], words: true };
  let column = 0;
  eachChild(reader, name => {
    if (name !== 'table:table-cell' && name !== 'table:covered-table-cell') return;
    const repeated = repeats(story, 'table:number-columns-repeated');
    const type = reader.attribute('office:value-type');
    const value = valueText(reader);
    const columns = repeats(story, 'table:number-columns-spanned');
    const rows = repeats(story, 'table:number-rows-spanned');
    const shown = cellText(story, sheet.drawn);
    // An empty paragraph shows nothing, and a date's value says more than its formatted text.
    const text =
      value === 'NaN'
        ? ''
        : shown === null || (type === 'date' && shown !== '' && value !== '')
          ? value
          : shown;
    if (text !== '') {
      if (columns * rows > 1 && sheet.merges.length < MERGES_MAX)
        sheet.merges.push({ top: row, left: column, bottom: row + rows - 1, right: column + columns - 1 });
      const times = Math.min(repeated, REPEATED_MAX);
      story.allowance.spend('cells', times);
      for (let at = 0; at < times; at++) {
        read.columns.push(column + at);
        read.cells.push({ text, colspan: 1, rowspan: 1, header: false });
      }
      read.words &&= type === undefined || type === 'string';
    }
    column += repeated;
  });
  return read;
}

/** Returns what the cell shows, or null where that is left to the reader; what is drawn in it is stored separately. */
function cellText(story: Story, drawn: FlowItem[]): string | null {
  const lines: string[] = [];
  let isShown = false;
  const takes = (name: string): boolean => {
    if (SHAPES.has(name)) readShape(story, drawn);
    // For categories in levels, a chart repeats each level.
    else if (name === 'text:list' && isShown) story.reader.skip();
    else {
      isShown ||= name === 'text:p';
      return false;
    }
    return true;
  };
  for (const block of readStory(story, takes)) {
    if (block.kind === 'image' || block.kind === 'table') drawn.push(block);
    else if ('text' in block) lines.push(block.text);
  }
  return isShown ? lines.join('\n').trim() : null;
}

function repeats({ reader }: Story, attribute: string): number {
  return Math.max(1, Math.floor(Number(reader.attribute(attribute) ?? 1)) || 1);
}
