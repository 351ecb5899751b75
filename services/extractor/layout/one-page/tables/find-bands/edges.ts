/** Finds the horizontal edges of possible tables: horizontal rules, and the upper and lower sides of shaded rows. */

import type { Rectangle, Rule } from '../../../page/content.ts';
import type { Sides } from '../../../page/geometry.ts';
import { ROW_EDGE_PT } from '../shape/rules.ts';
import { type Strip, sameExtent } from '../shape/strips.ts';

/** A shorter rule is a mark under a word, not the edge of a table. */
const EDGE_MINIMUM_PT = 60;
/** An edge that ends this near to both sides of the sheet runs across all of it. */
const BLEED_PT = 8;
/** Rules at one height with gaps up to this are one edge: rules under grouped labels are shortened at both ends. */
const TRIMMED_RULE_PT = 12;
/** A wider gap is white space between two fields of a form; borders of cells meet, or nearly so. */
const BROKEN_RULE_PT = 6;

export interface Edge {
  y: number;
  left: number;
  right: number;
  /** Whether a line is drawn; otherwise the edge is where a shading ends. */
  drawn: boolean;
  /** The x coordinates where cells meet, as far as the drawing shows them. */
  joints: number[];
  /** Whether it consists of rules with white space between: of fields to be filled in, or under labels of groups. */
  broken: boolean;
  /** Whether it is one of these rules. */
  part: boolean;
}

/** Returns the edges of a page in groups of equal width, at least two in each, from top to bottom. `width` is the page's. */
export function edgeGroups(horizontal: readonly Rule[], strips: readonly Strip[], width: number): Edge[][] {
  const groups: Edge[][] = [];
  for (const edge of [...ruleEdges(horizontal), ...strips.flatMap(stripEdges)]) {
    if (edge.right - edge.left < EDGE_MINIMUM_PT || isBleeding(edge, width)) continue;
    const group = groups.find(others => others[0] && sameExtent(others[0], edge));
    if (group) group.push(edge);
    else groups.push([edge]);
  }
  return groups.map(mergeEdges).filter(group => group.length > 1);
}

/** Whether an edge reaches from one side of the sheet to the other: such stripes are decoration. */
export function isBleeding({ left, right }: Sides, width: number): boolean {
  return left <= BLEED_PT && right >= width - BLEED_PT;
}

/** Returns the region that the edges of a group enclose. */
export function extentOfEdges(group: readonly Edge[]): Rectangle {
  return {
    left: Math.min(...group.map(edge => edge.left)),
    right: Math.max(...group.map(edge => edge.right)),
    top: group[0]?.y ?? 0,
    bottom: group.at(-1)?.y ?? 0,
  };
}

/** Returns rules, and the edges that several rules at one height form together. */
function ruleEdges(horizontal: readonly Rule[]): Edge[] {
  const edges = horizontal
    .toSorted((a, b) => a.position - b.position || a.start - b.start)
    .map(rule => ({
      y: rule.position,
      left: rule.start,
      right: rule.end,
      drawn: true,
      joints: rule.joints ?? [],
      broken: false,
      part: false,
    }));
  return [...edges, ...edgesOfPieces(edges)];
}

function edgesOfPieces(edges: readonly Edge[]): Edge[] {
  const composed: Edge[] = [];
  let pieces: Edge[] = [];
  for (const edge of [...edges, null]) {
    const last = pieces.at(-1);
    const goesOn =
      edge &&
      last &&
      Math.abs(edge.y - last.y) <= 1 &&
      edge.left >= last.right &&
      edge.left - last.right <= TRIMMED_RULE_PT;
    if (!goesOn) {
      const [first] = pieces;
      const broken = isBroken(pieces);
      for (const piece of pieces) piece.part = broken;
      if (first && last && pieces.length > 1)
        composed.push({ ...first, right: last.right, joints: [], broken, part: false });
      pieces = [];
    }
    if (edge) pieces.push(edge);
  }
  return composed;
}

const isBroken = (pieces: readonly Edge[]): boolean =>
  pieces.some((piece, i) => piece.left - (pieces[i - 1]?.right ?? piece.left) >= BROKEN_RULE_PT);

function stripEdges(strip: Strip): Edge[] {
  const { left, right, joints } = strip;
  return [strip.top, strip.bottom].map(y => ({
    y,
    left,
    right,
    drawn: false,
    joints,
    broken: false,
    part: false,
  }));
}

function mergeEdges(group: readonly Edge[]): Edge[] {
  const merged: Edge[] = [];
  for (const edge of [...group].sort((a, b) => a.y - b.y)) {
    const last = merged.at(-1);
    if (last && edge.y - last.y <= ROW_EDGE_PT) {
      last.joints = [...last.joints, ...edge.joints];
      if (edge.drawn && !last.drawn) last.y = edge.y;
      if (!edge.broken) last.broken = false;
      last.drawn ||= edge.drawn;
    } else merged.push({ ...edge });
  }
  return merged;
}
