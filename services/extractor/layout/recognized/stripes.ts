/** Turns shaded areas of a picture into stripes of tables: two touching rows of the same shade show as one area. */
import type { Box, RecognizedLine } from '../../ocr/engine.ts';
import { heightOf, median, middleY } from '../page/geometry.ts';
import { rowsOf } from './order/rows.ts';

/** The ends of one table's stripes differ by at most this, in their height. */
const SAME_SIDE_SHARE = 0.3;
/** An area counts as several stripes if its height is a multiple of theirs within this share of one. */
const WHOLE_SHARE = 0.25;

/** The next stripe is at most this many heights away: a row of several lines stands between. */
const STRIPE_REACH_HEIGHTS = 4;
/** An area with at least this many rows of text is a box. */
const BOX_ROWS = 3;

/**
 * Removes areas of one or two rows without others near. If only a head is shaded, the texts of all rows show its
 * columns better than the head's own, to which its edges would limit the table.
 */
export function stripesAndBoxes<S extends Box>(areas: readonly S[], lines: readonly RecognizedLine[]): S[] {
  return partedStripes(areas, lines).filter((area, _, all) => {
    const reach = STRIPE_REACH_HEIGHTS * heightOf(area);
    const isNear = (other: Box) => other.top <= area.bottom + reach && other.bottom >= area.top - reach;
    const isStripe = all.some(other => other !== area && haveOneWidth(area, other) && isNear(other));
    return isStripe || rowsWithin(area, lines) >= BOX_ROWS;
  });
}

/** Divides each area that has the height of several others of its width, and as many rows of text. */
function partedStripes<S extends Box>(areas: readonly S[], lines: readonly RecognizedLine[]): S[] {
  return areas.flatMap(area => {
    const alike = areas.filter(other => other !== area && haveOneWidth(area, other));
    const height = median(alike.map(heightOf));
    const count = Math.round(heightOf(area) / height);
    if (alike.length === 0 || count < 2 || Math.abs(heightOf(area) / height - count) > WHOLE_SHARE)
      return [area];
    return rowsWithin(area, lines) === count ? parted(area, count) : [area];
  });
}

function haveOneWidth(one: Box, other: Box): boolean {
  const least = SAME_SIDE_SHARE * Math.min(heightOf(one), heightOf(other));
  return Math.abs(one.left - other.left) <= least && Math.abs(one.right - other.right) <= least;
}

function rowsWithin(area: Box, lines: readonly RecognizedLine[]): number {
  const inside = lines.filter(
    line =>
      middleY(line) > area.top &&
      middleY(line) < area.bottom &&
      line.left >= area.left &&
      line.right <= area.right,
  );
  return rowsOf(inside, median(inside.map(heightOf))).length;
}

function parted<S extends Box>(area: S, count: number): S[] {
  const height = heightOf(area) / count;
  return Array.from({ length: count }, (_, at) => ({
    ...area,
    top: area.top + at * height,
    bottom: area.top + (at + 1) * height,
  }));
}
