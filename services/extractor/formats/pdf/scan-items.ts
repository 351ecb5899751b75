/** Recognized lines as the words of a page, so that a scan goes through the same rules as a page with text. */
import type { Box, RecognizedLine, RecognizedPage } from '../../ocr/engine.ts';
import type { Rule, TextItem } from './page.ts';

/** Heights in Latin print, in ems: the usual faces lie within 10 % of these. */
const X_HEIGHT_EM = 0.46;
const ASCENDER_EM = 0.69;
const DESCENDER_EM = 0.21;
const ASCENDERS = /[\p{Lu}\p{N}bdfhkltßþ/()[\]{}|!?@#$%&]/u;
const DESCENDERS = /[gjpqyQçþ()[\]{}|@$§,;]/u;
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

export function itemsOf(
  lines: readonly RecognizedLine[],
  placement: Placement,
  firstIndex: number,
): TextItem[] {
  const sizes = steadied(lines.map(line => emOf(line) / placement.scale));
  let index = firstIndex;
  return lines.flatMap((line, at) => {
    const size = sizes[at] ?? 0;
    const baseline = placement.top + baselineOf(line) / placement.scale;
    return line.words.map((word): TextItem => {
      const left = placement.left + word.left / placement.scale;
      const width = (word.right - word.left) / placement.scale;
      return { ...ITEM, text: word.text, left, baseline, width, size, index: index++ };
    });
  });
}

const ITEM = { spaceBefore: true, angle: 0, font: UNKNOWN_FONT, color: 0, invisible: false };

/** One em in pixels, from the ink's height and from which letters made it. */
function emOf(line: RecognizedLine): number {
  const ink = inkOf(line);
  const text = textOf(line);
  const above = ASCENDERS.test(text) ? ASCENDER_EM : X_HEIGHT_EM;
  return (ink.bottom - ink.top) / (above + (DESCENDERS.test(text) ? DESCENDER_EM : 0));
}

function baselineOf(line: RecognizedLine): number {
  const { bottom } = inkOf(line);
  return DESCENDERS.test(textOf(line)) ? bottom - DESCENDER_EM * emOf(line) : bottom;
}

const textOf = (line: RecognizedLine): string => line.words.map(word => word.text).join(' ');

/** The words' box: the engine's box of a line may hold rules and neighbours. */
function inkOf(line: RecognizedLine): { top: number; bottom: number } {
  return {
    top: Math.min(...line.words.map(word => word.top)),
    bottom: Math.max(...line.words.map(word => word.bottom)),
  };
}

function steadied(sizes: readonly number[]): number[] {
  const usual = Math.round([...sizes].sort((a, b) => a - b)[sizes.length >> 1] ?? 0);
  return sizes.map(size =>
    Math.abs(size - usual) <= USUAL_SIZE_SHARE * usual
      ? usual
      : Math.max(SIZE_STEP_PT, Math.round(size / SIZE_STEP_PT) * SIZE_STEP_PT),
  );
}

export function rulesFrom(rules: RecognizedPage['rules'], scale: number): Rule[] {
  return [
    ...rules.horizontal.map(box => horizontalRule(box, scale)),
    ...rules.vertical.map(box => verticalRule(box, scale)),
  ];
}

function horizontalRule({ left, right, top, bottom }: Box, scale: number): Rule {
  const position = (top + bottom) / 2 / scale;
  const thickness = (bottom - top) / scale;
  return {
    orientation: 'horizontal',
    position,
    start: left / scale,
    end: right / scale,
    thickness,
    color: 0,
  };
}

function verticalRule({ left, right, top, bottom }: Box, scale: number): Rule {
  const position = (left + right) / 2 / scale;
  const thickness = (right - left) / scale;
  return { orientation: 'vertical', position, start: top / scale, end: bottom / scale, thickness, color: 0 };
}
