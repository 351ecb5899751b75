/**
 * Finds lines that are hardly ink or have gaps: dotted, dashed, thin and grey ones, and broken ones on bad copies. Each
 * is darker than the paper on both sides, by means over stretches that are longer than dashes and even out a scan's
 * noise.
 */
import type { Box, GreyImage } from '../engine.ts';
import type { Mask } from './ink.ts';

export type Course = 'across' | 'down';

/** The length of a stretch, in letter heights … */
const STRETCH = { heights: 0.45, leastPx: 6, mostPx: 16 };
/** … and the distance from its middle at which the paper beside a line is sampled, since text may be close … */
const FLANK = { heights: 0.15, leastPx: 2 };
/** … and again at this many times the distance, for thicker grey lines; those under table heads are horizontal. */
const THICK_FLANKS = { across: 2, down: 1 };
/** The share of a stretch that may be ink there; with more, letters or a crossing rule hide the line. */
const MOST_FLANK_INK = 0.15;
/** A line is darker than its sides by at least this many shades, and by this many times the variation of the paper. */
const LEAST_DEPTH = 5;
const NOISE_TIMES = 2;
/** Where in its height the box of a found line has print: rows and columns of letters look like broken lines. */
const PRINT = { from: 0.3, to: 0.88, side: 0.2 };
/** From one stretch to the next, a leaning line and noise move the darkest row by at most this many rows. */
const STEPS = [0, 1, -1, 2, -2];
/** How many stretches of paper in a row a line may have, and their share of those that show it … */
const MOST_PAPER = { inARow: 2, share: 0.2 };
/**
 * … and how many stretches in a row may show no line for any reason: a paragraph between two tables begins where both
 * have their left border.
 */
const MOST_UNSEEN = 8;
/** The share of its stretches that must show a line; vertical lines are hidden by rows of print … */
const LEAST_SHOWN = { across: 0.5, down: 0.2 };
/**
 * … and their least number: where most are hidden, grain makes lines of two to six stretches, and also lines through
 * words on a noisy band.
 */
const LEAST_STRETCHES = { across: 1, down: 7 };
/** If fewer than this share of its pixels are nearer to the line's shade than to the paper's, it is drawn in dashes or dots. */
const SOLID_SHARE = 0.93;

export interface ThinLine extends Box {
  isDashed: boolean;
}

/** What a stretch of a row shows. */
const HIDDEN = 0;
const LINE = 1;
const PAPER = 2;

/** Sums over stretches of `side` pixels along the course; the stretches of all rows at one position follow each other. */
interface Profile {
  side: number;
  flank: number;
  farther: number;
  /** The number of pixels across the course. */
  rows: number;
  shades: Uint16Array;
  ink: Uint8Array;
}

/** Lines of at least `least` pixels. `print`: the boxes of the text lines found. */
export function thinLines(
  image: GreyImage,
  mask: Mask,
  { letterHeight, least, print }: { letterHeight: number; least: number; print: readonly Box[] },
  course: Course,
): ThinLine[] {
  const profile = profileOf(image, mask, letterHeight, course);
  const { side, rows } = profile;
  const shown = whatIsShown(profile, print, course);
  const found: ThinLine[] = [];
  for (let start = 0; start < shown.length; start++) {
    if (shown[start] !== LINE) continue;
    const whole = followed(start, shown, rows);
    const { line, gaps } = course === 'across' ? withoutEnds(whole, profile) : whole;
    const paper = gaps.reduce((sum, gap) => sum + gap, 0);
    const [from, to] = [Math.floor((line[0] ?? start) / rows), Math.floor((line.at(-1) ?? start) / rows) + 1];
    const leastSeen = Math.max(LEAST_STRETCHES[course], LEAST_SHOWN[course] * (to - from));
    const isShown = line.length >= leastSeen && paper <= MOST_PAPER.share * line.length;
    if ((to - from) * side < least || !isShown) continue;
    const places = line.map(at => at % rows);
    const box = {
      left: from * side,
      right: to * side,
      top: Math.min(...places),
      bottom: Math.max(...places) + 1,
    };
    const isDashed = solidShare(line, profile, image, course) < SOLID_SHARE;
    found.push({ ...(course === 'across' ? box : turned(box)), isDashed });
  }
  return found;
}

const turned = ({ left, top, right, bottom }: Box): Box => ({
  left: top,
  top: left,
  right: bottom,
  bottom: right,
});

/**
 * The lighter of the near and the far sample stands for the paper, because a line may be so thick that it reaches the
 * near one.
 */
function paperAt(at: number, { flank, farther, shades }: Profile): number {
  const beside = (off: number) => Math.min(shades[at - off] ?? 0, shades[at + off] ?? 0);
  return Math.max(beside(flank), beside(farther));
}

const depthAt = (at: number, profile: Profile): number => paperAt(at, profile) - (profile.shades[at] ?? 0);

function solidShare(line: readonly number[], profile: Profile, image: GreyImage, course: Course): number {
  const { side, rows, shades } = profile;
  const [step, rowStep] = course === 'across' ? [1, image.width] : [image.width, 1];
  let dark = 0;
  for (const at of line) {
    const paper = paperAt(at, profile) / side;
    const limit = (paper + (shades[at] ?? 0) / side) / 2;
    const origin = Math.floor(at / rows) * side * step + (at % rows) * rowStep;
    for (let off = 0; off < side; off++) if ((image.pixels[origin + off * step] ?? 0) < limit) dark++;
  }
  return dark / (side * line.length);
}

function profileOf(
  { width, height, pixels }: GreyImage,
  mask: Mask,
  letterHeight: number,
  course: Course,
): Profile {
  const side = Math.min(
    STRETCH.mostPx,
    Math.max(STRETCH.leastPx, Math.round(STRETCH.heights * letterHeight)),
  );
  const flank = Math.max(FLANK.leastPx, Math.round(FLANK.heights * letterHeight));
  const [length, rows] = course === 'across' ? [width, height] : [height, width];
  const stretches = Math.floor(length / side);
  const shades = new Uint16Array(rows * stretches);
  const ink = new Uint8Array(rows * stretches);
  const add = course === 'across' ? addAcross : addDown;
  add(pixels, width, side, shades, rows);
  add(mask.ink, width, side, ink, rows);
  return { side, flank, farther: THICK_FLANKS[course] * flank, rows, shades, ink };
}

function addAcross(
  pixels: Uint8Array,
  width: number,
  side: number,
  sums: Uint16Array | Uint8Array,
  rows: number,
): void {
  for (let y = 0; y < rows; y++)
    for (let sum = y, at = y * width; sum < sums.length; sum += rows) {
      let total = 0;
      for (const end = at + side; at < end; at++) total += pixels[at] ?? 0;
      sums[sum] = total;
    }
}

function addDown(
  pixels: Uint8Array,
  width: number,
  side: number,
  sums: Uint16Array | Uint8Array,
  rows: number,
): void {
  for (let first = 0, from = 0; first < sums.length; first += rows, from += side * width)
    for (let x = 0; x < rows; x++) {
      let total = 0;
      for (let at = from + x, row = 0; row < side; row++, at += width) total += pixels[at] ?? 0;
      sums[first + x] = total;
    }
}

function whatIsShown(profile: Profile, print: readonly Box[], course: Course): Uint8Array {
  const { side, flank, farther, rows, shades, ink } = profile;
  const depths = new Uint16Array(shades.length);
  const shown = new Uint8Array(shades.length);
  const mostInk = MOST_FLANK_INK * side;
  const least = Math.max(LEAST_DEPTH * side, NOISE_TIMES * noiseOf(profile));
  for (let first = 0; first < shades.length; first += rows)
    for (let at = first + flank; at < first + rows - flank; at++)
      for (let off = flank; off <= farther; off += flank) {
        if ((ink[at - off] ?? 0) > mostInk || (ink[at + off] ?? 0) > mostInk) continue;
        if (off === flank) shown[at] = PAPER;
        const depth = Math.min(shades[at - off] ?? 0, shades[at + off] ?? 0) - (shades[at] ?? 0);
        if (depth >= least) depths[at] = Math.max(depth, depths[at] ?? 0);
      }
  for (let at = 0; at < depths.length; at++) {
    const depth = depths[at] ?? 0;
    let isDeepest = depth > 0;
    for (let off = 1; isDeepest && off < flank; off++)
      isDeepest = depth >= (depths[at + off] ?? 0) && depth > (depths[at - off] ?? 0);
    if (isDeepest && !isScreened(ink, at, flank, mostInk)) shown[at] = LINE;
  }
  for (const { left, top, right, bottom } of print) {
    const height = bottom - top;
    const inner =
      course === 'across'
        ? { left, right, top: top + PRINT.from * height, bottom: top + PRINT.to * height }
        : turned({ left: left + PRINT.side * height, right: right - PRINT.side * height, top, bottom });
    const as = course === 'across' ? PAPER : HIDDEN;
    for (let stretch = Math.floor(inner.left / side); stretch < inner.right / side; stretch++)
      shown.fill(as, stretch * rows + Math.round(inner.top), stretch * rows + Math.round(inner.bottom));
  }
  return shown;
}

/** A row lies in a screen of dots if ink and paper alternate this often within this many flanks. */
const SCREEN = { flanks: 4, turns: 5 };

function isScreened(ink: Uint8Array, at: number, flank: number, mostInk: number): boolean {
  const reach = SCREEN.flanks * flank;
  let turns = 0;
  for (let row = at - reach; row < at + reach; row++)
    if ((ink[row] ?? 0) > mostInk !== (ink[row + 1] ?? 0) > mostInk) turns++;
  return turns >= SCREEN.turns;
}

/** The noise is measured at every this many stretches. */
const NOISE_STRIDE = 97;

/** The median difference between stretches of paper. */
function noiseOf({ flank, shades, ink }: Profile): number {
  const apart: number[] = [];
  for (let at = 0; at < shades.length - flank; at += NOISE_STRIDE)
    if (ink[at] === 0 && ink[at + flank] === 0)
      apart.push(Math.abs((shades[at] ?? 0) - (shades[at + flank] ?? 0)));
  return apart.sort((a, b) => a - b)[apart.length >> 1] ?? 0;
}

/** The stretches of a line. */
interface Followed {
  line: number[];
  /** The number of stretches of paper before each. */
  gaps: number[];
}

/** The stretches of the line that begins at `start`; they are then no longer marked as shown. */
function followed(start: number, shown: Uint8Array, rows: number): Followed {
  const line = [start];
  const gaps = [0];
  let [missed, unseen] = [0, 0];
  for (let at = start + rows; at < shown.length; at += rows) {
    const middle = at;
    const next = STEPS.map(step => middle + step).find(place => shown[place] === LINE);
    if (next !== undefined) {
      shown[next] = HIDDEN;
      line.push(next);
      gaps.push(missed);
      [missed, unseen] = [0, 0];
      at = next;
    } else if (++unseen > MOST_UNSEEN || (shown[at] === PAPER && ++missed > MOST_PAPER.inARow)) break;
  }
  return { line, gaps };
}

/** Stretches less deep than this share of the line's own depth are noise. */
const NOISE_SHARE = 0.5;

/**
 * The line without the noise that it extends into at both ends: the part with the most stretches and the least paper
 * between them.
 */
function withoutEnds({ line, gaps }: Followed, profile: Profile): Followed {
  const depths = line.map(at => depthAt(at, profile));
  const least = NOISE_SHARE * (depths.toSorted((a, b) => a - b)[depths.length >> 1] ?? 0);
  let best = { from: 0, to: 0, sum: 0 };
  let [from, sum] = [0, 0];
  for (const [at, depth] of depths.entries()) {
    sum -= gaps[at] ?? 0;
    if (sum <= 0) [from, sum] = [at, 0];
    if (depth < least) continue;
    sum++;
    if (sum > best.sum) best = { from, to: at + 1, sum };
  }
  return { line: line.slice(best.from, best.to), gaps: [0, ...gaps.slice(best.from + 1, best.to)] };
}
