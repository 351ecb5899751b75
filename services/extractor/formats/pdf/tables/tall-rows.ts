/** Rows of a grid that hold several rows of text: some tables are ruled around their body only. */
import type { Draft, DraftCell } from './draft.ts';
import { mergeRows } from './row-merge.ts';
import { type TableLine, toTableLine } from './table-lines.ts';
import { linesOf } from './text.ts';
import { TALL_ROW_LINES, TALL_ROW_NUMBERS } from './thresholds.ts';
import { isNumeric } from './values.ts';

export function splitTallRows(draft: Draft): Draft {
  let result = draft;
  for (let row = draft.ys.length - 2; row >= 0; row -= 1) {
    const rows = rowsInside(result, row);
    if (rows.length > 1) result = splitRow(result, row, rows);
  }
  return result;
}

/** The rows of text in one row of the grid; none where it is one row after all. */
function rowsInside(draft: Draft, row: number): TableLine[][] {
  const cells = draft.cells.filter(cell => cell.row === row && cell.rowspan === 1);
  const covered = cells.reduce((sum, cell) => sum + cell.colspan, 0);
  if (covered < draft.xs.length - 1) return [];
  const filled = cells.filter(cell => cell.words.length > 0);
  if (!filled.some(cell => numberShare(cell) >= TALL_ROW_NUMBERS)) return [];
  const counts = filled.map(cell => linesOf(cell.words).length);
  if (filled.length < 2 || Math.min(...counts) < TALL_ROW_LINES) return [];
  const lines = linesOf(filled.flatMap(cell => cell.words)).map(line => toTableLine(line, draft.xs));
  const rows = mergeRows(lines);
  // A row of its own has its text in at least two columns, nearly always.
  const full = rows.filter(
    lines =>
      new Set(lines.flatMap(line => line.slots.map(slot => slot.column))).size >=
      Math.min(filled.length, 3) - 1,
  );
  const aligned = rows.length >= TALL_ROW_LINES && full.length >= 0.8 * rows.length;
  return aligned && Math.min(...counts) >= 0.75 * rows.length ? rows : [];
}

function numberShare(cell: DraftCell): number {
  const lines = linesOf(cell.words);
  return lines.filter(isNumeric).length / Math.max(1, lines.length);
}

function splitRow(draft: Draft, row: number, rows: readonly TableLine[][]): Draft {
  const extra = rows.length - 1;
  const edges = rows.slice(1).map((lines, i) => {
    const above = Math.max(...(rows[i] ?? []).map(line => line.bottom));
    return (above + Math.min(...lines.map(line => line.top))) / 2;
  });
  const cells = draft.cells.flatMap(cell => {
    if (cell.row > row) return [{ ...cell, row: cell.row + extra }];
    if (cell.row + cell.rowspan - 1 > row || (cell.row < row && cell.row + cell.rowspan > row))
      return [{ ...cell, rowspan: cell.rowspan + extra }];
    return cell.row === row ? splitCell(cell, rows) : [cell];
  });
  return { ...draft, ys: [...draft.ys.slice(0, row + 1), ...edges, ...draft.ys.slice(row + 1)], cells };
}

function splitCell(cell: DraftCell, rows: readonly TableLine[][]): DraftCell[] {
  return rows.map((lines, i) => {
    const top = Math.min(...lines.map(line => line.baseline)) - 0.1;
    const next = Math.min(...(rows[i + 1] ?? []).map(line => line.baseline)) - 0.1;
    const words = cell.words.filter(
      word => (i === 0 || word.baseline >= top - word.size * 0.5) && word.baseline < next - word.size * 0.5,
    );
    return { ...cell, row: cell.row + i, words };
  });
}
