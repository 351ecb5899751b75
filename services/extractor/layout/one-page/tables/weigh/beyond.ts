/**
 * Measures whether rules run under some columns only of a wider table, whose other columns have their texts beside what
 * lies between them.
 */
import type { Rectangle } from '../../../page/content.ts';
import { middleX } from '../../../page/geometry.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import type { Word } from '../shape/words.ts';

/** Texts may reach this far beyond the ends of their table's rules. */
const OVERHANG_PT = 3;

/**
 * Returns the share of the rows between the rules whose texts continue beyond them. Rows between rules of their own,
 * `others` at one side, are a table beside this one.
 */
export function beyondShare(
  region: Rectangle,
  rows: readonly VisualRow[],
  others: readonly Rectangle[],
): number {
  const inside = rows.filter(
    row =>
      row.baseline > region.top &&
      row.baseline - row.size / 2 < region.bottom &&
      row.words.some(word => !isOutside(word, region)),
  );
  const beside = others.filter(other => isOutside(other, region));
  const going = inside.filter(row =>
    row.words.some(word => isOutside(word, region) && !beside.some(other => holds(other, word))),
  );
  return going.length / Math.max(1, inside.length);
}

/** Words of one text are at most this far apart; those of different cells are farther. */
const WORD_GAP_EM = 0.4;

/**
 * Least number of rows. A table as low as a line may stand within a text; beside a taller one, at most one line of the
 * text is level with its rows.
 */
const CUT_ROWS_MIN = 2;

/**
 * Returns the share of the rows inside whose texts continue across a side of the region, word by word: there, lines of
 * a picture or a frame cut them.
 */
export function cutShare({ left, right, top, bottom }: Rectangle, rows: readonly VisualRow[]): number {
  const inside = rows.filter(
    ({ baseline, words }) =>
      baseline > top && baseline < bottom && words.some(word => isBetween(word, left, right)),
  );
  const isCutAt = ({ words, size }: VisualRow, side: number) =>
    words.some((word, at) => {
      const before = words[at - 1];
      const isAcross = before !== undefined && middleX(before) < side && middleX(word) > side;
      return isAcross && word.left - before.right < WORD_GAP_EM * size;
    });
  const cut = inside.filter(row => isCutAt(row, left) || isCutAt(row, right)).length;
  return cut < CUT_ROWS_MIN ? 0 : cut / inside.length;
}

const isBetween = (word: Word, left: number, right: number): boolean =>
  middleX(word) > left && middleX(word) < right;

function isOutside({ left, right }: Pick<Rectangle, 'left' | 'right'>, region: Rectangle): boolean {
  return right < region.left + OVERHANG_PT || left > region.right - OVERHANG_PT;
}

function holds(region: Rectangle, word: Word): boolean {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
  return x > region.left && x < region.right && y > region.top && y < region.bottom;
}
