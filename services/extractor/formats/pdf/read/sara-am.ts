/**
 * Thai's sara am is drawn in two halves: a ring over the consonant, below its tone mark, and sara aa behind it. Fonts
 * for Thai have no sign for the ring alone, and word processors say of it that it is a space.
 */

import type { GlyphPlace, GlyphStyle } from './glyph.ts';

/** What a ring stands over: a consonant, or the tone mark that was drawn before the ring. */
const HOST = /[\u0e01-\u0e2e\u0e48-\u0e4b]$/;
const TONE = /^[\u0e48-\u0e4b]$/;
const SARA_AA = '\u0e32';
const SARA_AM = '\u0e33';
/** The ring said by its own name, with the tone mark over it. */
const NAMED_RING = /\u0e4d([\u0e48-\u0e4b]?)$/;

/** The whole letter, said of the ring alone: the half behind it says itself once more. */
const SAID_WHOLE = /\u0e33[\u0e48-\u0e4b]?$/;

/** A ring takes no room, a space does (em). */
const RING_WIDTH_EM = 0.05;

/** Whether a space may be a ring: it has no width and stands on a Thai letter. */
export function isRing(before: string, { x, y, endX, endY }: GlyphPlace, { size }: GlyphStyle): boolean {
  return HOST.test(before) && Math.abs(endX - x) + Math.abs(endY - y) < RING_WIDTH_EM * size;
}

/** What a glyph after a ring is: the other half, a tone mark between the halves, or nothing of the kind. */
export function afterRing(text: string): { text: string; isWhole: boolean } | null {
  if (text === SARA_AA) return { text: SARA_AM, isWhole: true };
  return TONE.test(text) ? { text, isWhole: false } : null;
}

/** A word that ends in a named ring, once sara aa follows: both are one letter. */
export function withSaraAm(word: string, text: string): string {
  if (text !== SARA_AA) return word + text;
  if (SAID_WHOLE.test(word)) return word;
  return NAMED_RING.test(word) ? word.replace(NAMED_RING, `$1${SARA_AM}`) : word + text;
}
