/** Long straight lines (table borders, underlines): found in the ink, and painted over. */
import type { Box, GreyImage, RecognizedPage } from '../engine.ts';
import { inkComponents } from './components.ts';
import type { Mask } from './ink.ts';

/** A run of ink this many letter heights long, and at least so many pixels, is no letter. */
const LEAST_LENGTH_HEIGHTS = 4;
const LEAST_LENGTH_PX = 60;
/** Thicker than this many letter heights it is a bar with something in it, perhaps light text. */
const THICKEST_HEIGHTS = 0.4;
const THICKEST_LEAST_PX = 5;
/** A leaning rule's box is higher than the rule; this much a pixel of length is no thickness. */
const LEAN_SHARE = 0.006;

export type Rules = RecognizedPage['rules'];

export interface FoundRules extends Rules {
  /** 1 where a horizontal rule's ink is, row by row. */
  horizontalInk: Uint8Array;
  /** 1 where a vertical rule's ink is. */
  verticalInk: Uint8Array;
}

export function rulesOf(mask: Mask, letterHeight: number): FoundRules {
  const across = horizontalRules(mask, letterHeight);
  const down = horizontalRules(onDiagonal(mask), letterHeight);
  return {
    horizontal: across.boxes,
    vertical: down.boxes.map(
      ({ left, top, right, bottom }): Box => ({ left: top, top: left, right: bottom, bottom: right }),
    ),
    horizontalInk: across.mask.ink,
    verticalInk: onDiagonal(down.mask).ink,
  };
}

function horizontalRules(mask: Mask, letterHeight: number): { boxes: Box[]; mask: Mask } {
  const least = Math.max(LEAST_LENGTH_PX, LEAST_LENGTH_HEIGHTS * letterHeight);
  const thickest = Math.max(THICKEST_LEAST_PX, THICKEST_HEIGHTS * letterHeight);
  const runs = longRuns(mask, least);
  const boxes: Box[] = [];
  for (const { left, right, top, bottom } of inkComponents(runs)) {
    if (bottom - top <= thickest + LEAN_SHARE * (right - left)) boxes.push({ left, right, top, bottom });
    else for (let y = top; y < bottom; y++) runs.ink.fill(0, y * mask.width + left, y * mask.width + right);
  }
  return { boxes, mask: runs };
}

function longRuns({ width, height, ink }: Mask, least: number): Mask {
  const kept = new Uint8Array(ink.length);
  for (let y = 0; y < height; y++) {
    const row = ink.subarray(y * width, (y + 1) * width);
    for (let start = row.indexOf(1); start >= 0; ) {
      const gap = row.indexOf(0, start);
      const end = gap < 0 ? width : gap;
      if (end - start >= least) kept.fill(1, y * width + start, y * width + end);
      start = gap < 0 ? -1 : row.indexOf(1, end);
    }
  }
  return { width, height, ink: kept };
}

function onDiagonal({ width, height, ink }: Mask): Mask {
  const turned = new Uint8Array(ink.length);
  for (let y = 0, source = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + y] = ink[source++] ?? 0;
  return { width: height, height: width, ink: turned };
}

/** Borders meet: a rule's end lies this near to the rule it meets. */
const MEETING_PX = 6;
/** A rule across this share of the page is no underline. */
const WIDE_SHARE = 0.4;

/** Underlines stay: the engine knows them, and painting them cuts descenders. */
function isBorder(rule: Box, { vertical }: Rules, pageWidth: number): boolean {
  if (rule.right - rule.left > WIDE_SHARE * pageWidth) return true;
  return vertical.some(
    other =>
      other.left <= rule.right + MEETING_PX &&
      other.right >= rule.left - MEETING_PX &&
      other.top <= rule.bottom + MEETING_PX &&
      other.bottom >= rule.top - MEETING_PX,
  );
}

/** The soft edge of a printed rule, painted with it. */
const EDGE_PX = 1;

/** Paints the rules in the paper's shade, except where letters pass through from one side to the other. */
export function withoutRules(image: GreyImage, mask: Mask, rules: FoundRules, paper: number): GreyImage {
  const { width, height } = image;
  const letters = mask.ink.slice();
  for (let at = 0; at < letters.length; at++)
    if (rules.horizontalInk[at] === 1 || rules.verticalInk[at] === 1) letters[at] = 0;
  const pixels = image.pixels.slice();
  const across = { ink: rules.horizontalInk, letters, step: width, last: height - 1 };
  const down = { ink: rules.verticalInk, letters, step: 1, last: width - 1 };
  for (const { left, top, right, bottom } of rules.horizontal.filter(rule => isBorder(rule, rules, width)))
    for (let x = left; x < right; x++) paintThrough(pixels, across, x, top, bottom, paper);
  for (const { left, top, right, bottom } of rules.vertical)
    for (let y = top; y < bottom; y++) paintThrough(pixels, down, y * width, left, right, paper);
  return { width, height, pixels };
}

interface Direction {
  ink: Uint8Array;
  letters: Uint8Array;
  /** From one pixel to the next across the rule. */
  step: number;
  /** Last position across the rule inside the picture. */
  last: number;
}

/** One pixel of a rule's length: its ink between two positions across it, with soft edges. */
function paintThrough(
  pixels: Uint8Array,
  { ink, letters, step, last }: Direction,
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
  if (letters[origin + before * step] === 1 && letters[origin + after * step] === 1) return;
  for (let at = before + 1; at < after; at++) pixels[origin + at * step] = paper;
}
