/** Finds connected drawings of lines, rules that meet, to separate a page's grids from each other. */

import type { Rectangle, Rule } from '../../../page/content.ts';
import { firstFrom } from '../../../page/geometry.ts';
import { Groups } from '../../../page/groups.ts';
import { CROSSING_SLACK_PT } from '../shape/rules.ts';

/**
 * A vertical line along this share of a lattice separates its columns, even if it begins below the highest rule and
 * meets none.
 */
const COLUMN_LINE_SHARE = 0.6;

export interface Lattice {
  horizontal: Rule[];
  vertical: Rule[];
}

/**
 * Groups rules that cross or touch. Lines that meet no other are left out, except pieces of a lattice's own column
 * lines (between two labels that lie across them they meet nothing) and lines between columns that begin below the
 * head.
 */
export function findLattices(rules: readonly Rule[]): Lattice[] {
  const groups = new Groups(rules.length);
  joinCrossing(rules, groups);
  const members = groups.members();
  const lone = members
    .flatMap(group => (group.length === 1 ? [rules[group[0] ?? 0]] : []))
    .filter(rule => rule?.orientation === 'vertical');
  return members
    .filter(group => group.length > 1)
    .map(group => withPieces(toLattice(group.flatMap(i => rules[i] ?? [])), lone as Rule[]));
}

function withPieces(lattice: Lattice, lone: readonly Rule[]): Lattice {
  if (lone.length === 0 || lattice.horizontal.length === 0) return lattice;
  const { left, right, top, bottom } = extentOf(lattice);
  const pieces = lone.filter(
    ({ position, start, end }) =>
      start >= top - CROSSING_SLACK_PT &&
      end <= bottom + CROSSING_SLACK_PT &&
      position > left &&
      position < right &&
      (end - start >= COLUMN_LINE_SHARE * (bottom - top) ||
        lattice.vertical.some(line => Math.abs(line.position - position) <= CROSSING_SLACK_PT)),
  );
  return pieces.length === 0 ? lattice : { ...lattice, vertical: [...lattice.vertical, ...pieces] };
}

function toLattice(rules: readonly Rule[]): Lattice {
  return {
    horizontal: rules.filter(rule => rule.orientation === 'horizontal'),
    vertical: rules.filter(rule => rule.orientation === 'vertical'),
  };
}

function joinCrossing(rules: readonly Rule[], groups: Groups): void {
  const verticals = [...rules.keys()]
    .filter(i => rules[i]?.orientation === 'vertical')
    .sort((a, b) => (rules[a]?.position ?? 0) - (rules[b]?.position ?? 0));
  const positionAt = (k: number) => rules[verticals[k] ?? 0]?.position ?? 0;
  rules.forEach((rule, i) => {
    if (rule.orientation !== 'horizontal') return;
    const from = firstFrom(verticals.length, positionAt, rule.start - CROSSING_SLACK_PT);
    for (let k = from; k < verticals.length; k += 1) {
      const other = rules[verticals[k] ?? 0];
      if (!other || other.position > rule.end + CROSSING_SLACK_PT) break;
      if (spans(other, rule.position)) groups.join(verticals[k] ?? 0, i);
    }
  });
}

function spans(rule: Rule, position: number): boolean {
  return position >= rule.start - CROSSING_SLACK_PT && position <= rule.end + CROSSING_SLACK_PT;
}

export function extentOf({ horizontal, vertical }: Lattice): Rectangle {
  const extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { start, end, position } of horizontal) {
    extent.left = Math.min(extent.left, start);
    extent.right = Math.max(extent.right, end);
    extent.top = Math.min(extent.top, position);
    extent.bottom = Math.max(extent.bottom, position);
  }
  for (const { start, end, position } of vertical) {
    extent.left = Math.min(extent.left, position);
    extent.right = Math.max(extent.right, position);
    extent.top = Math.min(extent.top, start);
    extent.bottom = Math.max(extent.bottom, end);
  }
  return extent;
}
