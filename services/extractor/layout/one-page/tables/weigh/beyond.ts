/** Rules under some columns of a wider table: the texts of its other columns stand beside what lies between them. */
import type { Rectangle } from '../../../page/content.ts';
import { middleX } from '../../../page/geometry.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import type { Word } from '../shape/words.ts';

/** Texts may reach this far over the ends of their table's rules, in points. */
const OVERHANG_PT = 3;

/**
 * Share of the rows between the rules whose texts go on beyond them. What stands between rules of its own, `others`
 * at one side, is a table beside this one.
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

/** Words of one text are no farther apart, as a share of their size; those of cells are. */
const WORD_GAP_EM = 0.4;

/** A table as low as a line may stand within a text; of more lines beside a text one at most is level with its own. */
const CUT_ROWS_MIN = 2;

/** Share of the rows inside whose texts run on over a side of the region, word by word: lines of a picture or a frame cut them there. */
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
