/** A line of text, or the piece of one that stands in one column. */

import type { Rectangle, TextItem } from './content.ts';
import { isRaised, textBehind } from './raised-figures.ts';

/**
 * Words that follow each other in the stream are on one line up to this gap: the em after a run-in head or a number,
 * justified spaces. Results are equal from 1.3 to 2.2; below, run-in heads and appendix letters stand alone.
 */
export const STREAM_GAP_EM = 1.6;
/** Words drawn at different times are joined only when they nearly touch: there are gutters of .9 em. */
export const TOUCH_GAP_EM = 0.35;
/** Baselines of one line's words differ by less than this. */
export const SAME_BASELINE_EM = 0.35;
/** Words on the line's baseline have its commonest size within this share of it. */
const HOST_SIZE_SHARE = 0.1;
/** A superscript is at most this share of its host's size. */
export const SCRIPT_SIZE_MAX = 0.85;
/** Baselines and sizes that differ by less than this are the same. */
export const BASELINE_SHIFT_EM = 0.05;
/** A gap this wide separates words that the stream does not connect. */
export const SPACE_EM = 0.11;

export interface Line extends Rectangle {
  /** Words in reading order. */
  items: TextItem[];
  text: string;
  baseline: number;
  /** In points; the size of most of its characters. */
  size: number;
  /** Number of characters without spaces. */
  characters: number;
  /** Shares of the characters, 0…1. */
  bold: number;
  italic: number;
  monospace: number;
  /** Name and colour of most characters. */
  fontName: string;
  color: number | null;
  /** Degrees counter-clockwise. */
  angle: number;
  /** Position in the content stream of its first word. */
  index: number;
  /** The structure element that contains most of it. */
  element?: number | undefined;
  /** The x coordinate of a value that was joined to the label before it. */
  stop?: number;
}

/** Ascender and descender as shares of the em; the boxes of fonts are not reliable. */
const ASCENT_EM = 0.8;
const DESCENT_EM = 0.2;

export function lineOf(items: readonly TextItem[]): Line {
  const words = [...items];
  const main =
    initialOfCapitals(words) ??
    (dominant(
      words,
      item => item.size,
      size => size.toFixed(1),
    ) as TextItem);
  const host = words.find(item => Math.abs(item.size - main.size) < HOST_SIZE_SHARE * main.size);
  const baseline = (host ?? main).baseline;
  const extent = extentOf(words);
  const { characters } = extent;
  const element = elementOf(words);
  const line: Line = {
    items: words,
    text: textOf(words),
    left: extent.left,
    right: extent.right,
    top: baseline - ASCENT_EM * main.size,
    bottom: baseline + DESCENT_EM * main.size,
    baseline,
    size: main.size,
    characters,
    bold: extent.bold / characters,
    italic: extent.italic / characters,
    monospace: extent.monospace / characters,
    fontName: (dominant(words, item => item.font.name) as TextItem).font.name,
    color: (dominant(words, item => item.color) as TextItem).color,
    angle: main.angle,
    index: extent.index,
  };
  if (element !== undefined) line.element = element;
  return line;
}

/** Measured in one pass: pages have hundreds of lines, and each is built several times on the way. */
function extentOf(words: readonly TextItem[]) {
  const extent = {
    left: Infinity,
    right: -Infinity,
    index: Infinity,
    characters: 0,
    bold: 0,
    italic: 0,
    monospace: 0,
  };
  for (const { left, width, index, text, font, invisible } of words) {
    extent.left = Math.min(extent.left, left);
    extent.right = Math.max(extent.right, left + width);
    extent.index = Math.min(extent.index, index);
    extent.characters += text.length;
    if (font.bold) extent.bold += text.length;
    if (font.italic) extent.italic += text.length;
    // OCR programs set typewritten text, and what they take for it, in a fixed-pitch layer: that is no program text.
    if (font.monospace && !invisible) extent.monospace += text.length;
  }
  return extent;
}

function elementOf(words: readonly TextItem[]): number | undefined {
  if (!words.some(item => item.element !== undefined)) return undefined;
  return dominant(words, item => item.element)?.element;
}

/**
 * Returns the first full capital of a line in small capitals, which are drawn as smaller capitals after full ones: its
 * size is that of the line. Undefined for other lines.
 */
function initialOfCapitals(items: readonly TextItem[]): TextItem | undefined {
  const largest = items.reduce((one, other) => (other.size > one.size ? other : one));
  const small = items.filter(item => item.size < SCRIPT_SIZE_MAX * largest.size);
  if (small.length === 0) return undefined;
  const letters = small.map(item => item.text).join('');
  const capitals = /\p{Lu}{3}/u.test(letters) && !/\p{Ll}/u.test(items.map(item => item.text).join(''));
  // Browsers draw small capitals the same way but keep the small letters as text.
  const areCapitals =
    capitals || (/\p{L}{3}/u.test(letters) && items.every(item => isInitialOrSmall(item, largest)));
  const level = small.every(
    item => Math.abs(item.baseline - largest.baseline) < BASELINE_SHIFT_EM * largest.size,
  );
  return areCapitals && level && /\p{Lu}/u.test(largest.text) ? largest : undefined;
}

function isInitialOrSmall({ text, size }: TextItem, { size: full }: TextItem): boolean {
  return size < SCRIPT_SIZE_MAX * full || /^[^\p{Ll}]{1,4}$/u.test(text);
}

/** Returns the item whose value has most characters; `kindOf` decides which values are alike. */
function dominant<Value>(
  items: readonly TextItem[],
  styleIn: (item: TextItem) => Value,
  kindOf: (value: Value) => unknown = value => value,
): TextItem | undefined {
  const [first] = items;
  // Most lines are set in one size, font and colour.
  if (first === undefined) return undefined;
  const style = styleIn(first);
  if (items.every(item => styleIn(item) === style)) return first;
  const kinds = items.map(item => kindOf(styleIn(item)));
  const weights = new Map<unknown, number>();
  items.forEach((item, at) => {
    weights.set(kinds[at], (weights.get(kinds[at]) ?? 0) + item.text.length);
  });
  const best = Math.max(...weights.values());
  return items[kinds.findIndex(kind => weights.get(kind) === best)];
}

export function textOf(items: readonly TextItem[]): string {
  let text = '';
  let piece = '';
  let before: TextItem | undefined;
  let host: TextItem | undefined;
  for (const item of items) {
    const isApart = before === undefined || isSpaced(before, item);
    if (isApart && before !== undefined) text += ' ';
    piece = isApart || host === undefined ? item.text : textBehind(piece, host, item);
    text += piece;
    if (host === undefined || !isRaised(host, item)) host = item;
    before = item;
  }
  return text;
}

/** Whether a space belongs between two consecutive words of a line. */
function isSpaced(before: TextItem, item: TextItem): boolean {
  if (item.index === before.index + 1) return item.spaceBefore;
  const gap = item.left - (before.left + before.width);
  return gap > SPACE_EM * Math.min(before.size, item.size);
}
