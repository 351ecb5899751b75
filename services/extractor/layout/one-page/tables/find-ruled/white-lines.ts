/** Uses white borders between coloured cells, which styles of word processors and slides draw. */
import type { Rule, Shading } from '../../../page/content.ts';
import { boxOfRule, contains, heightOf, holdsPoint } from '../../../page/geometry.ts';
import { mergeRules } from '../../../page/merge-rules.ts';
import type { Draft } from '../shape/draft.ts';
import { ruleDown } from '../shape/rules.ts';
import { STRIP_GAP_PT, type Strip, sameExtent } from '../shape/strips.ts';
import { extentOf, type Lattice } from './lattice.ts';

/** Least share of the cells that are shaded: white lines around the others are invisible but continue from these. */
const SHADED_SHARE = 0.4;
/** At least this many labels of a head that are shaded separately show its columns. */
const HEAD_JOINTS_LEAST = 2;

/** A white vertical line through fewer dark lines than this is the side of a box. */
const CROSSED_LINES_LEAST = 4;

/** Whether enough of the cells between white lines have a colour for the lines to be visible. */
export function areShaded({ xs, ys, cells }: Draft, shadings: readonly Shading[]): boolean {
  const shaded = cells.filter(({ row, column, rowspan, colspan }) => {
    const x = ((xs[column] ?? 0) + (xs[column + colspan] ?? 0)) / 2;
    const y = ((ys[row] ?? 0) + (ys[row + rowspan] ?? 0)) / 2;
    return shadings.some(shading => holdsPoint(shading, x, y));
  });
  return shaded.length >= SHADED_SHARE * cells.length;
}

/** Returns the lattice with the sides of cells that differ in colour, even without a white line between. */
export function withShadedSides(lattice: Lattice, strips: readonly Strip[]): Lattice {
  const extent = extentOf(lattice);
  const sides = strips
    .filter(strip => contains(extent, strip, STRIP_GAP_PT))
    .flatMap(({ joints, top, bottom, color }) =>
      joints.map(
        (position): Rule => ({
          orientation: 'vertical',
          position,
          start: top,
          end: bottom,
          thickness: 0,
          color,
          joints: undefined,
        }),
      ),
    );
  return { ...lattice, vertical: mergeRules([...lattice.vertical, ...sides], []) };
}

/**
 * Returns the lattice with white lines on what is shaded across all of it: a coloured head above rows that dark lines
 * separate.
 */
export function withWhiteLines(
  lattice: Lattice,
  whites: readonly Rule[],
  shadings: readonly Shading[],
): Lattice {
  if (whites.length === 0) return lattice;
  const extent = extentOf(lattice);
  const across = shadings.filter(
    shading =>
      sameExtent(shading, extent) &&
      contains(extent, shading, STRIP_GAP_PT) &&
      heightOf(shading) < heightOf(extent) / 2,
  );
  const seen = whites.filter(white => across.some(area => contains(area, boxOfRule(white), STRIP_GAP_PT)));
  if (seen.length === 0) return lattice;
  const ofSide = (orientation: Rule['orientation']) => seen.filter(rule => rule.orientation === orientation);
  return {
    horizontal: mergeRules([...lattice.horizontal, ...ofSide('horizontal')], []),
    vertical: mergeRules([...lattice.vertical, ...ofSide('vertical')], []),
  };
}

/**
 * Returns white vertical lines through enough of the dark lines that separate rows: the columns of those rows, visible
 * where they cut something dark or shaded.
 */
export function linesDown(whites: readonly Rule[], horizontal: readonly Rule[]): Rule[] {
  return whites.filter(
    white =>
      white.orientation === 'vertical' &&
      horizontal.filter(rule => crosses(white, rule)).length >= CROSSED_LINES_LEAST,
  );
}

/**
 * Returns the lattice with its open columns at the sides, where its first and last line reach beyond the vertical ones.
 * Other lines end at those where cells of such a column span their rows.
 */
export function withOpenSides({ horizontal, vertical }: Lattice): Lattice {
  const { left, right } = extentOf({ horizontal: [], vertical });
  const across = horizontal.toSorted((one, other) => one.position - other.position);
  const ends = [across[0], across.at(-1)].filter(rule => rule !== undefined);
  const [start, end] = [Math.max(...ends.map(rule => rule.start)), Math.min(...ends.map(rule => rule.end))];
  const sides = [
    ...(left - start > STRIP_GAP_PT ? [start] : []),
    ...(end - right > STRIP_GAP_PT ? [end] : []),
  ];
  const [top, bottom] = [ends[0]?.position ?? 0, ends.at(-1)?.position ?? 0];
  return { horizontal, vertical: [...vertical, ...sides.map(x => ruleDown(x, top, bottom))] };
}

const crosses = (down: Rule, across: Rule): boolean =>
  across.start < down.position - STRIP_GAP_PT &&
  across.end > down.position + STRIP_GAP_PT &&
  across.position >= down.start - STRIP_GAP_PT &&
  across.position <= down.end + STRIP_GAP_PT;

/** Returns white lines across the whole width of a head whose cells are shaded separately: invisible sides of the rows below. */
export function rowSides(whites: readonly Rule[], strips: readonly Strip[]): Rule[] {
  const heads = strips.filter(({ joints }) => joints.length >= HEAD_JOINTS_LEAST);
  return whites.filter(
    ({ orientation, position, start, end }) =>
      orientation === 'horizontal' &&
      heads.some(head => head.top < position && sameExtent(head, { left: start, right: end })),
  );
}
