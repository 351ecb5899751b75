/**
 * Finds heads above the first rule across a table. Where rules lie below each row, those under labels of several
 * columns leave out a label that extends down beside them.
 */

import type { Rule } from '../../../page/content.ts';
import { HEAD_BODY_ROWS } from '../shape/column-sides.ts';
import { segmentsOf } from '../shape/columns.ts';
import type { FreeWords } from '../shape/free-words.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { HEAD_LINES } from '../shape/head.ts';
import { CROSSING_SLACK_PT, rulesBetween } from '../shape/rules.ts';
import { EDGE_EXTENT_PT } from '../shape/strips.ts';
import { linesOf } from '../shape/text.ts';
import type { Word } from '../shape/words.ts';
import type { Band } from './band-split.ts';

/**
 * Greatest distance between two levels of labels, or between labels and the table's first rule: two lines and their
 * distances from the rules.
 */
const HEAD_LEVEL_EM = 4;
/** Labels end at most this far above the rule under them. */
const LABEL_ABOVE_EM = 1.2;
/** A rule along this share of the table is an edge of the whole table. */
export const WIDE_RULE_SHARE = 0.9;

/** Returns the band extended up to the labels over the highest of such rules. */
export function withHeadAbove(band: Band, horizontal: readonly Rule[], words: FreeWords): Band {
  const [first] = band.intervals;
  const size = first?.lines[0]?.[0]?.size ?? 0;
  if (!first?.top.drawn || band.intervals.length < HEAD_BODY_ROWS) return band;
  const { y } = first.top;
  const step = HEAD_LEVEL_EM * size;
  const parts = rulesBetween(horizontal, y - HEAD_LINES * step, y).filter(rule => isPart(rule, band));
  if (!parts.some(({ position }) => position >= y - step)) return band;
  const inside = words
    .between(y - (HEAD_LINES + 1) * step, y)
    .filter(
      ({ left, right }) => left >= band.left - CROSSING_SLACK_PT && right <= band.right + CROSSING_SLACK_PT,
    );
  const highest = highestRule(parts, y, step, inside);
  if (!highest) return band;
  const labels = inside.filter(
    word => word.baseline < highest.position && highest.position - word.baseline <= LABEL_ABOVE_EM * size,
  );
  if (!labels.some(word => word.left < highest.end && word.right > highest.start)) return band;
  const top = Math.min(...labels.map(word => word.top));
  const lines = linesOf(inside.filter(word => word.top >= top && word.baseline < y));
  if (lines.length > HEAD_LINES) return band;
  const edge = { ...first.top, y: top, drawn: false, joints: [] };
  return { ...band, intervals: [{ top: edge, bottom: first.top, lines }, ...band.intervals] };
}

/** Moves up from rule to rule as long as labels stand between them. `parts` come from top to bottom. */
function highestRule(
  parts: readonly Rule[],
  from: number,
  step: number,
  words: readonly Word[],
): Rule | null {
  let highest: Rule | null = null;
  let y = from;
  for (const rule of parts.toReversed()) {
    if (rule.position === from) continue;
    const level = highest !== null && rule.position >= y - CROSSING_SLACK_PT;
    if (!level && (y - rule.position > step || labelsUnder(rule, y, words) < 2)) return highest;
    highest = rule;
    y = rule.position;
  }
  return highest;
}

/** Returns the number of texts in one line between the rule and what is below it: under an underlined word there is prose. */
function labelsUnder({ position, start, end }: Rule, bottom: number, words: readonly Word[]): number {
  const under = words.filter(
    word => word.baseline > position && word.baseline < bottom && word.left < end && word.right > start,
  );
  return Math.max(0, ...linesOf(under).map(line => segmentsOf(line, CELL_GAP_EM).length));
}

function isPart({ start, end }: Rule, { left, right }: Band): boolean {
  return (
    start >= left - EDGE_EXTENT_PT &&
    end <= right + EDGE_EXTENT_PT &&
    end - start < WIDE_RULE_SHARE * (right - left)
  );
}
