/** Handles rows that the page's end cuts, in tables whose rows are separated by lines. */
import { around, median, meetAcross, middleX } from '../../../page/geometry.ts';
import { SAME_LINE_EM } from '../shape/columns-apart.ts';
import { type Draft, intervalOf, regionOf, rowsOf } from '../shape/draft.ts';
import { TIGHT_HEAD_PT } from '../shape/head.ts';
import { type TableLine, toTableLine } from '../shape/table-lines.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import { toRow } from '../shape/visual-rows.ts';
import { pitchWithinRuled, placesIn } from './neighbours.ts';

/** The last text line of each row is equally far above its rule within this tolerance. */
const ROOM_PT = 2;
/** A running head is at least so many line steps above the text, and has at most this many lines. */
const FURNITURE_STEPS = 1.8;
const FURNITURE_LINES = 2;
/** At least this many rows show how far texts stand from the rules below them. */
const ROWS_LEAST = 2;

/**
 * Joins to each row everything on one line within the table's width: cells of many lines are drawn one after the other,
 * so the stream does not show what stands beside what.
 */
export function levelRows(rows: readonly VisualRow[], draft: Draft): VisualRow[] {
  const region = regionOf(draft);
  const level: VisualRow[] = [];
  for (const row of rows) {
    const last = level.at(-1);
    const isBeside =
      last !== undefined &&
      Math.abs(row.baseline - last.baseline) <= SAME_LINE_EM * last.size &&
      [row, last].every(part => meetAcross(part, region));
    if (isBeside) level[level.length - 1] = toRow([...last.words, ...row.words]);
    else level.push(row);
  }
  return level;
}

/**
 * Returns the lines above the first horizontal rule that are the rest of a row of the page before, from top to bottom:
 * they reach to the top of the page's text, end as far above the rule as other rows do, begin where their columns do,
 * and have no label.
 */
export function cutRest(draft: Draft, rows: readonly VisualRow[]): TableLine[] {
  const [top = 0] = draft.ys;
  const region = regionOf(draft);
  const above = levelRows(
    rows.filter(row => row.baseline < top),
    draft,
  ).reverse();
  const within = pitchWithinRuled(draft);
  const lines: TableLine[] = [];
  let last = top;
  for (const [at, row] of above.entries()) {
    const step = last - row.baseline;
    if (at === 0 ? Math.abs(step - endRoom(draft)) > ROOM_PT : step > within) {
      const isTop = above.length - at <= FURNITURE_LINES && step > FURNITURE_STEPS * within;
      return isTop ? lines.reverse() : [];
    }
    if (!row.words.every(word => meetAcross(word, region)) || !keepsColumns(draft, row)) return [];
    lines.push(toTableLine(row.words, draft.xs));
    last = row.baseline;
  }
  return lines.reverse();
}

/** Returns the distance from the last line of a row down to the rule below it; infinite where too few rows show it. */
function endRoom(draft: Draft): number {
  if (rowsOf(draft) < ROWS_LEAST) return Infinity;
  const rooms = draft.ys.slice(1).map((y, row) => {
    const own = draft.cells.filter(cell => cell.row === row && cell.rowspan === 1);
    return y - Math.max(...own.flatMap(({ words }) => words.map(word => word.baseline)));
  });
  return Math.min(...rooms);
}

/** Whether each text stands in a column without labels and begins where the column's others do. */
function keepsColumns(draft: Draft, { words }: VisualRow): boolean {
  const columns = Map.groupBy(words, word => intervalOf(draft.xs, middleX(word)));
  return [...columns].every(([column, own]) => {
    const [left = 0, right = 0] = draft.xs.slice(column, column + 2);
    const box = around(own);
    const lefts = placesIn(draft, column).map(place => place.left);
    return (
      column > 0 &&
      box.left >= left - 1 &&
      box.right <= right + 1 &&
      lefts.length > 1 &&
      Math.abs(box.left - median(lefts)) <= TIGHT_HEAD_PT
    );
  });
}
