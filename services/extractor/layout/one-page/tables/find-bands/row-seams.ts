/** Handles rules that separate rows in some columns only: the cells of the other columns continue across them. */

import type { Rule } from '../../../page/content.ts';
import { type Segment, segmentsOf } from '../shape/columns.ts';
import { type Draft, isFilled } from '../shape/draft.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { BORDER_SHARE, clusterPositions, coverage, ROW_EDGE_PT } from '../shape/rules.ts';
import { linesOf } from '../shape/text.ts';
import type { Band, Interval } from './band-split.ts';
import type { Edge } from './edges.ts';

/** Most rules inside one table that do not run across it; each is compared with the texts around. */
const SEAM_RULES_CEILING = 400;

export interface Seam {
  edge: Edge;
  pieces: Rule[];
}

/**
 * Returns the rules that do not run across the band and are under several texts of one row without more texts below:
 * something that stands over more labels than its own is the head of their group.
 */
export function rowSeams(band: Band, partial: readonly Rule[]): Seam[] {
  if (partial.length > SEAM_RULES_CEILING) return [];
  const levels = clusterPositions(
    partial.map(rule => rule.position),
    ROW_EDGE_PT,
  );
  return levels.flatMap((y, i) => {
    const pieces = partial.filter(rule => Math.abs(rule.position - y) <= ROW_EDGE_PT);
    const interval = band.intervals.find(({ top, bottom }) => top.y < y && bottom.y > y);
    if (!interval) return [];
    const above = textsBetween(interval, levels[i - 1] ?? interval.top.y, y);
    const below = textsBetween(interval, y, levels[i + 1] ?? interval.bottom.y);
    const over = (lines: readonly Segment[][], { start, end }: Rule) =>
      Math.max(
        0,
        ...lines.map(
          texts => texts.filter(({ left, right }) => left >= start - 1 && right <= end + 1).length,
        ),
      );
    const isSeam = pieces.some(rule => over(above, rule) > 1 && over(below, rule) <= over(above, rule));
    const { left, right } = band;
    const edge = { y, left, right, drawn: true, joints: [], broken: false, part: false };
    return isSeam ? [{ edge, pieces }] : [];
  });
}

function textsBetween({ lines }: Interval, top: number, bottom: number): Segment[][] {
  return lines.map(line =>
    segmentsOf(
      line.filter(word => word.baseline > top && word.baseline < bottom),
      CELL_GAP_EM,
    ),
  );
}

/** Returns the same band with its intervals divided at the seams. */
export function splitAtSeams(band: Band, seams: readonly Seam[]): Band {
  if (seams.length === 0) return band;
  return { ...band, intervals: band.intervals.flatMap(interval => splitInterval(interval, seams)) };
}

function splitInterval(interval: Interval, seams: readonly Seam[]): Interval[] {
  const inner = seams.map(({ edge }) => edge).filter(({ y }) => y > interval.top.y && y < interval.bottom.y);
  const edges = [interval.top, ...inner, interval.bottom];
  const levels = interval.lines
    .flat()
    .map(word => ({ word, part: inner.filter(({ y }) => word.baseline - word.size / 3 > y).length }));
  return edges.slice(1).flatMap((bottom, i) => {
    const top = edges[i];
    const words = levels.filter(({ part }) => part === i).map(({ word }) => word);
    return top ? [{ top, bottom, lines: linesOf(words) }] : [];
  });
}

/** Joins the cells above and below each seam where it is not drawn and at most one of them has text. */
export function joinAcross(draft: Draft, seams: readonly { row: number; seam: Seam }[]): Draft {
  let cells = draft.cells;
  for (const { row, seam } of seams) {
    for (const lower of cells.filter(cell => cell.row === row)) {
      const [from, to] = [draft.xs[lower.column] ?? 0, draft.xs[lower.column + lower.colspan] ?? 0];
      const upper = cells.find(
        cell =>
          cell.column === lower.column && cell.colspan === lower.colspan && cell.row + cell.rowspan === row,
      );
      const isDrawn = coverage(seam.pieces, from, to) > BORDER_SHARE;
      if (!upper || isDrawn || (isFilled(upper) && isFilled(lower))) continue;
      const joined = {
        ...upper,
        rowspan: upper.rowspan + lower.rowspan,
        words: [...upper.words, ...lower.words],
      };
      cells = cells.map(cell => (cell === upper ? joined : cell)).filter(cell => cell !== lower);
    }
  }
  return { ...draft, cells };
}
