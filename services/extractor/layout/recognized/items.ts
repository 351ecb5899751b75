/** Recognized lines as the words of a page, so that a scan goes through the same rules as a page with text. */
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

/** Measured sizes scatter by a pixel or two a line; sizes this close to the page's usual one are that one … */
const USUAL_SIZE_SHARE = 0.15;
/** … and the others are rounded to steps of this many points. */
const SIZE_STEP_PT = 1;
const UNKNOWN_FONT = { name: '', bold: false, italic: false, monospace: false };

/** Where the recognized picture lies on the page: its top left corner in points, and pixels a point. */
export interface Placement {
  left: number;
  top: number;
  scale: number;
}

/** `places`: see `placesOf`; words that have none are ordered by position alone. `rules`: those that lie. */
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
      // Pages hold words as they are seen; recognition gives them as they are read.
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

/** Of lines that run up or down, as text that a PDF sets so. */
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

/** Pieces side by side from which a row is a table's: text is set in one column or two. */
const LEAST_CELLS = 3;

/** Each row of a table from left to right, as other programs draw it: in one that leans, cells begin at any height. */
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

/** A number's stop is read behind it, and seen on its left in a line that is read from the right. */
const STOPPED_NUMBER = /^(\p{N}[\p{N}.]*?)([.:])$/u;
const SIGNS = /^\p{P}+$/u;

/** A word as it is seen from left to right. Brackets of words that are read from the right stand for what is meant. */
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

/** Rules that make a table: a grid needs two of each direction, a table without verticals three equal ones. */
const LEAST_GRID_RULES = 2;
const LEAST_EQUAL_RULES = 3;
/** Ends of equal rules lie within this share of their length. */
const EQUAL_ENDS_SHARE = 0.02;
/** … and those of rules that end where another does, by so many pixels at most. */
const ENDS_PX = 6;

/**
 * The rules of a recognized page in points, as far as they can belong to tables: on a scan the lines under running
 * heads and above notes cannot be told from a table's by their weight.
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

/** Whether it parts the rows of some columns, between rules that run across more of them. */
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

/** Of the recognized picture, as filled areas of a page. */
export function shadingsFrom({ shaded = [], lines }: RecognizedPage, placement: Placement): Shading[] {
  return stripesAndBoxes(shaded, lines).map(({ shade, ...box }) => ({
    ...placed(box, placement),
    color: shade * GREY,
  }));
}

/** From a shade of grey to 0xRRGGBB. */
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
