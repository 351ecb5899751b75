/** The ink of a strip: which of its columns and rows contain any. */
import type { Box, GreyImage } from '../engine.ts';
import { histogramOf, shadeAt } from '../pixels/histogram.ts';

export interface Ink {
  width: number;
  height: number;
  /** The first row of the line's ink, and the row after its last. */
  top: number;
  bottom: number;
  /** 1 where a pixel is ink, row by row; light print on a dark ground counts as ink, too. */
  mask: Uint8Array;
  /** Pixels of ink in each column, within those rows. */
  columns: Uint16Array;
  /** Difference in shade between paper and ink, 0…255. */
  contrast: number;
}

/** A pixel is ink if its shade is at least this far from the paper towards the most distant shade. */
const INK_SHARE = 0.45;
/** Ink of a neighbouring line is separated by at least this many free rows; dots and accents are not. */
const FREE_ROWS = 4;
/** The shades at these quantiles stand for paper and ink, so that single pixels do not count. */
const OUTER_SHARE = 0.02;

export function inkOf({ width, height, pixels }: GreyImage): Ink {
  const shades = histogramOf(pixels);
  const [dark, paper, light] = [
    shadeAt(shades, OUTER_SHARE),
    shadeAt(shades, 0.5),
    shadeAt(shades, 1 - OUTER_SHARE),
  ];
  const isLight = light - paper > paper - dark;
  const contrast = isLight ? light - paper : paper - dark;
  const limit = paper + (isLight ? 1 : -1) * INK_SHARE * contrast;
  const mask = new Uint8Array(pixels.length);
  const rows = new Uint16Array(height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const shade = pixels[at] ?? 0;
      if (isLight ? shade <= limit : shade >= limit) continue;
      mask[at] = 1;
      rows[y] = (rows[y] ?? 0) + 1;
    }
  const [top, bottom] = lineRows(rows);
  const columns = new Uint16Array(width);
  for (let y = top; y < bottom; y++)
    for (let x = 0; x < width; x++) columns[x] = (columns[x] ?? 0) + (mask[y * width + x] ?? 0);
  return { width, height: bottom - top, top, bottom, mask, columns, contrast };
}

/** The middle part of a strip that surely belongs to its line; rules and neighbouring lines are near its edges. */
const CORE_SHARE = 0.5;

/** Goes outwards from the fullest row in the middle to the first free rows. */
function lineRows(rows: Uint16Array): [number, number] {
  const edge = Math.round((rows.length * (1 - CORE_SHARE)) / 2);
  const core = rows.subarray(edge, rows.length - edge);
  const fullest = edge + core.indexOf(Math.max(...core));
  const reach = (step: 1 | -1): number => {
    let [last, free] = [fullest, 0];
    for (let y = fullest; y >= 0 && y < rows.length && free <= FREE_ROWS; y += step) {
      free = rows[y] === 0 ? free + 1 : 0;
      if (free === 0) last = y;
    }
    return last;
  };
  return [reach(-1), reach(1) + 1];
}

/** Ink of a neighbouring line is cut off at the strip's edge and no higher than this share of the strip … */
const NEIGHBOUR_SHARE = 0.3;
/**
 * … and at least this many rows without ink of the word separate it from the word, whatever the rest of the line has in
 * those rows.
 */
const FREE_ROWS_OF_WORD = 2;

/** Specks are told from print only in plain letters … */
const PLAIN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}]*$/u;
/** … that have no separate part above or below, since on a bad copy such a part is as small as a speck. */
const DOTTED_ABOVE = /[ij!?:;%"'“”‘’*°÷]/;
const DOTTED_BELOW = /[!?:;,÷]/;

/**
 * The box of the ink between two places of the strip; without ink it keeps its width. If `text` is given, specks are
 * left out.
 */
export function tightened(ink: Ink, { left, right }: { left: number; right: number }, text?: string): Box {
  let [from, to] = [Math.max(0, Math.floor(left)), Math.min(ink.width, Math.ceil(right))];
  const [start, end] = [from, to];
  while (from < end && ink.columns[from] === 0) from++;
  while (to > from && ink.columns[to - 1] === 0) to--;
  if (from >= to) return { left: start, right: end, top: ink.top, bottom: ink.bottom };
  const hasInk = (y: number): boolean =>
    ink.mask.subarray(y * ink.width + from, y * ink.width + to).includes(1);
  const rows = { top: ink.top, end: ink.bottom, strip: ink.mask.length / ink.width };
  const above = rowsOfNeighbour(rows, at => hasInk(at));
  const below = rowsOfNeighbour({ ...rows, top: rows.strip - rows.end, end: rows.strip - rows.top }, at =>
    hasInk(rows.strip - 1 - at),
  );
  let [top, bottom] = [ink.top + above, ink.bottom - below];
  while (top < bottom - 1 && !hasInk(top)) top++;
  while (bottom > top + 1 && !hasInk(bottom - 1)) bottom--;
  const inkAt = (y: number): number =>
    ink.mask.subarray(y * ink.width + from, y * ink.width + to).reduce((sum, pixel) => sum + pixel, 0);
  const letters = text?.normalize('NFD');
  if (letters !== undefined && PLAIN.test(letters)) {
    const [first, last] = [top, bottom - 1];
    if (!DOTTED_ABOVE.test(letters)) top += rowsOfSpecks(bottom - top, at => inkAt(first + at));
    if (!DOTTED_BELOW.test(letters)) bottom -= rowsOfSpecks(bottom - top, at => inkAt(last - at));
  }
  return { left: from, right: to, top, bottom };
}

/** A separate group of rows with more pixels of ink than this is no speck, in a strip of 48 rows. */
const SPECK_INK = 6;

/** How many rows, counted from the edge (row 0), are specks and the paper behind them; 0 if there is nothing else. */
function rowsOfSpecks(height: number, inkAt: (y: number) => number): number {
  let past = 0;
  for (let y = 0, ink = 0; y < height; y++) {
    const row = inkAt(y);
    if (row === 0) ink = 0;
    else if (ink === 0) past = y;
    ink += row;
    if (ink > SPECK_INK) return past;
  }
  return 0;
}

/** How many of a word's rows, counted from the edge (row 0), belong to a neighbouring line's ink and the paper behind it. */
function rowsOfNeighbour(
  { top, end, strip }: { top: number; end: number; strip: number },
  hasInk: (y: number) => boolean,
): number {
  if (top > 0 || !hasInk(0)) return 0;
  let y = 0;
  while (y < end && hasInk(y)) y++;
  const inked = y;
  while (y < end && !hasInk(y)) y++;
  return inked <= NEIGHBOUR_SHARE * strip && y < end && y - inked >= FREE_ROWS_OF_WORD ? y : 0;
}

/** The longest run of columns without ink between two places; if there is none, an empty run in their middle. */
export function widestFree({ columns, width }: Ink, from: number, to: number): { from: number; to: number } {
  let widest = { from: (from + to) / 2, to: (from + to) / 2 };
  let free = 0;
  for (let x = Math.max(0, Math.ceil(from)); x < Math.min(width, to); x++) {
    free = columns[x] === 0 ? free + 1 : 0;
    if (free > widest.to - widest.from) widest = { from: x + 1 - free, to: x + 1 };
  }
  return widest;
}
