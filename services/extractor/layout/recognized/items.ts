/** Turns recognised lines into the words of a page, so that the same rules apply to a scan and to a page with text. */
import type { Box, RecognizedLine, RecognizedPage, RecognizedWord, UpendedLine } from '../../ocr/engine.ts';
import { baselineOf, emOf } from '../../ocr/print-size.ts';
import type { Rule, Shading, TextItem } from '../page/content.ts';
import { heightOf, median } from '../page/geometry.ts';
import { isMostlyRightToLeft } from '../text/direction-tokens.ts';
import { mirrored } from '../text/mirrored-signs.ts';
import { turnedText } from '../text/turn.ts';
import { rowsOf } from './order/rows.ts';
import { besideEachOther } from './order/side-by-side.ts';
import { stripesAndBoxes } from './stripes.ts';

/** Measured sizes vary by a pixel or two between lines; sizes within this share of the page's usual one are that one … */
const USUAL_SIZE_SHARE = 0.15;
/** … and others are rounded to steps of this many points. */
const SIZE_STEP_PT = 1;
const UNKNOWN_FONT = { name: '', bold: false, italic: false, monospace: false };

/** Where the recognised picture is on the page: its top left corner in points, and pixels to the point. */
export interface Placement {
  left: number;
  top: number;
  scale: number;
}

/**
 * Makes the words. For `places` see `placesOf`; words without one are ordered by position alone. `rules` are the
 * horizontal ones.
 */
export function itemsOf(
  lines: readonly RecognizedLine[],
  placement: Placement,
  firstIndex: number,
  places: ReadonlyMap<RecognizedWord, number> = new Map(),
  rules: readonly Box[] = [],
): TextItem[] {
  const ordered = inRows(lines, rules);
  const sizes = steadied(ordered.map(line => emOf(line.words) / placement.scale));
  let index = firstIndex;
  let before: number | undefined;
  return ordered.flatMap((line, at) => {
    const size = sizes[at] ?? 0;
    const baseline = placement.top + baselineOf(line.words) / placement.scale;
    const font = { ...UNKNOWN_FONT, bold: line.bold ?? false };
    const isFromRight = isMostlyRightToLeft(line.words.map(word => word.text));
    return line.words.map((word): TextItem => {
      const left = placement.left + word.left / placement.scale;
      const width = (word.right - word.left) / placement.scale;
      // Pages contain words as they look; recognition returns them as they are read.
      const item = {
        ...ITEM,
        font,
        text: seenText(word.text, isFromRight),
        left,
        baseline,
        width,
        size,
        index: index++,
      };
      const element = places.get(word);
      if (element === undefined) return item;
      const opensColumn = before !== undefined && element !== before && element !== before + 1;
      before = element;
      return opensColumn ? { ...item, element, opensColumn } : { ...item, element };
    });
  });
}

const UP_DEGREES = 90;

/** Makes words of lines that run upwards or downwards, as a PDF would draw them. */
export function upendedItems(
  lines: readonly UpendedLine[],
  { left, top, scale }: Placement,
  firstIndex: number,
): TextItem[] {
  let index = firstIndex;
  return lines.flatMap(({ runsUp, frame, words }) => {
    const size = emOf(words) / scale;
    const stands = baselineOf(words);
    const across = left + (runsUp ? frame.left + stands : frame.right - stands) / scale;
    return words.map((word): TextItem => {
      const along = top + (runsUp ? frame.bottom - word.left : frame.top + word.left) / scale;
      const width = (word.right - word.left) / scale;
      const place = { left: across, baseline: along, width, size, angle: runsUp ? UP_DEGREES : -UP_DEGREES };
      return { ...ITEM, font: UNKNOWN_FONT, text: word.text, ...place, index: index++ };
    });
  });
}

/** From this many pieces side by side on, a row belongs to a table: text is set in one or two columns. */
const LEAST_CELLS = 3;

/**
 * Puts each row of a table in order from left to right, as programs draw it: in a tilted scan, cells of a row begin at
 * different heights.
 */
function inRows(lines: readonly RecognizedLine[], rules: readonly Box[]): RecognizedLine[] {
  const unit = median(lines.map(heightOf));
  const tables = besideEachOther(lines, rules);
  const apart = new Set(tables.flat(2));
  const rows = rowsOf(
    lines.filter(line => !apart.has(line)),
    unit,
  ).filter(row => row.length >= LEAST_CELLS);
  const groups = [...rows, ...tables.map(pair => pair.flatMap(side => rowsOf(side, unit).flat()))];
  const groupOf = new Map(groups.flatMap(group => group.map(line => [line, group] as const)));
  const begun = new Set<readonly RecognizedLine[]>();
  return lines.flatMap(line => {
    const group = groupOf.get(line);
    if (group === undefined) return [line];
    if (begun.has(group)) return [];
    begun.add(group);
    return group;
  });
}

/** A number with a full stop, which is read after it and stands at its left in a line read from the right. */
const STOPPED_NUMBER = /^(\p{N}[\p{N}.]*?)([.:])$/u;
const SIGNS = /^\p{P}+$/u;

/** Returns a word as it looks from left to right. Brackets of words read from the right are given by their meaning. */
function seenText(text: string, isFromRight: boolean): string {
  const turned = turnedText(text);
  if (!isFromRight) return turned;
  const isMirrored = turned !== text || SIGNS.test(text);
  return isMirrored ? [...turned].map(mirrored).join('') : turned.replace(STOPPED_NUMBER, '$2$1');
}

const ITEM = { spaceBefore: true, isWhole: true, angle: 0, color: 0, invisible: false };

function steadied(sizes: readonly number[]): number[] {
  const usual = Math.round([...sizes].sort((a, b) => a - b)[sizes.length >> 1] ?? 0);
  return sizes.map(size =>
    Math.abs(size - usual) <= USUAL_SIZE_SHARE * usual
      ? usual
      : Math.max(SIZE_STEP_PT, Math.round(size / SIZE_STEP_PT) * SIZE_STEP_PT),
  );
}

/** Least number of rules of a table: two of each direction for a grid, three equal ones for a table without vertical rules. */
const LEAST_GRID_RULES = 2;
const LEAST_EQUAL_RULES = 3;
/** The ends of equal rules differ by at most this share of their length. */
const EQUAL_ENDS_SHARE = 0.02;
/** The ends of rules that end where another does differ by at most this many pixels. */
const ENDS_PX = 6;

/**
 * Returns the rules of a recognised page in points, as far as they may belong to tables: on a scan, lines under running
 * heads and above notes cannot be distinguished from a table's by their weight.
 */
export function rulesFrom({ horizontal, vertical }: RecognizedPage['rules'], placement: Placement): Rule[] {
  const isGrid = horizontal.length >= LEAST_GRID_RULES && vertical.length >= LEAST_GRID_RULES;
  const equal = horizontal.filter(rule => hasEquals(rule, horizontal));
  const kept = isGrid
    ? horizontal
    : horizontal.filter(rule => equal.includes(rule) || isBetween(rule, equal));
  return [
    ...kept.map(box => horizontalRule(box, placement)),
    ...(isGrid ? vertical.map(box => verticalRule(box, placement)) : []),
  ];
}

function hasEquals(rule: Box, rules: readonly Box[]): boolean {
  const tolerance = EQUAL_ENDS_SHARE * (rule.right - rule.left);
  const equal = rules.filter(
    other => Math.abs(other.left - rule.left) < tolerance && Math.abs(other.right - rule.right) < tolerance,
  );
  return equal.length >= LEAST_EQUAL_RULES;
}

/** Whether a rule separates the rows of some columns, between rules that run across more columns. */
function isBetween(rule: Box, rules: readonly Box[]): boolean {
  const around = rules.filter(
    ({ left, right }) => left <= rule.left + ENDS_PX && right >= rule.right - ENDS_PX,
  );
  return around.some(({ bottom }) => bottom < rule.top) && around.some(({ top }) => top > rule.bottom);
}

function horizontalRule(box: Box, placement: Placement): Rule {
  const { left, right, top, bottom } = placed(box, placement);
  return {
    ...RULE,
    orientation: 'horizontal',
    position: (top + bottom) / 2,
    start: left,
    end: right,
    thickness: bottom - top,
  };
}

function verticalRule(box: Box, placement: Placement): Rule {
  const { left, right, top, bottom } = placed(box, placement);
  return {
    ...RULE,
    orientation: 'vertical',
    position: (left + right) / 2,
    start: top,
    end: bottom,
    thickness: right - left,
  };
}

/** Returns the shaded areas of the recognised picture as filled areas of a page. */
export function shadingsFrom({ shaded = [], lines }: RecognizedPage, placement: Placement): Shading[] {
  return stripesAndBoxes(shaded, lines).map(({ shade, ...box }) => ({
    ...placed(box, placement),
    color: shade * GREY,
  }));
}

/** Factor from a shade of grey to 0xRRGGBB. */
const GREY = 0x010101;

const RULE = { color: 0 };

function placed(box: Box, { left, top, scale }: Placement): Box {
  return {
    left: left + box.left / scale,
    top: top + box.top / scale,
    right: left + box.right / scale,
    bottom: top + box.bottom / scale,
  };
}
