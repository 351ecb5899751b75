/** Whether a glyph stands as close to the one before it as those of a word do. Gaps in points, along the line. */
import { isRoomOfSign } from '../../../layout/text/east-asian.ts';
import type { GlyphStyle } from './glyph.ts';
import { READING } from './thresholds.ts';

export function fits(gap: number, style: GlyphStyle): boolean {
  const open = gap - Math.max(0, Math.min(style.tracking, style.size * READING.trackingMaxEm));
  return open < style.size * READING.wordGapEm && gap > -style.size * READING.overlapMaxEm;
}

/** Lines of Chinese and Japanese are filled by room between letters, and signs bring room of their own along. */
export function isSpreadOut(gap: number, style: GlyphStyle, before: string, text: string): boolean {
  if (gap <= 0) return false;
  const isEastAsian = EAST_ASIAN.test(before.at(-1) ?? '') && EAST_ASIAN.test(text);
  const isAtSign = isRoomOfSign(before, text);
  return (
    (isEastAsian && gap < style.size * READING.eastAsianGapEm) ||
    (isAtSign && gap < style.size * READING.eastAsianSignGapEm)
  );
}

const EAST_ASIAN = /[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff]/;
