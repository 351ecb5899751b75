/** Whether a glyph stands as close to the one before it as those of a word do. Gaps in points, along the line. */

import { EAST_ASIAN_SIGNS, HAN_AND_KANA, WIDTH_FORMS } from '../../../layout/text/scripts.ts';
import { isRoomOfSign } from '../../../layout/text/spaces.ts';
import { WORD_GAP_EM } from './font-tally.ts';
import type { GlyphStyle } from './glyph.ts';

/** Between two Chinese or Japanese letters, and forms as wide as they are, only more than this is a space, unless one was drawn. */
const EAST_ASIAN_GAP_EM = 0.2;
/** … and between a closing sign and a figure or before an opening sign, whose squares are half empty, more than this. */
const EAST_ASIAN_SIGN_GAP_EM = 0.7;
/** Glyphs may overlap this far (kerning, italics, accents drawn apart); further back is a new start. */
const OVERLAP_MAX_EM = 0.5;
/** Letter-spacing set for a whole operator counts as no gap up to this much. */
const TRACKING_MAX_EM = 0.6;
/** What is drawn where the pen was left stands there to within this: matrices are rounded. */
const SAME_PEN_EM = 0.02;

export function fits(gap: number, style: GlyphStyle): boolean {
  const open = gap - Math.max(0, Math.min(style.tracking, style.size * TRACKING_MAX_EM));
  return open < style.size * WORD_GAP_EM && gap > -style.size * OVERLAP_MAX_EM;
}

/**
 * Whether a letter stands where the letter-spacing of the one before has left the pen (ISO 32000-2, 9.3.2): OCR sets the last letter of
 * a word without any, so that its own tells nothing.
 */
export function followsLetterSpacing(gap: number, before: GlyphStyle, last: string, text: string): boolean {
  const { letterSpacing, size } = before;
  if (!(letterSpacing > 0 && letterSpacing < size * TRACKING_MAX_EM)) return false;
  const isAtPen = Math.abs(gap - letterSpacing) < size * SAME_PEN_EM;
  return isAtPen && LETTER_OR_FIGURE.test(last) && LETTER_OR_FIGURE.test(text);
}

const LETTER_OR_FIGURE = /^[\p{L}\p{N}]/u;

/** Lines of Chinese and Japanese are filled by room between letters, and signs bring room of their own along. */
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
