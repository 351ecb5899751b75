/** A table on a slide (ECMA-376 part 1, 21.1.3). */
import type { Block, TableCell } from '../../../../schemas/document.ts';
import type { Package } from '../../archive/package.ts';
import { drawingText } from '../../ooxml/drawing-text.ts';
import { child, childrenNamed, type XmlNode } from '../../xml/tree.ts';

/** Columns or rows one cell may cover; far more than a slide can show. */
const SPAN_MAX = 1_000;

export function readTable(office: Package, table: XmlNode, page: number): Block[] {
  const properties = child(table, 'a:tblPr')?.attributes;
  const headed = isOn(properties?.firstRow);
  const rows = childrenNamed(table, 'a:tr').map((row, index) =>
    childrenNamed(row, 'a:tc')
      .filter(cell => !isOn(cell.attributes.hMerge) && !isOn(cell.attributes.vMerge))
      .map(cell => tableCell(cell, headed && index === 0)),
  );
  office.allowance.spend('cells', rows.flat().length);
  return rows.length === 0 ? [] : [{ kind: 'table', rows, page }];
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

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
