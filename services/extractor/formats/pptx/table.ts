/** A table on a slide (ECMA-376 part 1, 21.1.3). */
import type { Block, TableCell } from '../../../../schemas/document.ts';
import type { Package } from '../../archive/package.ts';
import { drawingText } from '../../ooxml/drawing-text.ts';
import { isTrue } from '../../xml/boolean.ts';
import { child, childrenNamed, type XmlNode } from '../../xml/tree.ts';

/** Columns or rows one cell may cover; PowerPoint itself makes tables of at most 75 by 75. */
const SPAN_MAX = 100;

export function readTable(office: Package, table: XmlNode, page: number): Block[] {
  const properties = child(table, 'a:tblPr')?.attributes;
  const headed = isTrue(properties?.firstRow);
  const rows = childrenNamed(table, 'a:tr').map((row, index) =>
    childrenNamed(row, 'a:tc')
      .filter(cell => !isTrue(cell.attributes.hMerge) && !isTrue(cell.attributes.vMerge))
      .map(cell => tableCell(cell, headed && index === 0)),
  );
  office.allowance.spend('cells', positions(rows));
  return rows.length === 0 ? [] : [{ kind: 'table', rows, page }];
}

/** What the table costs wherever it is shown: its grid, and what hangs down from spans. */
function positions(rows: readonly TableCell[][]): number {
  let width = 0;
  let hanging = 0;
  for (const row of rows) {
    let columns = 0;
    for (const { colspan, rowspan } of row) {
      columns += colspan;
      hanging += colspan * (rowspan - 1);
    }
    width = Math.max(width, columns);
  }
  return rows.length * width + hanging;
}

function tableCell(cell: XmlNode, header: boolean): TableCell {
  const body = child(cell, 'a:txBody');
  return {
    text: body === undefined ? '' : drawingText(body),
    colspan: span(cell.attributes.gridSpan),
    rowspan: span(cell.attributes.rowSpan),
    header,
  };
}

function span(value: string | undefined): number {
  const count = Math.floor(Number(value ?? 1));
  return count >= 1 ? Math.min(count, SPAN_MAX) : 1;
}
