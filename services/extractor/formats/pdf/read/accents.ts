/** Joins accents that are drawn as separate glyphs over or under a letter, as with TeX's first encoding (OT1) and old drivers. */
import type { DrawnGlyph } from './glyph.ts';

/** Accents that take room of their own, with the combining marks of Unicode. */
const COMBINING = new Map<string, string>([
  ['`', '\u0300'],
  ['\u02cb', '\u0300'],
  ['\u00b4', '\u0301'],
  ['\u02ca', '\u0301'],
  ['\u0384', '\u0301'],
  ['^', '\u0302'],
  ['\u02c6', '\u0302'],
  ['~', '\u0303'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02c9', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
  ['\u02db', '\u0328'],
]);

/** Letters that lose their dot below an accent. */
const DOTTED = new Map([
  ['\u0131', 'i'],
  ['\u0237', 'j'],
]);

/** The middle of an accent is over its letter within this tolerance … */
const SLACK_EM = 0.05;
/** … and raised by at most the difference between small letters and capitals. */
const RAISED_EM = 0.45;

export const isAccent = (text: string): boolean => !isPlain(text) && COMBINING.has(text);

/** Rules out most ASCII letters and digits quickly, because every glyph is checked. */
function isPlain(text: string): boolean {
  const code = text.charCodeAt(0);
  return code < 0x5e || (code > 0x60 && code < 0x7e);
}

/** Returns the letter with its accent if one stands on the other and Unicode has a character for both; otherwise null. */
export function accented(accent: DrawnGlyph, letter: DrawnGlyph): string | null {
  const mark = COMBINING.get(accent.text);
  if (mark === undefined || !standsOn(accent, letter)) return null;
  const whole = ((DOTTED.get(letter.text) ?? letter.text) + mark).normalize('NFC');
  return [...whole].length === 1 ? whole : null;
}

/** Whether an accent is centred on its letter, and raised if that is a capital. */
function standsOn({ place: accent }: DrawnGlyph, { place: letter, style }: DrawnGlyph): boolean {
  const { directionX, directionY, size } = style;
  const along = (x: number, y: number) => x * directionX + y * directionY;
  const middleX = (accent.x + accent.endX) / 2 - letter.x;
  const middleY = (accent.y + accent.endY) / 2 - letter.y;
  const middle = along(middleX, middleY);
  const width = along(letter.endX - letter.x, letter.endY - letter.y);
  const raised = Math.abs(middleX * directionY - middleY * directionX);
  const slack = size * SLACK_EM;
  return middle > -slack && middle < width + slack && raised < size * RAISED_EM;
}
