/** The rules of a page sorted by position, so that those of a region are found quickly. */

import type { Rule } from '../../../page/content.ts';
import { between } from '../../../page/geometry.ts';

/** Lines that miss each other by this much still meet: borders end half a line width before or after a corner. */
export const CROSSING_SLACK_PT = 3;
/** Vertical lines this close are one column edge. */
export const COLUMN_EDGE_PT = 4;
/** Horizontal lines this close are one row edge: double rules, and rules beside a shading's edge. */
export const ROW_EDGE_PT = 3;
/** Share of a cell's side that lines must cover to close it: crossing lines may be cut at a corner. */
export const BORDER_SHARE = 0.5;

export interface PageRules {
  horizontal: readonly Rule[];
  vertical: readonly Rule[];
}

export function pageRules(rules: readonly Rule[]): PageRules {
  const sorted = rules.toSorted((one, other) => one.position - other.position);
  return {
    horizontal: sorted.filter(rule => rule.orientation === 'horizontal'),
    vertical: sorted.filter(rule => rule.orientation === 'vertical'),
  };
}

/** Returns the rules of one direction between two positions. */
export function rulesBetween(rules: readonly Rule[], from: number, to: number): Rule[] {
  return between(rules, rule => rule.position, from, to);
}

/** Returns a horizontal rule that is not drawn. */
export const ruleAcross = (position: number, start: number, end: number): Rule => ({
  orientation: 'horizontal',
  position,
  start,
  end,
  thickness: 0,
  color: 0,
  joints: undefined,
});

export const ruleDown = (position: number, start: number, end: number): Rule => ({
  ...ruleAcross(position, start, end),
  orientation: 'vertical',
});

/** Returns the middles of groups of positions, each within `tolerance` of the first of its group. */
export function clusterPositions(positions: readonly number[], tolerance: number): number[] {
  const clusters: number[][] = [];
  for (const position of [...positions].sort((a, b) => a - b)) {
    const last = clusters.at(-1);
    if (last && position - (last[0] ?? 0) <= tolerance) last.push(position);
    else clusters.push([position]);
  }
  return clusters.map(cluster => cluster.reduce((sum, value) => sum + value, 0) / cluster.length);
}

/** Returns the share of the stretch that rules of its direction cover. */
export function coverage(rules: readonly Rule[], from: number, to: number): number {
  return coveredShare(byStart(rules), from, to);
}

export const byStart = (rules: readonly Rule[]): Rule[] => rules.toSorted((a, b) => a.start - b.start);

export function coveredShare(sorted: readonly Rule[], from: number, to: number): number {
  let covered = 0;
  let reached = from;
  for (const rule of sorted) {
    const [start, end] = [Math.max(rule.start, reached), Math.min(rule.end, to)];
    if (end <= start) continue;
    covered += end - start;
    reached = end;
  }
  return to > from ? covered / (to - from) : 0;
}
