/** Reads tables of texts and slides (OpenDocument part 3, 9.1). */
import type { Table } from '../../../../schemas/document.ts';
import { TableBuilder } from '../../../../schemas/table-builder.ts';
import { flattenFlow } from '../../story/cell-text.ts';
import type { FlowItem } from '../../story/flow.ts';
import { valueText } from './cell-value.ts';
import { eachChild } from './each-child.ts';
import type { Story } from './story.ts';

/** Most columns that one cell may cover or be repeated over. */
const SPAN_MAX = 256;

/** Reads to the end of the table that was just opened; returns nothing for an empty one. */
export function readTable(story: Story, readStory: (story: Story) => FlowItem[]): Table[] {
  const builder = new TableBuilder();
  const readRows = (header: boolean) =>
    eachChild(story.reader, name => {
      if (name === 'table:table-header-rows') readRows(true);
      else if (name === 'table:table-row-group' || name === 'table:table-rows') readRows(header);
      else if (name === 'table:table-row') readRow(story, builder, header, readStory);
      else if (name === 'office:forms' || name === 'table:shapes') story.reader.skip();
    });
  readRows(false);
  const table = builder.finish(story.page);
  return table === null ? [] : [table];
}

function readRow(
  story: Story,
  builder: TableBuilder,
  header: boolean,
  readStory: (story: Story) => FlowItem[],
): void {
  const { reader, allowance } = story;
  builder.beginRow();
  eachChild(reader, name => {
    if (name === 'table:covered-table-cell') reader.skip();
    if (name !== 'table:table-cell') return;
    const count = (attribute: string) =>
      Math.min(SPAN_MAX, Math.max(1, Math.floor(Number(reader.attribute(attribute) ?? 1)) || 1));
    const columns = count('table:number-columns-spanned');
    const rows = count('table:number-rows-spanned');
    const repeated = count('table:number-columns-repeated');
    const value = valueText(reader);
    const text = cellText(story, readStory) || value;
    allowance.spend('cells', columns * repeated);
    for (let at = 0; at < repeated; at++) builder.add(text, { columns, rows, header });
  });
}

/** Returns a cell's text. A column of serial numbers is a list without texts; slides show no number before its text. */
function cellText(story: Story, readStory: (story: Story) => FlowItem[]): string {
  const around = story.numbersAlone;
  const numbers: string[] = [];
  story.numbersAlone = story.page === null ? numbers : null;
  const text = flattenFlow(readStory(story));
  story.numbersAlone = around;
  return text === '' ? numbers.join('\n') : text;
}
