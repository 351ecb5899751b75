/**
 * Joins the two halves in which Thai's sara am is drawn: a ring over the consonant, below its tone mark, and sara aa
 * after it. Thai fonts have no character for the ring alone, and word processors map it to a space.
 */

import type { GlyphPlace, GlyphStyle } from './glyph.ts';

/** What a ring may stand over: a consonant, or the tone mark drawn before the ring. */
const HOST = /[\u0e01-\u0e2e\u0e48-\u0e4b]$/;
const TONE = /^[\u0e48-\u0e4b]$/;
const SARA_AA = '\u0e32';
const SARA_AM = '\u0e33';
/** The ring as its own character, with the tone mark over it. */
const NAMED_RING = /\u0e4d([\u0e48-\u0e4b]?)$/;

/** The whole letter mapped to the ring alone: the second half then repeats itself. */
const SAID_WHOLE = /\u0e33[\u0e48-\u0e4b]?$/;

/** A ring has no width, but a space has. */
const RING_WIDTH_EM = 0.05;

/** Whether a space may be a ring: it has no width and stands on a Thai letter. */
export function isRing(before: string, { x, y, endX, endY }: GlyphPlace, { size }: GlyphStyle): boolean {
  return HOST.test(before) && Math.abs(endX - x) + Math.abs(endY - y) < RING_WIDTH_EM * size;
}

/** Returns what a glyph after a ring is: the other half, or a tone mark between the halves; null for anything else. */
export function afterRing(text: string): { text: string; isWhole: boolean } | null {
  if (text === SARA_AA) return { text: SARA_AM, isWhole: true };
  return TONE.test(text) ? { text, isWhole: false } : null;
}

/** Adds a text to a word; if the word ends in a ring and sara aa follows, both become one letter. */
export function withSaraAm(word: string, text: string): string {
  if (text !== SARA_AA) return word + text;
  if (SAID_WHOLE.test(word)) return word;
  return NAMED_RING.test(word) ? word.replace(NAMED_RING, `$1${SARA_AM}`) : word + text;
}
