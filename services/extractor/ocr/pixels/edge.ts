/** The edge of a sheet, fitted to the places where its squares begin: a straight line that may have one bend. */

/**
 * In squares: the range of the curve, its position at both ends, and how far its middle is off the straight line
 * between them.
 */
export interface Curve {
  start: number;
  end: number;
  first: number;
  last: number;
  bulge: number;
}

/**
 * The parts of an edge that its curve is fitted through, as shares of the edge; its corners are left out, because they
 * are round, folded or torn.
 */
const PARTS = [0.12, 0.5, 0.88] as const;
const PART_SHARE = 0.08;
const CORNER_SHARE = 0.05;
/** Fewer places do not make an edge. */
const LEAST_PLACES = 20;
/** At least this share of the places must be this near to the curve, in squares. */
const LEAST_SHARE = 0.8;
const NEAR_SQUARES = 1.5;
/** Paper bends by at most this share of an edge. */
const MOST_BULGE = 0.06;

/**
 * The curve through `places`: the position of the paper's edge at each place along it; only those from `start` to `end`
 * count.
 */
export function edgeThrough(places: readonly (number | null)[], start: number, end: number): Curve | null {
  const points = places.flatMap((place, along) => {
    const share = (along + 0.5 - start) / (end + 1 - start);
    return place === null || Math.abs(share - 0.5) > 0.5 - CORNER_SHARE ? [] : [{ share, place }];
  });
  if (points.length < LEAST_PLACES) return null;
  const [near, middle, far] = PARTS.map(part =>
    midmean(points.filter(({ share }) => Math.abs(share - part) <= PART_SHARE).map(({ place }) => place)),
  );
  if (near === undefined || middle === undefined || far === undefined) return null;
  const [from, , to] = PARTS;
  // Solves first * (1 - s) + last * s + bulge * 4 * s * (1 - s) for the three points.
  const bulge = (middle - (near + far) / 2) / (1 - 4 * from * to);
  const rise = (far - near) / (to - from);
  const centre = middle - bulge;
  const isNear = ({ share, place }: { share: number; place: number }) =>
    Math.abs(centre + rise * (share - 0.5) + bulge * 4 * share * (1 - share) - place) <= NEAR_SQUARES;
  const isEdge = points.filter(isNear).length >= LEAST_SHARE * points.length;
  if (!isEdge || Math.abs(bulge) > MOST_BULGE * (end - start)) return null;
  return { start, end: end + 1, first: centre - rise / 2, last: centre + rise / 2, bulge };
}

/** The mean of the middle half, so that outliers do not count. NaN without values; no place is near that. */
function midmean(values: number[]): number {
  const half = values.sort((a, b) => a - b).slice(values.length >> 2, values.length - (values.length >> 2));
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}
