/** Reads a table on a slide (ECMA-376 part 1, 21.1.3). */
import type { Block } from '../../../../schemas/document.ts';
import { TableBuilder } from '../../../../schemas/table-builder.ts';
import type { Package } from '../../archive/package.ts';
import { isTrue } from '../../xml/boolean.ts';
import { child, childrenNamed, type XmlNode } from '../../xml/tree.ts';
import type { Design } from './design.ts';
import { cellText } from './text-body.ts';

/** Most columns or rows one cell may cover; PowerPoint itself makes tables of at most 75 by 75. */
const SPAN_MAX = 100;

export function readTable(office: Package, table: XmlNode, design: Design, page: number): Block[] {
  const headed = isTrue(child(table, 'a:tblPr')?.attributes.firstRow);
  const builder = new TableBuilder();
  for (const [index, row] of childrenNamed(table, 'a:tr').entries()) {
    builder.beginRow();
    for (const cell of childrenNamed(row, 'a:tc')) {
      if (isTrue(cell.attributes.hMerge) || isTrue(cell.attributes.vMerge)) continue;
      const body = child(cell, 'a:txBody');
      const text = body === undefined ? '' : cellText(body, design, page);
      builder.add(text, { ...spansOf(cell), header: headed && index === 0 });
    }
  }
  office.allowance.spend('cells', builder.positions);
  // Slides are not laid out by tables.
  const built = builder.finish(page, true);
  return built === null ? [] : [built];
}

const spansOf = ({ attributes }: XmlNode) => ({
  columns: span(attributes.gridSpan),
  rows: span(attributes.rowSpan),
});

function span(value: string | undefined): number {
  const count = Math.floor(Number(value ?? 1));
  return count >= 1 ? Math.min(count, SPAN_MAX) : 1;
}
