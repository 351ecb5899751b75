/**
 * Handles East Asian text set from top to bottom by a producer without vertical fonts: each character is drawn upright,
 * below the one before it. In the view in which vertical fonts lie on their side, the characters become lines like any
 * other.
 */
import type { TextItem } from '../../../layout/page/content.ts';
import { holdsSquares } from '../../../layout/text/scripts.ts';

/** Least share, and least number, of a page's characters that are directly below the one drawn before. */
const STACKED_SHARE = 0.5;
const CHARACTERS_MIN = 10;
/**
 * Distances from one character to the next below, from set solid to widely spaced; and the greatest difference between
 * their middles.
 */
const STEP_MIN_EM = 0.7;
const STEP_MAX_EM = 1.6;
const SHIFT_MAX_EM = 0.3;
/** Characters of one run are at most this far apart. */
const GAP_MAX_EM = 0.4;
/** Height of an em square above the baseline, and distance from the middle of a line of Latin letters to its baseline. */
export const ASCENT_EM = 0.88;
export const MIDDLE_EM = 0.35;

/** Whether most of a page's text is East Asian, and most of that stacked. */
export function isStacked(items: readonly TextItem[]): boolean {
  let characters = 0;
  let stacked = 0;
  items.forEach((item, at) => {
    characters += item.text.length;
    const above = items[at - 1];
    if (above !== undefined && isBelow(item, above)) stacked += item.text.length;
  });
  return stacked > STACKED_SHARE * characters && stacked >= CHARACTERS_MIN;
}

function isBelow(item: TextItem, above: TextItem): boolean {
  if (item.angle !== 0 || item.text.length > 2 || !holdsSquares(item.text)) return false;
  const step = (item.baseline - above.baseline) / item.size;
  const shift = Math.abs(item.left + item.width / 2 - above.left - above.width / 2) / item.size;
  return step > STEP_MIN_EM && step < STEP_MAX_EM && shift < SHIFT_MAX_EM;
}

/** Turns characters that stand on their side in this view (a quarter turn upwards) into runs of horizontal text. */
export function laidDown(items: readonly TextItem[]): TextItem[] {
  const runs: TextItem[] = [];
  for (const item of items.map(item => (item.angle === 90 ? lying(item) : item))) {
    const last = runs.at(-1);
    const gap = last === undefined ? 0 : item.left - last.left - last.width;
    const isEastAsian = holdsSquares(item.text) || holdsSquares(last?.text ?? '');
    const touches = Math.abs(gap) < GAP_MAX_EM * item.size;
    const onLine = last !== undefined && Math.abs(item.baseline - last.baseline) < SHIFT_MAX_EM * item.size;
    if (last !== undefined && onLine && touches && isEastAsian && isAlike(last, item)) {
      runs[runs.length - 1] = {
        ...last,
        text: last.text + item.text,
        width: item.left + item.width - last.left,
      };
    } else {
      const spaceBefore = onLine && touches && isEastAsian ? false : item.spaceBefore;
      runs.push({ ...item, spaceBefore, index: runs.length });
    }
  }
  return runs;
}

/** Places each character in an em square; the middle of a column becomes the middle of the line. */
function lying(item: TextItem): TextItem {
  return {
    ...item,
    angle: 0,
    left: item.left - ASCENT_EM * item.size,
    width: item.size,
    baseline: item.baseline - item.width / 2 + MIDDLE_EM * item.size,
  };
}

function isAlike(one: TextItem, other: TextItem): boolean {
  return (
    one.font === other.font &&
    one.size === other.size &&
    one.color === other.color &&
    one.markedContent === other.markedContent
  );
}
