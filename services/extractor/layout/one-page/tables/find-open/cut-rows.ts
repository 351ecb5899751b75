/** Divides each row of a page into the texts that stand side by side in it. */

import { meetAcross } from '../../../page/geometry.ts';
import { type Segment, segmentsOf } from '../shape/columns.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { OVERLAP_PITCH_EM } from '../shape/row-merge.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import { WRAP_PITCH_EM } from '../shape/wraps.ts';

/** At least this many steps from row to row that are equal within `EVEN_EM` show rows of one table, however far apart. */
const EVEN_STEPS = 3;
const EVEN_EM = 0.1;
/** Most lines in other columns of the page between two lines of one column. */
const LINES_BESIDE = 6;

export interface CutRow extends VisualRow {
  segments: Segment[];
  /** The greatest number of texts side by side in one of the lines that are as near as those of a wrapped row. */
  most: number;
  /** Whether the step from the row above is one of several equal ones. */
  even: boolean;
  /** Whether texts of another line stand beside it, a little higher or lower. */
  beside: boolean;
}

export function cutRows(rows: readonly VisualRow[]): CutRow[] {
  const cut = rows.map((row): CutRow => {
    const segments = segmentsOf(row.words, CELL_GAP_EM);
    return { ...row, segments, most: segments.length, even: false, beside: false };
  });
  for (const ordered of [cut, cut.toReversed()]) {
    ordered.forEach((row, i) => {
      let at = i - 1;
      while (at >= 0 && at >= i - LINES_BESIDE && !isOneRow(ordered[at] as CutRow, row)) at--;
      const before = at < i - LINES_BESIDE ? undefined : ordered[at];
      row.most = Math.max(row.most, before?.most ?? 0);
      row.beside ||= before !== undefined && !meetAcross(before, row);
    });
  }
  markEvenSteps(cut);
  return cut;
}

/** Marks rows at equal steps. Steps lead from row to row of one column where other rows stand beside them at the same height. */
function markEvenSteps(rows: readonly CutRow[]): void {
  const runs = new Map<CutRow, Run>();
  rows.forEach((row, i) => {
    const above = rowAbove(rows, i);
    if (above === undefined) return;
    const step = row.baseline - above.baseline;
    const before = runs.get(above);
    const goesOn = before !== undefined && Math.abs(step - before.step) <= EVEN_EM * row.size;
    const run = goesOn ? before : { step, rows: [] };
    run.rows.push(row);
    runs.set(row, run);
  });
  for (const { rows: equal } of new Set(runs.values()))
    if (equal.length >= EVEN_STEPS) for (const row of equal) row.even = true;
}

/** Returns the row directly above; of several at that height, the first that stands over the row. */
function rowAbove(rows: readonly CutRow[], of: number): CutRow | undefined {
  const row = rows[of] as CutRow;
  const slack = EVEN_EM * row.size;
  let next: CutRow | undefined;
  let above: CutRow | undefined;
  for (let at = of - 1; at >= Math.max(0, of - LINES_BESIDE); at--) {
    const other = rows[at] as CutRow;
    if (row.baseline - other.baseline <= slack) continue;
    next ??= other;
    if (next.baseline - other.baseline <= slack && meetAcross(other, row)) above = other;
  }
  return above ?? next;
}

/** Rows that are equally far below the one above. */
interface Run {
  /** In points, to the first of them. */
  step: number;
  rows: CutRow[];
}

/**
 * Whether two lines belong to one row of wrapped cells: one below the other, or side by side where cells are centred
 * vertically.
 */
function isOneRow(one: CutRow, other: CutRow): boolean {
  const step = Math.abs(one.baseline - other.baseline) / other.size;
  return meetAcross(one, other) ? step <= WRAP_PITCH_EM : one.most > 1 && step <= OVERLAP_PITCH_EM;
}
