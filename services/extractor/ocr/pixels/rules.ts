/** Finds long straight strokes (table borders, underlines) in the ink, and paints them over. */
import type { Box, GreyImage, RecognizedPage } from '../engine.ts';
import { inkComponents } from './components.ts';
import type { Mask } from './ink.ts';
import { type Course, type ThinLine, thinLines } from './thin-lines.ts';

/** A run of ink this many letter heights long, and at least this many pixels, is no letter. */
const LEAST_LENGTH_HEIGHTS = 4;
const LEAST_LENGTH_PX = 60;
/** A stroke thicker than this many letter heights is a bar, perhaps with light text in it. */
const THICKEST_HEIGHTS = 0.4;
const THICKEST_LEAST_PX = 5;
/** The box of a leaning rule is higher than the rule; this much for each pixel of length is not counted as thickness. */
const LEAN_SHARE = 0.006;

export type Rules = RecognizedPage['rules'];

export interface FoundRules extends Rules {
  /** 1 where there is ink of a horizontal rule, row by row. */
  horizontalInk: Uint8Array;
  /** 1 where there is ink of a vertical rule. */
  verticalInk: Uint8Array;
}

/** `print`: the boxes of the lines found, if known; without them, thin lines cannot be told from letters. */
export function rulesOf(
  image: GreyImage,
  mask: Mask,
  letterHeight: number,
  print: readonly Box[] | null,
): FoundRules {
  const least = Math.ceil(Math.max(LEAST_LENGTH_PX, LEAST_LENGTH_HEIGHTS * letterHeight));
  const thickest = Math.max(THICKEST_LEAST_PX, THICKEST_HEIGHTS * letterHeight);
  const across = straightLines(mask, least, thickest, 'across');
  const down = straightLines(mask, least, thickest, 'down');
  const thin = (course: Course) =>
    print === null ? [] : thinLines(image, mask, { letterHeight, least, print }, course);
  const vertical = withThin(down.boxes, thin('down'), 'down');
  // A row of dashes that meets no vertical rule only separates parts of a receipt.
  const lying = thin('across').filter(line => !line.isDashed || vertical.some(other => meet(line, other)));
  return {
    horizontal: withThin(across.boxes, lying, 'across'),
    vertical,
    horizontalInk: across.ink,
    verticalInk: down.ink,
  };
}

function straightLines(
  mask: Mask,
  least: number,
  thickest: number,
  course: Course,
): { boxes: Box[]; ink: Uint8Array } {
  const { width, height } = mask;
  const ink = longRuns(mask, least, course);
  const boxes: Box[] = [];
  for (const { left, right, top, bottom } of inkComponents({ width, height, ink })) {
    const [length, thickness] =
      course === 'across' ? [right - left, bottom - top] : [bottom - top, right - left];
    if (thickness <= thickest + LEAN_SHARE * length) boxes.push({ left, right, top, bottom });
    else for (let y = top; y < bottom; y++) ink.fill(0, y * width + left, y * width + right);
  }
  return { boxes, ink };
}

/** The share of a thin line that was already found as ink. */
const FOUND_SHARE = 0.9;

function withThin(rules: readonly Box[], thin: readonly ThinLine[], course: Course): Box[] {
  const covered = (one: Box, other: Box): number =>
    course === 'across'
      ? Math.min(one.right, other.right) - Math.max(one.left, other.left)
      : Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const lost = thin.filter(line => {
    const found = rules.filter(rule => meet(rule, line)).map(rule => Math.max(0, covered(rule, line)));
    return found.reduce((sum, length) => sum + length, 0) < FOUND_SHARE * covered(line, line);
  });
  return [...rules, ...lost.map(({ left, top, right, bottom }) => ({ left, top, right, bottom }))];
}

/**
 * The runs of at least `least` pixels. Each must cross one of the positions that are this far apart, so only those are
 * tested.
 */
function longRuns({ width, height, ink }: Mask, least: number, course: Course): Uint8Array {
  const kept = new Uint8Array(ink.length);
  const isAcross = course === 'across';
  const [length, lines] = isAcross ? [width, height] : [height, width];
  const [step, lineStep] = isAcross ? [1, width] : [width, 1];
  for (let place = least - 1; place < length; place += least)
    for (let line = 0; line < lines; line++) {
      const origin = line * lineStep;
      if (ink[origin + place * step] !== 1) continue;
      let start = place;
      while (start > 0 && ink[origin + (start - 1) * step] === 1) start--;
      let end = place + 1;
      while (end < length && ink[origin + end * step] === 1) end++;
      if (end - start < least) continue;
      for (let at = start; at < end; at++) kept[origin + at * step] = 1;
    }
  return kept;
}

/** Borders meet: the end of a rule is this near to the rule that it meets. */
const MEETING_PX = 6;
/** A rule across this share of the page is no underline. */
const WIDE_SHARE = 0.4;

/** Underlines stay: the engine copes with them, and painting them over would cut descenders. */
function isBorder(rule: Box, { vertical }: Rules, pageWidth: number): boolean {
  if (rule.right - rule.left > WIDE_SHARE * pageWidth) return true;
  return vertical.some(other => meet(rule, other));
}

function meet(rule: Box, other: Box): boolean {
  return (
    other.left <= rule.right + MEETING_PX &&
    other.right >= rule.left - MEETING_PX &&
    other.top <= rule.bottom + MEETING_PX &&
    other.bottom >= rule.top - MEETING_PX
  );
}

/** The soft edge of a printed rule, which is painted over with it. */
const EDGE_PX = 1;

/** Paints the rules in the paper's shade, except where letters pass through from one side to the other. */
export function withoutRules(image: GreyImage, mask: Mask, rules: FoundRules, paper: number): GreyImage {
  const { width, height } = image;
  const isLetter = (at: number): boolean =>
    mask.ink[at] === 1 && rules.horizontalInk[at] !== 1 && rules.verticalInk[at] !== 1;
  const pixels = image.pixels.slice();
  const across = { ink: rules.horizontalInk, isLetter, step: width, last: height - 1 };
  const down = { ink: rules.verticalInk, isLetter, step: 1, last: width - 1 };
  for (const { left, top, right, bottom } of rules.horizontal.filter(rule => isBorder(rule, rules, width)))
    for (let x = left; x < right; x++) paintThrough(pixels, across, x, top, bottom, paper);
  for (const { left, top, right, bottom } of rules.vertical)
    for (let y = top; y < bottom; y++) paintThrough(pixels, down, y * width, left, right, paper);
  return { width, height, pixels };
}

interface Direction {
  ink: Uint8Array;
  /** Whether a pixel is ink of something other than a rule. */
  isLetter: (at: number) => boolean;
  /** The offset from one pixel to the next across the rule. */
  step: number;
  /** The last position across the rule inside the picture. */
  last: number;
}

/** Paints one pixel of a rule's length: its ink between two positions across it, with the soft edges. */
function paintThrough(
  pixels: Uint8Array,
  { ink, isLetter, step, last }: Direction,
  origin: number,
  from: number,
  to: number,
  paper: number,
): void {
  let [first, end] = [from, to];
  while (first < to && ink[origin + first * step] !== 1) first++;
  while (end > first && ink[origin + (end - 1) * step] !== 1) end--;
  if (first >= end) return;
  const before = Math.max(0, first - EDGE_PX - 1);
  const after = Math.min(last, end + EDGE_PX);
  if (isLetter(origin + before * step) && isLetter(origin + after * step)) return;
  for (let at = before + 1; at < after; at++) pixels[origin + at * step] = paper;
}
