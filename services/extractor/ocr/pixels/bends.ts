/**
 * A page whose lines bend, because its paper does: the opened book, the letter that was folded, the receipt that curls. What
 * the lines' slopes are is told everywhere by a polynomial through them, and the page is sampled along the ways that have
 * those slopes, so that rules, columns and print without lines follow.
 */
import type { Box, GreyImage } from '../engine.ts';
import type { Point } from './sheet.ts';

/** As the detector finds them. */
export interface TracedLine extends Box {
  middles: readonly Point[];
  thickness: number;
}

/** How steeply lines fall to the right, everywhere on the page. */
export interface Bend {
  /** Where lines are: beyond it slopes go on as at its edge. */
  frame: Box;
  coefficients: readonly number[];
}

/** Powers of the place across and down that slopes are made of: a book's page bends most beside its spine, and otherwise above than below. */
const POWERS_ACROSS = 3;
const POWERS_DOWN = 2;
/** Fewer lines that tell are no page. */
const LEAST_LINES = 6;
/** A line strays where its middles lie so many heights of its core apart: the box around it holds its neighbours, too. */
const STRAYS_BY = 0.8;
/** So much of all telling lines' length strays on a page that is worth it. */
const LEAST_STRAYING_SHARE = 0.15;
/** The polynomial leaves at most so much of the slopes unexplained. */
const MOST_UNEXPLAINED = 0.5;
/** Slopes so many times as far off as most are a figure's or a stamp's. */
const OUTLIES_BY = 4;
/** Steeper ways are none of print on paper that can be read. */
const STEEPEST = 0.5;
/** Keeps powers that nothing tells of at nothing. */
const RIDGE = 1e-3;

interface Slope extends Point {
  slope: number;
  /** Pixels of width that it was told by. */
  weight: number;
}

/** Null where lines are straight and level, or go where no paper would. */
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

/** Share of the lines' length. */
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

/** Products of powers at a place, which the frame maps to -1…1 both ways. */
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

/** By least squares. */
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

/** Gauss's elimination; each row ends with its right side. The ridge keeps pivots off zero. */
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

/** Pixels between places that ways are followed at; between them they are straight. */
const STEP_PX = 16;

/** The page with straight, level lines; higher by what would otherwise leave it. */
export function unbent(image: GreyImage, bend: Bend): GreyImage {
  const { left, top, right, bottom } = bend.frame;
  const columns = Math.ceil(image.width / STEP_PX) + 1;
  const middle = Math.round((left + right) / 2 / STEP_PX);
  // Where what is highest and lowest on the page comes to lie.
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

/** Follows a line's way from one column of places to another; how high it comes out. */
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

/** Beyond the picture it goes on as at its edge. */
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
