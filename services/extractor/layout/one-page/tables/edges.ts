/** Horizontal edges that tables hang on: rules across, and the upper and lower sides of shaded rows. */

import type { Rectangle, Rule, Shading } from '../../page/content.ts';
import { contains, type Sides } from '../../page/geometry.ts';
import {
  BLEED_PT,
  BROKEN_RULE_PT,
  EDGE_EXTENT_PT,
  EDGE_MINIMUM_PT,
  ROW_EDGE_PT,
  STRIP_GAP_PT,
  STRIP_HEIGHT_CEILING_PT,
  TRIMMED_RULE_PT,
} from './thresholds.ts';

export interface Edge {
  y: number;
  left: number;
  right: number;
  /** Whether a line is drawn; otherwise the edge is where a shading ends. */
  drawn: boolean;
  /** x positions where cells meet, as far as the drawing tells. */
  joints: number[];
  /** Whether it is made of rules with white space between: of fields to be filled in, or under labels of groups. */
  broken?: boolean;
  /** Whether it is one of these rules. */
  part?: boolean;
}

/** A row of shadings side by side. */
export interface Strip {
  left: number;
  right: number;
  top: number;
  bottom: number;
  joints: number[];
  color: number | null;
}

/** Edges of a page grouped by equal extent, two or more each and from top to bottom; `width` is the page's. */
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

/** Stripes from one side of the sheet to the other are its decoration. */
export function isBleeding({ left, right }: Sides, width: number): boolean {
  return left <= BLEED_PT && right >= width - BLEED_PT;
}

/** What the edges of a group lie in. */
export function extentOfEdges(group: readonly Edge[]): Rectangle {
  return {
    left: Math.min(...group.map(edge => edge.left)),
    right: Math.max(...group.map(edge => edge.right)),
    top: group[0]?.y ?? 0,
    bottom: group.at(-1)?.y ?? 0,
  };
}

export function sameExtent(a: Sides, b: Sides): boolean {
  return Math.abs(a.left - b.left) <= EDGE_EXTENT_PT && Math.abs(a.right - b.right) <= EDGE_EXTENT_PT;
}

/** Rules, and the edges that several rules at one height make together. */
function ruleEdges(horizontal: readonly Rule[]): Edge[] {
  const edges = horizontal
    .toSorted((a, b) => a.position - b.position || a.start - b.start)
    .map(rule => ({
      y: rule.position,
      left: rule.start,
      right: rule.end,
      drawn: true,
      joints: rule.joints ?? [],
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
  return [strip.top, strip.bottom].map(y => ({ y, left, right, drawn: false, joints }));
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

/** Shadings side by side with equal upper and lower sides are one strip; those inside larger ones are left out. */
export function stripsOf(shadings: readonly Shading[]): Strip[] {
  const strips: Strip[] = [];
  for (const shading of outermost(shadings).sort((a, b) => a.top - b.top || a.left - b.left)) {
    const strip = goingOn(strips, shading);
    if (strip) {
      strip.joints.push((strip.right + shading.left) / 2);
      strip.right = shading.right;
    } else strips.push({ ...shading, joints: [] });
  }
  return strips;
}

/** The strip that ends where the shading begins; strips come from top to bottom. */
function goingOn(strips: readonly Strip[], { left, top, bottom }: Shading): Strip | null {
  for (let at = strips.length - 1; at >= 0; at -= 1) {
    const strip = strips[at];
    if (!strip || strip.top < top - STRIP_GAP_PT) return null;
    const level = Math.abs(strip.bottom - bottom) <= STRIP_GAP_PT;
    if (level && Math.abs(strip.right - left) <= STRIP_GAP_PT) return strip;
  }
  return null;
}

/** Swept from top to bottom: pages shaded cell by cell or dot by dot have thousands. */
function outermost(shadings: readonly Shading[]): Shading[] {
  const rows = shadings.filter(shading => shading.bottom - shading.top <= STRIP_HEIGHT_CEILING_PT);
  const byTop = rows
    .map((shading, place) => ({ shading, place }))
    .sort((a, b) => a.shading.top - b.shading.top);
  const tallest = rows.reduce((most, { top, bottom }) => Math.max(most, bottom - top), 0);
  const inner = new Set<number>();
  let from = 0;
  for (const { shading, place } of byTop) {
    while ((byTop[from]?.shading.top ?? Infinity) < shading.top - tallest - 1) from += 1;
    for (let at = from; (byTop[at]?.shading.top ?? Infinity) <= shading.top + 1; at += 1) {
      const other = byTop[at];
      if (!other || other.place === place || !holds(other.shading, shading, other.place < place)) continue;
      inner.add(place);
      break;
    }
  }
  return rows.filter((_, place) => !inner.has(place));
}

/** Of two alike the one that comes `first` is the outer one. */
function holds(outer: Shading, inner: Shading, first: boolean): boolean {
  return contains(outer, inner, 1) && (first || !contains(inner, outer, 1));
}
