/** Groups words that stand side by side, in whatever order they were drawn: word processors draw punctuation separately. */

import type { Rule, TextItem } from '../../page/content.ts';
import { SAME_BASELINE_EM, STREAM_GAP_EM, TOUCH_GAP_EM } from '../../page/line.ts';
import { isRightToLeft } from '../../text/direction-tokens.ts';

/** Two glyphs closer than this have the same position, but for rounding. */
const SAME_EDGE_EM = 0.01;
const LETTER = /^\p{L}/u;

/** At most this many other words were drawn between two words of one line. */
const LINE_WORDS_MAX = 60;

/** A rule between words must cross this height above the baseline. */
const MIDDLE_EM = 0.3;
/** A rule may touch the words that it separates by this much. */
const TOUCH_POINTS = 1;

/** Returns stretches in the stream order of their first words, each from left to right. No stretch crosses the side of a cell. */
export function stretchesOf(items: readonly TextItem[], rules: readonly Rule[] = []): TextItem[][] {
  const sides = rules.filter(rule => rule.orientation === 'vertical');
  const sorted = [...items].sort((one, other) => one.baseline - other.baseline);
  const rows: TextItem[][] = [];
  let first: TextItem | undefined;
  for (const item of sorted) {
    const isOnRow =
      first !== undefined &&
      item.baseline - first.baseline < SAME_BASELINE_EM * Math.max(first.size, item.size);
    if (isOnRow) rows.at(-1)?.push(item);
    else {
      first = item;
      rows.push([item]);
    }
  }
  const start = (stretch: readonly TextItem[]) => Math.min(...stretch.map(item => item.index));
  return rows.flatMap(row => cut(row, sides)).sort((one, other) => start(one) - start(other));
}

function cut(row: readonly TextItem[], sides: readonly Rule[]): TextItem[][] {
  const [first] = row;
  const middle = first === undefined ? 0 : first.baseline - MIDDLE_EM * first.size;
  const beside = sides.filter(({ start, end }) => start < middle && end > middle);
  const stretches: TextItem[][] = [];
  for (const item of row.toSorted(fromLeft)) {
    const before = stretches.at(-1)?.at(-1);
    if (before !== undefined && isBeside(before, item) && !isParted(before, item, beside))
      stretches.at(-1)?.push(item);
    else stretches.push([item]);
  }
  return stretches;
}

/**
 * Orders glyphs from the left. The second half of a ligature may have no width because the first half has all of it
 * (lam and alef in Noto Naskh); it is read after the half at whose left edge it is drawn.
 */
function fromLeft(one: TextItem, other: TextItem): number {
  const isEdge = Math.abs(one.left - other.left) < SAME_EDGE_EM * one.size && one.width * other.width === 0;
  const areLetters = isEdge && LETTER.test(one.text) && LETTER.test(other.text);
  return areLetters && isRightToLeft(one.text) ? one.width - other.width : one.left - other.left;
}

function isParted(before: TextItem, item: TextItem, sides: readonly Rule[]): boolean {
  const left = before.left + before.width - TOUCH_POINTS;
  const right = item.left + TOUCH_POINTS;
  return sides.some(({ position }) => position >= left && position <= right);
}

/**
 * Whether two words belong to one stretch. Some gutters are only nine points wide: only words drawn at about the same
 * time may stand farther apart.
 */
function isBeside(before: TextItem, item: TextItem): boolean {
  const gap = item.left - before.left - before.width;
  const near = Math.abs(item.index - before.index) <= LINE_WORDS_MAX;
  return gap < (near ? STREAM_GAP_EM : TOUCH_GAP_EM) * Math.max(before.size, item.size);
}
