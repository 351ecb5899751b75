/** Joins lines drawn in pieces: producers draw a border cell by cell, with dots at the corners and gaps between. */
import type { Rule, Shading } from './content.ts';

/** Pieces whose middles are this close are the same line: half the thickest border on either side. */
const COLLINEAR_PT = 2.5;
/** Gaps up to this are bridged: corner dots of word processors, dashes. */
const BRIDGE_PT = 6;
/** Gaps between dots are bridged up to this, or up to this many times the length of a dot. */
const DOT_GAP_PT = 2.5;
const DOT_GAPS = 2;
/** Pieces shorter than this are dots. */
const RULE_MINIMUM_PT = 4;
/** The narrowest cell that is distinguished from a dash. */
const CELL_MINIMUM_PT = 8;
/** Most filled areas that are searched for strips; each is compared with each rule of its colour. */
const SHADINGS_CEILING = 2_000;
/** How far a strip may stick out of the shading it belongs to. */
const STRIP_SLACK_PT = 1.5;

export function mergeRules(rules: readonly Rule[], shadings: readonly Shading[]): Rule[] {
  const visible = withoutStrips(rules, shadings);
  return [...mergeParallel(visible, 'horizontal'), ...mergeParallel(visible, 'vertical')];
}

/** Removes strips of a cell's own colour, with which Word paints the margins of a shaded cell: they are no borders. */
function withoutStrips(rules: readonly Rule[], shadings: readonly Shading[]): Rule[] {
  if (shadings.length > SHADINGS_CEILING) return [...rules];
  const byColor = Map.groupBy(shadings, shading => shading.color);
  return rules.filter(
    rule => rule.color === null || !byColor.get(rule.color)?.some(area => covers(area, rule)),
  );
}

function covers(area: Shading, { orientation, position, start, end }: Rule): boolean {
  const { left, right, top, bottom } = area;
  const slack = STRIP_SLACK_PT;
  return orientation === 'horizontal'
    ? position >= top - slack && position <= bottom + slack && start >= left - slack && end <= right + slack
    : position >= left - slack && position <= right + slack && start >= top - slack && end <= bottom + slack;
}

/** Returns how near the dots of a line are, relative to their size: bullets of small print stand above each other, too. */
function dotReach(dot: Rule): number {
  return Math.max(DOT_GAP_PT, DOT_GAPS * (dot.end - dot.start));
}

function isDot(rule: Rule): boolean {
  return rule.end - rule.start <= COLLINEAR_PT;
}

/** Returns a dot as a rule of another direction: it may belong to lines of either. */
function turned(dot: Rule, orientation: Rule['orientation']): Rule {
  const { position, start, end, thickness, color } = dot;
  return {
    orientation,
    position: (start + end) / 2,
    start: position - thickness / 2,
    end: position + thickness / 2,
    thickness: end - start,
    color,
    joints: undefined,
  };
}

function mergeParallel(rules: readonly Rule[], orientation: Rule['orientation']): Rule[] {
  const parallel: Rule[] = [];
  for (const rule of rules) {
    if (rule.orientation === orientation) parallel.push(rule);
    else if (isDot(rule)) parallel.push(turned(rule, orientation));
  }
  const merged: Rule[] = [];
  for (const line of collinear(parallel)) merged.push(...bridge(line));
  return merged.filter(rule => rule.end - rule.start >= RULE_MINIMUM_PT);
}

/** Groups rules on one line: chained by position, never wider than twice the tolerance. */
function collinear(rules: readonly Rule[]): Rule[][] {
  const groups: Rule[][] = [];
  let group: Rule[] = [];
  let first = Number.NEGATIVE_INFINITY;
  for (const rule of [...rules].sort((a, b) => a.position - b.position)) {
    if (rule.position - first <= COLLINEAR_PT) group.push(rule);
    else {
      group = [rule];
      groups.push(group);
      first = rule.position;
    }
  }
  return groups;
}

function bridge(line: readonly Rule[]): Rule[] {
  const pieces: Rule[] = [];
  let last: Rule | null = null;
  let before: Rule | null = null;
  for (const rule of [...line].sort((a, b) => a.start - b.start)) {
    const reach = before !== null && isDot(before) && isDot(rule) ? dotReach(rule) : BRIDGE_PT;
    if (last !== null && rule.start - last.end <= reach) join(last, rule);
    else {
      last = { ...rule };
      pieces.push(last);
    }
    before = rule;
  }
  return pieces;
}

/** Extends `line` by `piece`; the longer piece gives position, thickness and colour. */
function join(line: Rule, piece: Rule): void {
  const joint = (line.end + piece.start) / 2;
  // Only pieces of some length have a joint; dashes are no cells.
  const whole = Math.min(line.end - line.start, piece.end - piece.start) > CELL_MINIMUM_PT;
  if (whole && Math.abs(piece.start - line.end) <= COLLINEAR_PT && piece.end > line.end + COLLINEAR_PT) {
    line.joints ??= [];
    line.joints.push(joint);
  }
  if (piece.end - piece.start > line.end - line.start) {
    line.position = piece.position;
    line.thickness = piece.thickness;
    line.color = piece.color;
  }
  line.end = Math.max(line.end, piece.end);
}
