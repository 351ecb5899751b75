/** Shaded areas of a picture as stripes of tables: where two rows that touch are shaded alike, one area shows for both. */
import type { Box, RecognizedLine } from '../../ocr/engine.ts';
import { heightOf, median, middleY } from '../page/geometry.ts';
import { rowsOf } from './order/rows.ts';

/** Stripes of one table end this near to each other, in their height. */
const SAME_SIDE_SHARE = 0.3;
/** A stripe has the height of so many others, to this share of one. */
const WHOLE_SHARE = 0.25;

/** A stripe's next one is no further off than so many of its heights: a row of several lines stands between. */
const STRIPE_REACH_HEIGHTS = 4;
/** Rows of text from which an area is a box. */
const BOX_ROWS = 3;

/**
 * Without areas of a row or two that have no others near: where a head alone is shaded, the texts of all rows tell its columns better
 * than its own do, which is all that its edges leave.
 */
export function stripesAndBoxes<S extends Box>(areas: readonly S[], lines: readonly RecognizedLine[]): S[] {
  return partedStripes(areas, lines).filter((area, _, all) => {
    const reach = STRIPE_REACH_HEIGHTS * heightOf(area);
    const isNear = (other: Box) => other.top <= area.bottom + reach && other.bottom >= area.top - reach;
    const isStripe = all.some(other => other !== area && haveOneWidth(area, other) && isNear(other));
    return isStripe || rowsWithin(area, lines) >= BOX_ROWS;
  });
}

/** Each area that has the height of several others of its width, and as many rows of text, parted into these. */
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
