/** The edge of a sheet among places where its squares begin: a straight line that may bend once. */

/** In squares: where the curve is at both ends of its length, and how far its middle lies off the line between. */
export interface Curve {
  start: number;
  end: number;
  first: number;
  last: number;
  bulge: number;
}

/** Share of an edge that is left out at its corners, which are round, folded or torn. */
const CORNER_SHARE = 0.05;
/** Fewer places make no edge. */
const LEAST_PLACES = 20;
/** In squares: places further from the curve are no part of the edge; the first curve is off by what they pull. */
const NEAR_SQUARES = [6, 2, 1.5];
/** Share of the places that must be part of it. */
const LEAST_SHARE = 0.8;
/** Paper bends by no more than this share of an edge. */
const MOST_BULGE = 0.06;

/** `places`: where the paper's edge is, by place along it, of which those from `start` to `end` count. */
export function edgeThrough(places: readonly (number | null)[], start: number, end: number): Curve | null {
  const margin = Math.ceil(CORNER_SHARE * (end - start));
  const points: [number, number][] = [];
  for (let along = start + margin; along <= end - margin; along++) {
    const place = places[along] ?? null;
    if (place !== null) points.push([along + 0.5, place]);
  }
  if (points.length < LEAST_PLACES) return null;
  let [near, curve] = [points, fitted(points, start, end + 1)];
  for (const most of NEAR_SQUARES) {
    near = points.filter(([along, place]) => Math.abs(place - placeAt(curve, along)) <= most);
    if (near.length < LEAST_SHARE * points.length) return null;
    curve = fitted(near, start, end + 1);
  }
  return Math.abs(curve.bulge) <= MOST_BULGE * (end - start) ? curve : null;
}

function placeAt({ start, end, first, last, bulge }: Curve, along: number): number {
  const share = (along - start) / (end - start);
  return first * (1 - share) + last * share + bulge * 4 * share * (1 - share);
}

type Row = [number, number, number, number];

/** Least squares over the three figures of a curve, by its normal equations. */
function fitted(points: readonly [number, number][], start: number, end: number): Curve {
  const sums: [Row, Row, Row] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  for (const [along, place] of points) {
    const share = (along - start) / (end - start);
    const terms: Row = [1 - share, share, 4 * share * (1 - share), place];
    sums.forEach((sum, at) => {
      for (const [term, value] of terms.entries()) sum[term] = (sum[term] ?? 0) + (terms[at] ?? 0) * value;
    });
  }
  const [a, b, c] = sums;
  const whole = determinant(a, b, c, [0, 1, 2]);
  const first = determinant(a, b, c, [3, 1, 2]) / whole;
  const last = determinant(a, b, c, [0, 3, 2]) / whole;
  return { start, end, first, last, bulge: determinant(a, b, c, [0, 1, 3]) / whole };
}

/** Of three columns of the rows. */
function determinant(a: Row, b: Row, c: Row, [x, y, z]: [number, number, number]): number {
  const of = (row: Row, at: number) => row[at] ?? 0;
  return (
    of(a, x) * (of(b, y) * of(c, z) - of(b, z) * of(c, y)) -
    of(a, y) * (of(b, x) * of(c, z) - of(b, z) * of(c, x)) +
    of(a, z) * (of(b, x) * of(c, y) - of(b, y) * of(c, x))
  );
}
