/**
 * Straightens a page whose lines bend because its paper does: an open book, a letter that was folded, a receipt that
 * curls. A polynomial fitted to the slopes of the lines gives the slope everywhere, and the page is sampled along
 * curves with those slopes, so that rules, columns and areas without lines follow.
 */
import type { Box, GreyImage } from '../engine.ts';
import type { Point } from './sheet.ts';

/** A line as the detector finds it. */
export interface TracedLine extends Box {
  middles: readonly Point[];
  thickness: number;
}

/** How steeply lines fall to the right, everywhere on the page. */
export interface Bend {
  /** The area with lines; beyond it, slopes continue as at its edge. */
  frame: Box;
  coefficients: readonly number[];
}

/**
 * The powers of the horizontal and vertical position that the slopes are fitted with: a book's page bends most near its
 * spine, and differently at the top and bottom.
 */
const POWERS_ACROSS = 3;
const POWERS_DOWN = 2;
/** Fewer usable lines do not make a page. */
const LEAST_LINES = 6;
/** A line strays if its centres differ in height by this many times its core's height; then its box overlaps its neighbours. */
const STRAYS_BY = 0.8;
/** Bending is worth it if at least this share of the total length of usable lines strays. */
const LEAST_STRAYING_SHARE = 0.15;
/** The polynomial may leave at most this share of the slopes' variance unexplained. */
const MOST_UNEXPLAINED = 0.5;
/** Slopes that deviate this many times more than most belong to a figure or a stamp. */
const OUTLIES_BY = 4;
/** Print on readable paper is never steeper than this. */
const STEEPEST = 0.5;
/** Keeps the coefficients of powers without evidence at zero. */
const RIDGE = 1e-3;

interface Slope extends Point {
  slope: number;
  /** The width in pixels that the slope was measured over. */
  weight: number;
}

/** Null if the lines are straight and level, or bend as paper cannot. */
export function bendOf(lines: readonly TracedLine[]): Bend | null {
  const telling = lines.filter(({ middles }) => middles.length > 0);
  if (telling.length < LEAST_LINES || straying(telling) < LEAST_STRAYING_SHARE) return null;
  const slopes = telling.flatMap(({ middles }) => slopesOf(middles));
  const frame = frameOf(telling);
  const first = fitted(slopes, frame);
  if (first === null) return null;
  const off = (bend: Bend, { x, y, slope }: Slope) => Math.abs(slopeAt(bend, x, y) - slope);
  const usual = slopes.map(slope => off(first, slope)).sort((a, b) => a - b)[slopes.length >> 1] ?? 0;
  const bend = fitted(
    slopes.filter(slope => off(first, slope) <= OUTLIES_BY * usual),
    frame,
  );
  if (bend === null) return null;
  let [before, after] = [0, 0];
  for (const slope of slopes) {
    before += slope.weight * Math.abs(slope.slope);
    after += slope.weight * off(bend, slope);
  }
  return after <= MOST_UNEXPLAINED * before ? bend : null;
}

/** The share of the lines' length that strays. */
function straying(lines: readonly TracedLine[]): number {
  let [stray, all] = [0, 0];
  for (const { left, right, middles, thickness } of lines) {
    if (middles.length === 0) continue;
    const heights = middles.map(({ y }) => y);
    all += right - left;
    if (Math.max(...heights) - Math.min(...heights) >= STRAYS_BY * thickness) stray += right - left;
  }
  return all === 0 ? 0 : stray / all;
}

function slopesOf(middles: readonly Point[]): Slope[] {
  return middles.slice(1).flatMap((to, at) => {
    const from = middles[at];
    if (from === undefined || to.x <= from.x) return [];
    const weight = to.x - from.x;
    return [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, slope: (to.y - from.y) / weight, weight }];
  });
}

function frameOf(lines: readonly Box[]): Box {
  return {
    left: Math.min(...lines.map(line => line.left)),
    top: Math.min(...lines.map(line => line.top)),
    right: Math.max(...lines.map(line => line.right)),
    bottom: Math.max(...lines.map(line => line.bottom)),
  };
}

/** The products of powers at a position, which the frame maps to -1…1 in both directions. */
function termsAt({ left, top, right, bottom }: Box, x: number, y: number): number[] {
  const within = (value: number) => Math.max(-1, Math.min(1, value));
  const [across, down] = [
    within((2 * (x - left)) / (right - left) - 1),
    within((2 * (y - top)) / (bottom - top) - 1),
  ];
  const terms: number[] = [];
  for (let i = 0, ofX = 1; i <= POWERS_ACROSS; i++, ofX *= across)
    for (let j = 0, ofY = ofX; j <= POWERS_DOWN; j++, ofY *= down) terms.push(ofY);
  return terms;
}

function slopeAt({ frame, coefficients }: Bend, x: number, y: number): number {
  const terms = termsAt(frame, x, y);
  return coefficients.reduce((sum, coefficient, at) => sum + coefficient * (terms[at] ?? 0), 0);
}

/** Fitted by least squares. */
function fitted(slopes: readonly Slope[], frame: Box): Bend | null {
  const size = (POWERS_ACROSS + 1) * (POWERS_DOWN + 1);
  const rows = Array.from({ length: size }, () => new Float64Array(size + 1));
  let total = 0;
  for (const { x, y, slope, weight } of slopes) {
    const terms = termsAt(frame, x, y);
    total += weight;
    for (const [at, row] of rows.entries()) {
      const scale = weight * (terms[at] ?? 0);
      for (let column = 0; column < size; column++)
        row[column] = (row[column] ?? 0) + scale * (terms[column] ?? 0);
      row[size] = (row[size] ?? 0) + scale * slope;
    }
  }
  for (const [at, row] of rows.entries()) row[at] = (row[at] ?? 0) + RIDGE * total;
  const coefficients = solved(rows);
  return coefficients.every(Number.isFinite) ? { frame, coefficients } : null;
}

/** Gaussian elimination; each row ends with its right-hand side. The ridge keeps the pivots from zero. */
function solved(rows: readonly Float64Array[]): number[] {
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const own = rows[pivot];
    if (own === undefined) continue;
    for (const [at, row] of rows.entries()) {
      if (at === pivot) continue;
      const factor = (row[pivot] ?? 0) / (own[pivot] ?? 0);
      for (let column = pivot; column <= size; column++)
        row[column] = (row[column] ?? 0) - factor * (own[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 0));
}

/** Pixels between the points at which curves are followed; between them they are straight. */
const STEP_PX = 16;

/** The page with straight, level lines; made higher if something would otherwise be cut off. */
export function unbent(image: GreyImage, bend: Bend): GreyImage {
  const { left, top, right, bottom } = bend.frame;
  const columns = Math.ceil(image.width / STEP_PX) + 1;
  const middle = Math.round((left + right) / 2 / STEP_PX);
  // Where the highest and lowest parts of the page end up.
  let [first, last] = [0, image.height];
  for (let column = Math.ceil(left / STEP_PX); column <= right / STEP_PX; column++) {
    first = Math.min(first, wayThrough(bend, { column, y: top }, middle));
    last = Math.max(last, wayThrough(bend, { column, y: bottom }, middle));
  }
  const [above, height] = [Math.ceil(-first), Math.ceil(last) - Math.floor(first)];
  const rows = Math.ceil(height / STEP_PX) + 1;
  const ways = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const y = row * STEP_PX - above;
    for (const end of [0, columns - 1])
      wayThrough(bend, { column: middle, y }, end, (column, place) => {
        ways[row * columns + column] = place;
      });
  }
  return sampled(image, { ways, columns }, height);
}

/** Follows a curve from one column to another and returns the height where it arrives. */
function wayThrough(
  bend: Bend,
  from: { column: number; y: number },
  to: number,
  visit?: (column: number, y: number) => void,
): number {
  const way = Math.sign(to - from.column);
  let { column, y } = from;
  visit?.(column, y);
  while (column !== to) {
    const slope = slopeAt(bend, (column + way / 2) * STEP_PX, y);
    y += way * STEP_PX * Math.max(-STEEPEST, Math.min(STEEPEST, slope));
    column += way;
    visit?.(column, y);
  }
  return y;
}

/** Outside the picture, the pixels at its edge are repeated. */
function sampled(
  { width, height: rows, pixels }: GreyImage,
  { ways, columns }: { ways: Float32Array; columns: number },
  height: number,
): GreyImage {
  const straight = new Uint8Array(width * height);
  for (let row = 0, at = 0; row < height; row++) {
    const above = Math.floor(row / STEP_PX) * columns;
    const down = (row % STEP_PX) / STEP_PX;
    for (let x = 0; x < width; x++, at++) {
      const place = above + Math.floor(x / STEP_PX);
      const across = (x % STEP_PX) / STEP_PX;
      const upper = (ways[place] ?? 0) * (1 - across) + (ways[place + 1] ?? 0) * across;
      const lower = (ways[place + columns] ?? 0) * (1 - across) + (ways[place + columns + 1] ?? 0) * across;
      const y = Math.max(0, Math.min(rows - 1.001, upper + (lower - upper) * down));
      const line = y | 0;
      const shade = pixels[line * width + x] ?? 0;
      straight[at] = shade + ((pixels[(line + 1) * width + x] ?? 0) - shade) * (y - line) + 0.5;
    }
  }
  return { width, height, pixels: straight };
}
