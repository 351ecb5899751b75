/** Rules under some columns of a wider table: the texts of its other columns stand beside what lies between them. */
import type { Rectangle } from '../../../page/content.ts';
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

function isOutside({ left, right }: Pick<Rectangle, 'left' | 'right'>, region: Rectangle): boolean {
  return right < region.left + OVERHANG_PT || left > region.right - OVERHANG_PT;
}

function holds(region: Rectangle, word: Word): boolean {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
  return x > region.left && x < region.right && y > region.top && y < region.bottom;
}
