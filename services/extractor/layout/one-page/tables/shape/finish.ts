/** Turns a draft into the final table: text, spans, header flags, and the text items it used. */

import type { TableCell } from '../../../../../../schemas/document.ts';
import type { Rule } from '../../../page/content.ts';
import type { FoundTable } from '../../../page/table.ts';
import { atColumnLines } from './column-lines.ts';
import { columnsOf, type Draft, type DraftCell, regionOf, rowsOf } from './draft.ts';
import { spanGroupLabels } from './group-labels.ts';
import { spanSums } from './sums.ts';
import { cellText } from './text.ts';

/** Finishes a table. `lines` are the page's vertical rules. */
export function finishTable(
  found: Draft,
  headerRows: number,
  score: number,
  lines: readonly Rule[] = [],
): FoundTable {
  const draft =
    found.kind === 'ruled' ? found : spanSums(spanGroupLabels(atColumnLines(found, lines)), lines);
  const rows: TableCell[][] = Array.from({ length: rowsOf(draft) }, () => []);
  for (const cell of [...draft.cells].sort((a, b) => a.row - b.row || a.column - b.column)) {
    rows[cell.row]?.push(toCell(cell, headerRows));
  }
  const words = draft.cells.flatMap(cell => cell.words);
  return {
    kind: draft.kind,
    region: regionOf(draft),
    rows,
    columns: draft.xs.slice(0, columnsOf(draft) + 1),
    headerRows,
    pieces: words.map(({ item }) => ({ item })).sort((a, b) => a.item - b.item),
    score,
  };
}

function toCell({ row, rowspan, colspan, words }: DraftCell, headerRows: number): TableCell {
  return { text: cellText(words), colspan, rowspan, header: row < headerRows };
}
