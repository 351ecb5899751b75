/** Makes rules of borders that are not drawn: the sides of shaded cells and rows. */

import type { Rectangle, Rule } from '../../../page/content.ts';
import {
  between,
  heightOf,
  median,
  meetAcross,
  type Sides,
  sharedWidth,
  widthOf,
} from '../../../page/geometry.ts';
import { mergeRules } from '../../../page/merge-rules.ts';
import { segmentsOf } from '../shape/columns.ts';
import type { FreeWords } from '../shape/free-words.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { clusterPositions, ruleDown } from '../shape/rules.ts';
import { STRIP_GAP_PT, type Strip, sameExtent } from '../shape/strips.ts';
import { linesOf } from '../shape/text.ts';
import { extentOf, type Lattice } from './lattice.ts';

/** White rows between alternate stripes are at most this many times as high as the stripes: wrapped to two lines. */
const STRIPE_BRIDGE_SHARE = 2.2;
/** Sides of shaded cells this close are one column edge. */
const STRIPE_COLUMN_PT = 3;
/** A stripe is at least this many times as wide as high; bars of charts are not. */
const STRIPE_SHAPE = 3;
/** Least number of rows of fields, labels over values, in a box. */
const FIELD_ROWS_MIN = 2;
/** Fewer strips of equal width may be the boxes of a drawing. */
const STRIPED_ROWS_MIN = 5;
/** Two such rows are at most this many strip heights apart: second lines, and a white row of two or three. */
const WHITE_ROWS_BRIDGE = 5;
/** A line that crosses fewer shaded rows than this is the side of a box. */
const CROSSED_ROWS_MIN = 3;
/** A stripe covers at least this share of its table's width; highlighted lines stay within their cell. */
const STRIPE_WIDTH_SHARE = 0.8;

/**
 * Returns rules along the sides of strips of shading. A strip counts if it is divided into cells or another one has the
 * same width; a shaded line inside a cell (word processors paint each line of text) is neither.
 */
export function shadedRules(rows: readonly Strip[], words: FreeWords): Rule[] {
  const strips = rows.filter((strip, _, all) => isRow(strip, all));
  if (strips.length === 0) return [];
  const bridge = STRIPE_BRIDGE_SHARE * median(strips.map(heightOf));
  return [
    ...strips.flatMap(horizontalSides),
    ...verticalSides(strips, bridge),
    ...whiteRowSides(strips, words),
  ];
}

/** Strips between two sides of the page. */
interface StripColumn extends Sides {
  strips: Strip[];
}

/** Groups strips by columns of the page that neither a shading nor a rule connects: those of tables side by side. */
export function besideEachOther(strips: readonly Strip[], horizontal: readonly Rule[]): StripColumn[] {
  const columns: StripColumn[] = [];
  for (const strip of strips.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    const isJoined =
      last !== undefined &&
      (strip.left - last.right <= STRIPE_COLUMN_PT ||
        horizontal.some(rule => rule.start < last.right && rule.end > strip.left));
    if (last && isJoined) {
      last.strips.push(strip);
      last.right = Math.max(last.right, strip.right);
    } else columns.push({ strips: [strip], left: strip.left, right: strip.right });
  }
  return columns;
}

/**
 * Returns strips without those that are boxes of fields beside a table: one shading under several lines of several
 * texts each, with only white space between it and the divided strips above or below.
 */
export function withoutFieldBoxes(strips: readonly Strip[], words: FreeWords): Strip[] {
  if (!strips.some(({ joints }) => joints.length > 0)) return [...strips];
  const isApart = (upper: Strip, lower: Strip) =>
    lower.top - upper.bottom > STRIP_GAP_PT &&
    words.between(upper.bottom, lower.top).every(word => !meetAcross(word, upper));
  return strips.filter(strip => {
    if (strip.joints.length > 0) return true;
    const near = strips.filter(other => other !== strip && meetAcross(other, strip));
    const above = near.filter(({ bottom }) => bottom <= strip.top + STRIP_GAP_PT).at(-1);
    const below = near.find(({ top }) => top >= strip.bottom - STRIP_GAP_PT);
    const isBoxed = (!above || isApart(above, strip)) && (!below || isApart(strip, below));
    const isNearTable = [above, below].some(other => other !== undefined && other.joints.length > 0);
    return !isBoxed || !isNearTable || !holdsFields(strip, words);
  });
}

function holdsFields(strip: Strip, words: FreeWords): boolean {
  const rows = linesOf(words.inside(strip)).filter(line => segmentsOf(line, CELL_GAP_EM).length > 1);
  return rows.length >= FIELD_ROWS_MIN;
}

function isRow(strip: Strip, all: readonly Strip[]): boolean {
  if (strip.joints.length > 0) return true;
  if (strip.right - strip.left < STRIPE_SHAPE * (strip.bottom - strip.top)) return touchesRow(strip, all);
  return all.some(other => other !== strip && sameExtent(strip, other)) || touchesRow(strip, all);
}

/** Whether a strip touches a divided one at its side: a cell over several rows stands beside strips of other heights. */
function touchesRow(strip: Strip, all: readonly Strip[]): boolean {
  return all.some(
    other =>
      other.joints.length > 0 &&
      (Math.abs(other.left - strip.right) <= STRIPE_COLUMN_PT ||
        Math.abs(other.right - strip.left) <= STRIPE_COLUMN_PT ||
        sameSpan(strip, other)) &&
      other.top < strip.bottom + STRIPE_COLUMN_PT &&
      strip.top < other.bottom + STRIPE_COLUMN_PT,
  );
}

function sameSpan(strip: Strip, other: Strip): boolean {
  return strip.left >= other.left - STRIPE_COLUMN_PT && strip.right <= other.right + STRIPE_COLUMN_PT;
}

function horizontalSides({ left, right, top, bottom, color }: Strip): Rule[] {
  return [top, bottom].map(position => ({
    orientation: 'horizontal',
    position,
    start: left,
    end: right,
    thickness: 0,
    color,
    joints: undefined,
  }));
}

/** Joins sides above each other to one line, also across the white rows between alternate stripes. */
function verticalSides(strips: readonly Strip[], bridge: number): Rule[] {
  const pieces = strips
    .flatMap(({ left, right, joints, top, bottom, color }) =>
      [left, ...joints, right].map(x => ({ x, top, bottom, color })),
    )
    .sort((a, b) => a.x - b.x);
  const rules: Rule[] = [];
  for (const position of clusterPositions(
    pieces.map(piece => piece.x),
    STRIPE_COLUMN_PT,
  )) {
    const line = between(pieces, piece => piece.x, position - STRIPE_COLUMN_PT, position + STRIPE_COLUMN_PT);
    let open: Rule | undefined;
    for (const { top, bottom, color } of line.sort((a, b) => a.top - b.top)) {
      if (open && top - open.end <= bridge) open.end = Math.max(open.end, bottom);
      else {
        const place = { position, start: top, end: bottom };
        open = { orientation: 'vertical', ...place, thickness: 0, color, joints: undefined };
        rules.push(open);
      }
    }
  }
  return rules;
}

/**
 * Returns the sides of cells between two shaded rows that both have them: through white rows, and through a strip
 * without sides (a second line of a text), as far as no text crosses.
 */
function whiteRowSides(strips: readonly Strip[], words: FreeWords): Rule[] {
  if (strips.length < STRIPED_ROWS_MIN) return [];
  const rows = strips.toSorted((a, b) => a.top - b.top);
  const bridge = WHITE_ROWS_BRIDGE * median(rows.map(heightOf));
  const sides = clusterPositions(
    rows.flatMap(({ joints }) => joints),
    STRIPE_COLUMN_PT,
  );
  // Many sides end at the same two rows: their texts are examined only once.
  const partings = new Map<string, (x: number) => boolean>();
  return sides.flatMap(x => {
    const parted = rows.filter(({ joints }) => joints.some(joint => Math.abs(joint - x) <= STRIPE_COLUMN_PT));
    return parted.slice(1).flatMap((lower, at) => {
      const upper = parted[at] as Strip;
      const height = lower.top - upper.bottom;
      if (height <= STRIP_GAP_PT || height > bridge || !sameExtent(upper, lower)) return [];
      const place = `${upper.left} ${upper.bottom} ${lower.top}`;
      const isParted = partings.get(place) ?? partingBetween(upper, lower, rows, words);
      partings.set(place, isParted);
      return isParted(x) ? [ruleDown(x, upper.bottom, lower.top)] : [];
    });
  });
}

/**
 * Returns a function that says whether a side continues between two shaded rows: nowhere if a row without sides lies
 * between, or too few rows are as wide.
 */
function partingBetween(
  upper: Strip,
  lower: Strip,
  rows: readonly Strip[],
  words: FreeWords,
): (x: number) => boolean {
  const alike = rows.filter(row => sameExtent(row, lower)).length;
  const isWhole = rows.some(({ joints, top }) => joints.length === 0 && top > upper.top && top < lower.top);
  if (alike < STRIPED_ROWS_MIN || isWhole) return () => false;
  return clearOfTexts({ ...upper, top: upper.bottom, bottom: lower.top }, words);
}

/** Returns vertical lines through rows shown only by shading: the columns of a table without lines between its rows. */
export function columnLines(vertical: readonly Rule[], strips: readonly Strip[]): Rule[] {
  return vertical.filter(({ position, start, end }) => {
    const crossed = strips.filter(
      ({ left, right, top, bottom }) =>
        position > left + STRIPE_COLUMN_PT &&
        position < right - STRIPE_COLUMN_PT &&
        start <= top + STRIPE_COLUMN_PT &&
        end >= bottom - STRIPE_COLUMN_PT,
    );
    return crossed.length >= CROSSED_ROWS_MIN;
  });
}

/**
 * Whether strips of a lattice are divided, or stand beside each other. Stripes across all columns end where their table
 * does: those of the sums below, which are shorter, separate no column of it.
 */
export function tellColumns(strips: readonly Strip[], lattice: Rectangle): boolean {
  const inside = strips
    .filter(strip => strip.bottom > lattice.top && strip.top < lattice.bottom)
    .toSorted((one, other) => one.top - other.top);
  return inside.some(
    ({ joints, top }, i) =>
      joints.length > 0 || (inside[i - 1]?.bottom ?? -Infinity) > top + STRIPE_COLUMN_PT,
  );
}

/** Returns the upper and lower sides of strips across (nearly) the whole of a lattice: its alternate rows. */
export function stripesOf(strips: readonly Strip[], lattice: Rectangle): Rule[] {
  const [highest, lowest] = [lattice.top - STRIPE_COLUMN_PT, lattice.bottom + STRIPE_COLUMN_PT];
  const across = between(strips, strip => strip.top, highest, lowest).filter(
    strip => sharedWidth(strip, lattice) >= STRIPE_WIDTH_SHARE * widthOf(lattice) && strip.bottom <= lowest,
  );
  return across.flatMap(horizontalSides);
}

/**
 * Returns the lattice with rows at its ends that are shown by shading only: a head on top, a sum at the foot. They
 * touch the lattice and are as wide. If they are divided, their parts are cells; otherwise columns continue as far as
 * no text of theirs crosses.
 */
export function withShadedEnds(lattice: Lattice, strips: readonly Strip[], words: FreeWords): Lattice {
  const { left, right, top, bottom } = extentOf(lattice);
  const ends = strips.filter(
    strip =>
      sameExtent(strip, { left, right }) &&
      ((Math.abs(strip.bottom - top) <= STRIP_GAP_PT && strip.top < top - STRIP_GAP_PT) ||
        (Math.abs(strip.top - bottom) <= STRIP_GAP_PT && strip.bottom > bottom + STRIP_GAP_PT)),
  );
  if (ends.length === 0) return lattice;
  const sides = ends.flatMap(strip => {
    const goesOn = strip.joints.length > 0 ? (x: number) => isAtSide(strip, x) : clearOfTexts(strip, words);
    return sidesAt(lattice.vertical, strip, goesOn);
  });
  const grown = {
    horizontal: mergeRules([...lattice.horizontal, ...ends.flatMap(horizontalSides)], []),
    vertical: mergeRules([...lattice.vertical, ...sides], []),
  };
  // A strip hardly higher than a line may have its ends merged with the lattice's own lines: each strip is used once.
  const others = strips.filter(strip => !ends.includes(strip));
  return withShadedEnds(grown, others, words);
}

/**
 * Returns the lattice with the sides of cells that only shading separates in one of its rows, as in a head whose lines
 * have the head's own colour.
 */
export function withPartedRows(lattice: Lattice, strips: readonly Strip[], words: FreeWords): Lattice {
  const extent = extentOf(lattice);
  const rows = strips.filter(
    strip =>
      strip.joints.length > 0 &&
      sameExtent(strip, extent) &&
      strip.top > extent.top - STRIP_GAP_PT &&
      strip.bottom < extent.bottom + STRIP_GAP_PT,
  );
  const sides = rows.flatMap(strip => {
    const isClear = clearOfTexts(strip, words);
    return sidesAt(lattice.vertical, strip, x => isAtSide(strip, x) && isClear(x));
  });
  return sides.length === 0
    ? lattice
    : { ...lattice, vertical: mergeRules([...lattice.vertical, ...sides], []) };
}

/** Returns a function that says whether no text of a strip crosses a place. */
function clearOfTexts({ top, bottom }: Strip, words: FreeWords): (x: number) => boolean {
  const texts = linesOf(words.between(top, bottom)).flatMap(line => segmentsOf(line, CELL_GAP_EM));
  return x => !texts.some(text => text.left < x - 1 && text.right > x + 1);
}

const isAtSide = ({ left, joints, right }: Strip, x: number): boolean =>
  [left, ...joints, right].some(side => Math.abs(side - x) <= STRIPE_COLUMN_PT);

/** Returns the vertical rules that end at the strip, extended through it where they would continue. */
function sidesAt(vertical: readonly Rule[], { top, bottom }: Strip, goesOn: (x: number) => boolean): Rule[] {
  return vertical
    .filter(
      rule => rule.start <= bottom + STRIP_GAP_PT && rule.end >= top - STRIP_GAP_PT && goesOn(rule.position),
    )
    .map(rule => ({ ...rule, start: top, end: bottom }));
}
