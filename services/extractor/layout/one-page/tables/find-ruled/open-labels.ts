/** Labels beside the rows of a grid, in a column that only a box above them draws. */

import { middleX, middleY } from '../../../page/geometry.ts';
import { startsSmall } from '../../../text/scripts.ts';
import { type Area, intervalOf } from '../shape/draft.ts';
import { linesOf } from '../shape/text.ts';
import type { Word } from '../shape/words.ts';
import type { Grid } from './grid.ts';

/** Rows that one open area spans at least, and the share of them that hold a label. */
const ROWS_LEAST = 3;
const LABELS_SHARE = 0.8;

/** The areas with those at the open left side parted, where (nearly) each row beside them has one label of its own. */
export function partOpenLabels(areas: readonly Area[], grid: Grid, words: readonly Word[]): Area[] {
  return areas.flatMap(area => (isOpen(area, grid) && areLabels(area, grid, words) ? rowsOf(area) : [area]));
}

function isOpen({ row, column, rowspan }: Area, { vertical }: Grid): boolean {
  const side = vertical[0]?.slice(row, row + rowspan) ?? [];
  return column === 0 && rowspan >= ROWS_LEAST && !side.includes(true);
}

function areLabels({ row, rowspan, colspan }: Area, { xs, ys }: Grid, words: readonly Word[]): boolean {
  const [left, right] = [xs[0] ?? 0, xs[colspan] ?? 0];
  const [top, bottom] = [ys[row] ?? 0, ys[row + rowspan] ?? 0];
  const own = words.filter(word => {
    const [x, y] = [middleX(word), middleY(word)];
    return x >= left && x < right && y >= top && y < bottom;
  });
  const lines = linesOf(own);
  const rows = new Set(lines.map(([first]) => (first ? intervalOf(ys, middleY(first)) : -1)));
  return (
    rows.size === lines.length &&
    rows.size >= LABELS_SHARE * rowspan &&
    lines.every(([first]) => first !== undefined && !startsSmall(first.text))
  );
}

const rowsOf = ({ row, rowspan, ...sides }: Area): Area[] =>
  Array.from({ length: rowspan }, (_, i) => ({ ...sides, row: row + i, rowspan: 1 }));
