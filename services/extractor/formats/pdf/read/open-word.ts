/** A word that is being built, and its completion. */
import type { TextItem } from '../../../layout/page/content.ts';
import type { GlyphPlace, GlyphStyle } from './glyph.ts';

/** Sizes of glyphs in one word differ by at most this share, through rounding. */
const SIZE_ROUNDING = 0.01;
/** Rounded matrices tilt upright text by less than this. */
const UPRIGHT_DEGREES = 2;

export interface OpenWord {
  text: string;
  spaceBefore: boolean;
  isSpaceDrawn: boolean;
  x: number;
  y: number;
  endX: number;
  endY: number;
  style: GlyphStyle;
  operator: number;
}

/** Whether a glyph is moved back onto its letter, as marks are: the word does not end there. */
export const isSetBack = ({ endX }: OpenWord, place: GlyphPlace, { directionX }: GlyphStyle): boolean =>
  directionX === 1 && place.endX < endX;

export function sameStyle(one: GlyphStyle, other: GlyphStyle): boolean {
  return (
    one === other ||
    (one.font === other.font &&
      Math.abs(one.size - other.size) < SIZE_ROUNDING * one.size &&
      one.color === other.color &&
      one.invisible === other.invisible &&
      one.markedContent === other.markedContent &&
      one.directionX === other.directionX &&
      one.directionY === other.directionY)
  );
}

export function itemOf(word: OpenWord, index: number): TextItem {
  const { style } = word;
  const { directionX, directionY } = style;
  const width = (word.endX - word.x) * directionX + (word.endY - word.y) * directionY;
  return {
    text: word.text,
    spaceBefore: word.spaceBefore,
    left: word.x,
    baseline: word.y,
    width,
    size: style.size,
    angle: angleOf(directionX, directionY),
    font: style.font,
    color: style.color,
    invisible: style.invisible,
    index,
    operator: word.operator,
    isSpaceLeftOpen: word.spaceBefore && !word.isSpaceDrawn,
    markedContent: style.markedContent ?? undefined,
    element: undefined,
    isWhole: undefined,
    opensColumn: undefined,
    field: undefined,
  };
}

/** Returns degrees counter-clockwise, whole; text within `UPRIGHT_DEGREES` of upright is upright. */
function angleOf(directionX: number, directionY: number): number {
  if (directionX > 0 && directionY === 0) return 0;
  const degrees = Math.round((Math.atan2(-directionY, directionX) * 180) / Math.PI);
  return Math.abs(degrees) <= UPRIGHT_DEGREES ? 0 : degrees;
}
