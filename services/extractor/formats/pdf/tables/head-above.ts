/**
 * Heads that stand above the first rule across a table: where rules lie below each row, those under the labels of
 * several columns leave out the label that goes down beside them.
 */
import type { Rule } from '../page.ts';
import type { Band } from './band-split.ts';
import { segmentsOf } from './columns.ts';
import { linesOf } from './text.ts';
import {
  CELL_GAP_EM,
  CROSSING_SLACK_PT,
  EDGE_EXTENT_PT,
  HEAD_BODY_ROWS,
  HEAD_LEVEL_EM,
  HEAD_LINES,
  LABEL_ABOVE_EM,
  WIDE_RULE_SHARE,
} from './thresholds.ts';
import type { Word } from './words.ts';

/** The band with what stands between its first edge and the labels over the highest of such rules. */
export function withHeadAbove(band: Band, rules: readonly Rule[], words: readonly Word[]): Band {
  const [first] = band.intervals;
  const size = first?.lines[0]?.[0]?.size ?? 0;
  if (!first?.top.drawn || band.intervals.length < HEAD_BODY_ROWS) return band;
  const inside = words.filter(
    word => word.left >= band.left - CROSSING_SLACK_PT && word.right <= band.right + CROSSING_SLACK_PT,
  );
  const highest = highestRule(band, first.top.y, HEAD_LEVEL_EM * size, rules, inside);
  if (!highest) return band;
  const labels = inside.filter(
    word => word.baseline < highest.position && highest.position - word.baseline <= LABEL_ABOVE_EM * size,
  );
  if (!labels.some(word => word.left < highest.end && word.right > highest.start)) return band;
  const y = Math.min(...labels.map(word => word.top));
  const lines = linesOf(inside.filter(word => word.top >= y && word.baseline < first.top.y));
  if (lines.length > HEAD_LINES) return band;
  const top = { ...first.top, y, drawn: false, joints: [] };
  return { ...band, intervals: [{ top, bottom: first.top, lines }, ...band.intervals] };
}

/** Goes up from rule to rule, as long as labels stand between two of them. */
function highestRule(
  band: Band,
  from: number,
  step: number,
  rules: readonly Rule[],
  words: readonly Word[],
): Rule | null {
  const parts = rules
    .filter(rule => isPart(rule, band) && rule.position < from)
    .sort((a, b) => b.position - a.position);
  let highest: Rule | null = null;
  let y = from;
  for (const rule of parts) {
    const labelled = labelsUnder(rule, y, words) > 1;
    const level = highest !== null && rule.position >= y - CROSSING_SLACK_PT;
    if (!level && (y - rule.position > step || !labelled)) return highest;
    highest = rule;
    y = rule.position;
  }
  return highest;
}

/** Texts of one line between the rule and what is below it: under a word that is underlined stands prose. */
function labelsUnder({ position, start, end }: Rule, bottom: number, words: readonly Word[]): number {
  const under = words.filter(
    word => word.baseline > position && word.baseline < bottom && word.left < end && word.right > start,
  );
  return Math.max(0, ...linesOf(under).map(line => segmentsOf(line, CELL_GAP_EM).length));
}

function isPart({ orientation, start, end }: Rule, { left, right }: Band): boolean {
  return (
    orientation === 'horizontal' &&
    start >= left - EDGE_EXTENT_PT &&
    end <= right + EDGE_EXTENT_PT &&
    end - start < WIDE_RULE_SHARE * (right - left)
  );
}
