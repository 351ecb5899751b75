/** Decides whether a glyph is as close to the one before it as those of a word are. Gaps are in points, along the line. */

import { EAST_ASIAN_SIGNS, HAN_AND_KANA, WIDTH_FORMS } from '../../../layout/text/scripts.ts';
import { isRoomOfSign } from '../../../layout/text/spaces.ts';
import { WORD_GAP_EM } from './font-tally.ts';
import type { GlyphStyle } from './glyph.ts';

/**
 * Between two Chinese or Japanese letters, or equally wide forms, a gap is a space only if it is wider than this or a
 * space was drawn.
 */
const EAST_ASIAN_GAP_EM = 0.2;
/** After a closing mark before a digit, and before an opening mark, whose squares are half empty, it must be wider than this. */
const EAST_ASIAN_SIGN_GAP_EM = 0.7;
/** Glyphs may overlap by this much (kerning, italics, separately drawn accents); farther back, a new word starts. */
const OVERLAP_MAX_EM = 0.5;
/** Letter-spacing set for a whole operator counts as no gap up to this much. */
const TRACKING_MAX_EM = 0.6;
/** A glyph drawn where the pen was left is there within this tolerance: matrices are rounded. */
const SAME_PEN_EM = 0.02;

export function fits(gap: number, style: GlyphStyle): boolean {
  const open = gap - Math.max(0, Math.min(style.tracking, style.size * TRACKING_MAX_EM));
  return open < style.size * WORD_GAP_EM && gap > -style.size * OVERLAP_MAX_EM;
}

/**
 * Whether a letter is where the letter-spacing of the one before has left the pen (ISO 32000-2, 9.3.2). OCR sets the
 * last letter of a word without letter-spacing, so that the letter's own says nothing.
 */
export function followsLetterSpacing(gap: number, before: GlyphStyle, last: string, text: string): boolean {
  const { letterSpacing, size } = before;
  if (!(letterSpacing > 0 && letterSpacing < size * TRACKING_MAX_EM)) return false;
  const isAtPen = Math.abs(gap - letterSpacing) < size * SAME_PEN_EM;
  return isAtPen && LETTER_OR_FIGURE.test(last) && LETTER_OR_FIGURE.test(text);
}

const LETTER_OR_FIGURE = /^[\p{L}\p{N}]/u;

/**
 * Whether a gap only fills a line: Chinese and Japanese lines are filled by room between letters, and punctuation
 * contains its own room.
 */
export function isSpreadOut(gap: number, style: GlyphStyle, before: string, text: string): boolean {
  if (gap <= 0) return false;
  const isEastAsian = EAST_ASIAN.test(before.at(-1) ?? '') && EAST_ASIAN.test(text);
  const isAtSign = isRoomOfSign(before, text);
  return (
    (isEastAsian && gap < style.size * EAST_ASIAN_GAP_EM) ||
    (isAtSign && gap < style.size * EAST_ASIAN_SIGN_GAP_EM)
  );
}

const EAST_ASIAN = new RegExp(`[${HAN_AND_KANA}${EAST_ASIAN_SIGNS}${WIDTH_FORMS}]`, 'u');
