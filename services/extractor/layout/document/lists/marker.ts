/** Reads the marker that opens a list item: a bullet, or a number, letter or Roman numeral that counts. */

import { TICK_BOXES, UNTICKED } from '../../../tick-signs.ts';
import { isLetterBullet, textLeftBehind } from '../../one-page/lines/markers.ts';
import type { Block } from '../../page/block.ts';
import type { Line } from '../../page/line.ts';
import { ARROW, MARKER_ENDS, MARKER_FOLLOWED, SIGNS, STROKE } from '../../text/markers.ts';
import { BODIES, countsOf, digitsValue, ENCLOSED_NUMBER } from '../../text/numerals.ts';

/**
 * A number without a full stop is this far from its text if it has the same colour, and on its baseline within this
 * tolerance.
 */
const BARE_GAP_EM = 0.6;
const BARE_RAISE_EM = 0.1;

export type Series = 'bullet' | 'decimal' | 'letter' | 'roman';

export interface Marker {
  /** As printed, such as `iii.` */
  text: string;
  series: Series;
  /** How it is written: the bullet itself, or the characters around the number and its case. */
  form: string;
  /** Its position in the count: `i` may be 1 as a Roman numeral or 9 as a letter. */
  value: number;
}

export interface Item {
  /** The likeliest readings of the marker, best first. */
  markers: Marker[];
  /** Text after the marker on the first line. */
  rest: string;
  /** The x coordinates of the marker and of the text after it. */
  left: number;
  textLeft: number;
}

const BULLETED = new RegExp(`^([${SIGNS}→]|${ARROW}|o(?=\\s\\p{L})|${STROKE})\\s*(?=\\S)`, 'u');
const COUNTED = new RegExp(`^([(（]?)(${BODIES})(${MARKER_ENDS})(?:${MARKER_FOLLOWED})\\s*(?=\\S)`, 'u');
const ENCLOSED = new RegExp(`^()(${ENCLOSED_NUMBER})()\\s*`, 'u');

/** A number without punctuation, as slides set it on a drawn ball; entries of tables of contents also end in a number. */
export const BARE_FORM = '#';
const BARE = /^()(\d{1,2})()\s+(?=\p{L})(?!.*\s\d{1,4}$)/u;

const TICK_BOX = new RegExp(`[${TICK_BOXES}]`, 'gu');
/** Ticked and unticked boxes belong to one list. */
export const BOX_FORM = UNTICKED;

/** A row of dashes or asterisks between parts of a text. */
const SEPARATOR = /^[\p{Pd}*∗−\s]+$/u;

/** Returns the item that a block opens with, or null. */
export function itemOf(block: Block): Item | null {
  const line = block.lines[0];
  if (line === undefined) return null;
  const box = boxItemOf(line);
  if (box !== null) return box;
  const bullet = BULLETED.exec(line.text);
  const bare = isNumberApart(line) ? BARE.exec(line.text) : null;
  const counted = bullet === null ? (COUNTED.exec(line.text) ?? ENCLOSED.exec(line.text) ?? bare) : null;
  const match = bullet ?? counted;
  if (match === null || (bullet?.[1] === 'o' && !isLetterBullet(line))) return null;
  const rest = line.text.slice(match[0].length);
  if (SEPARATOR.test(line.text)) return null;
  const markers = bullet ? [bulletMarker(bullet[1] ?? '')] : countedMarkers(counted as RegExpExecArray);
  return { markers, rest, left: line.left, textLeft: textLeftBehind(line, match[0].trim().length) };
}

/** Returns an item that keeps its box in its text, or null. Several boxes in a line are a row of choices. */
function boxItemOf(line: Line): Item | null {
  const { text, left } = line;
  const [first, ...others] = text.matchAll(TICK_BOX);
  if (first?.index !== 0 || others.length > 0 || text.length === first[0].length) return null;
  const marker: Marker = { text: first[0], series: 'bullet', form: BOX_FORM, value: 0 };
  return { markers: [marker], rest: text, left, textLeft: textLeftBehind(line, 1) };
}

/** Whether a line's first word is a number on its baseline, farther from the next word than words are or in another colour. */
function isNumberApart({ items, size }: Line): boolean {
  const [number, text] = items;
  if (number === undefined || text === undefined) return false;
  const gap = text.left - number.left - number.width;
  const isLevel = Math.abs(number.baseline - text.baseline) < BARE_RAISE_EM * size;
  return isLevel && (gap > BARE_GAP_EM * size || number.color !== text.color);
}

function bulletMarker(text: string): Marker {
  return { text, series: 'bullet', form: text, value: 0 };
}

function countedMarkers(match: RegExpExecArray): Marker[] {
  const [whole, open = '', body = '', close = ''] = match;
  const text = whole.trim();
  const form = `${open}${/\p{Nd}/u.test(body) ? '#' : body === body.toUpperCase() ? 'A' : 'a'}${close}`;
  if (/\p{Nd}/u.test(body)) return [{ text, series: 'decimal', form, value: digitsValue(body) }];
  if (!/[a-zA-Z]/.test(body))
    return countsOf(body).map(({ alphabet, value }) => ({
      text,
      series: 'letter',
      form: `${open}${alphabet}${close}`,
      value,
    }));
  const readings: Marker[] = [];
  const roman = romanValue(body.toLowerCase());
  if (roman > 0) readings.push({ text, series: 'roman', form, value: roman });
  if (body.length === 1)
    readings.push({ text, series: 'letter', form, value: body.toLowerCase().charCodeAt(0) - 96 });
  return readings;
}

/** Whether a marker is the next one in the count of another. */
export function follows(marker: Marker, before: Marker): boolean {
  if (marker.series !== before.series || marker.form !== before.form) return false;
  return marker.series === 'bullet' || marker.value === before.value + 1;
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** Returns 0 where the letters are no number below 400. */
function romanValue(text: string): number {
  if (!/^c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text)) return 0;
  return [...text].reduce((sum, letter, at) => {
    const value = ROMAN[letter] ?? 0;
    return sum + (value < (ROMAN[text[at + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);
}
