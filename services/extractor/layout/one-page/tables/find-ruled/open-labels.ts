/** Finds labels beside the rows of a grid, in a column that only a box above them shows. */

import { holdsCentre, middleY } from '../../../page/geometry.ts';
import { startsSmall } from '../../../text/scripts.ts';
import { type Area, intervalOf } from '../shape/draft.ts';
import { linesOf } from '../shape/text.ts';
import type { Word } from '../shape/words.ts';
import type { Grid } from './grid.ts';

/** Least number of rows that one open area spans, and least share of them with a label. */
const ROWS_LEAST = 3;
const LABELS_SHARE = 0.8;

/**
 * Returns the areas, with those at the open left side divided where (nearly) each row beside them has a label of its
 * own. Areas of exactly the same rows behind them are divided as well.
 */
export function partOpenLabels(areas: readonly Area[], grid: Grid, words: readonly Word[]): Area[] {
  const parted = areas.filter(area => isOpen(area, grid) && areLabels(area, grid, words));
  if (parted.length === 0) return [...areas];
  const isBeside = ({ row, rowspan }: Area) =>
    parted.some(label => label.row === row && label.rowspan === rowspan);
  return areas.flatMap(area =>
    parted.includes(area) || (isBeside(area) && holdsRows(linesIn(area, grid, words), grid))
      ? rowsOf(area)
      : [area],
  );
}

function isOpen({ row, column, rowspan }: Area, { vertical }: Grid): boolean {
  const side = vertical[0]?.slice(row, row + rowspan) ?? [];
  return column === 0 && rowspan >= ROWS_LEAST && !side.includes(true);
}

function areLabels(area: Area, grid: Grid, words: readonly Word[]): boolean {
  const lines = linesIn(area, grid, words);
  return (
    lines.length >= LABELS_SHARE * area.rowspan &&
    holdsRows(lines, grid) &&
    lines.every(([first]) => first !== undefined && !startsSmall(first.text))
  );
}

/** Whether each row has at most one of the lines. */
function holdsRows(lines: readonly Word[][], { ys }: Grid): boolean {
  const rows = new Set(lines.map(([first]) => (first ? intervalOf(ys, middleY(first)) : -1)));
  return rows.size === lines.length;
}

function linesIn(
  { row, column, rowspan, colspan }: Area,
  { xs, ys }: Grid,
  words: readonly Word[],
): Word[][] {
  const [left, right] = [xs[column] ?? 0, xs[column + colspan] ?? 0];
  const [top, bottom] = [ys[row] ?? 0, ys[row + rowspan] ?? 0];
  return linesOf(words.filter(word => holdsCentre({ left, right, top, bottom }, word)));
}

const rowsOf = ({ row, rowspan, ...sides }: Area): Area[] =>
  Array.from({ length: rowspan }, (_, i) => ({ ...sides, row: row + i, rowspan: 1 }));
