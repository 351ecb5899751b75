/** Recognises charts and diagrams, which look like tables of scales, bars, or boxes with a word in each. */

import type { Rectangle } from '../../../page/content.ts';
import { around, median, middleX } from '../../../page/geometry.ts';
import { overlapShare } from '../../figures/figures.ts';
import { type Draft, type DraftCell, isFilled } from '../shape/draft.ts';
import { linesOf } from '../shape/text.ts';

/** Least number of marks of a scale, and most labels of bars between its first two. */
const SCALE_MARKS = 4;
const SCALE_LABELS = 20;
/** Rows this many times as high as their text are no rows of a table but charts above each other or boxes of a diagram. */
const AIRY_ROW = 5;
/** At least this many columns, half of them narrower than this. */
const SLIVER_EM = 1.3;
const SLIVER_COLUMNS = 6;

/** A region is part of a drawing that covers this share of it; … */
const DRAWING_COVER = 0.6;
/** … a drawing that covers only this share also makes it a figure if this share of the drawing lies in it. */
const DRAWING_FILL = 0.3;
const DRAWING_INSIDE = 0.5;

/** In points: a text is centred in its box within this tolerance. */
const MIDDLE_PT = 3;

/** Whether drawings make up the region, or it is part of one. */
export function isFigure(region: Rectangle, drawings: readonly Rectangle[]): boolean {
  return drawings.some(drawing => {
    const cover = overlapShare(region, drawing);
    return cover > DRAWING_COVER || (cover > DRAWING_FILL && overlapShare(drawing, region) > DRAWING_INSIDE);
  });
}

/** Whether a column counts down to zero in equal steps, like the scale beside a chart. Steps of one may be a table's. */
export function hasScale(byColumn: ReadonlyMap<number, readonly DraftCell[]>): boolean {
  return [...byColumn.values()].some(column => {
    if (!column.some(({ words }) => numberOf(words[0]?.text ?? '') === 0)) return false;
    const cells = column.toSorted((a, b) => b.row - a.row);
    const values = cells.map(cell => numberOf(cell.words[0]?.text ?? ''));
    const zero = values.indexOf(0);
    const above = zero < 0 ? [] : values.slice(zero + 1);
    return above.slice(0, SCALE_LABELS).some((step, at) => {
      const further = above.slice(at + 1).filter(Number.isFinite);
      return step > 0 && step !== 1 && countsOn(further, step);
    });
  });
}

/** Returns the value of a number with or without thousands separators. */
const numberOf = (text: string): number =>
  Number.parseFloat(text.replace(/(?<=\d)[,.'’](?=\d{3}(?!\d))/g, ''));

/** Whether the values begin with the next multiples of the step: in a long column of numbers, some are multiples by chance. */
function countsOn(values: readonly number[], step: number): boolean {
  const marks = values.slice(0, SCALE_MARKS - 2);
  return marks.length === SCALE_MARKS - 2 && marks.every((value, at) => isNear(value, (at + 2) * step, step));
}

const isNear = (value: number, mark: number, step: number): boolean => Math.abs(value - mark) < step / 100;

/** Whether most rows are much higher than their contents. */
export function isAiry({ ys, cells }: Draft): boolean {
  const byRow = Map.groupBy(cells, cell => cell.row);
  const heights = ys.slice(1).map((y, row) => {
    const lines = (byRow.get(row) ?? [])
      .filter(cell => cell.rowspan === 1 && isFilled(cell))
      .map(cell => linesOf(cell.words).length * (cell.words[0]?.size ?? 0));
    return lines.length === 0 ? 0 : (y - (ys[row] ?? y)) / Math.max(...lines);
  });
  return heights.filter(height => height > AIRY_ROW).length > heights.length / 2;
}

/** Whether half of many columns have no room for text. */
export function hasSlivers({ xs }: Draft, filled: readonly DraftCell[]): boolean {
  if (xs.length <= SLIVER_COLUMNS) return false;
  const size = median(filled.flatMap(cell => cell.words.map(word => word.size)));
  const narrow = xs.slice(1).filter((x, i) => x - (xs[i] ?? x) < SLIVER_EM * size);
  return narrow.length >= (xs.length - 1) / 2;
}

/** Whether each text is centred in its column, like the labels of boxes. */
export function isCentred({ xs }: Draft, filled: readonly DraftCell[]): boolean {
  const boxes = filled.map(cell => around(cell.words));
  const first = new Map<number, number>();
  filled.forEach(({ column }, i) => {
    if (!first.has(column)) first.set(column, boxes[i]?.left ?? 0);
  });
  if (filled.every(({ column }, i) => Math.abs((boxes[i]?.left ?? 0) - (first.get(column) ?? 0)) <= 1))
    return false;
  return filled.every(({ column, colspan }, i) => {
    const middle = ((xs[column] ?? 0) + (xs[column + colspan] ?? 0)) / 2;
    const box = boxes[i];
    return box !== undefined && Math.abs(middleX(box) - middle) <= MIDDLE_PT;
  });
}
