/** Places the glyphs of one showing operator and passes them to the word builder. */

import { turnedText } from '../../../layout/text/turn.ts';
import { type Matrix, multiply } from '../vectors/matrix.ts';
import { characterOf } from './characters.ts';
import type { FontFacts } from './font-facts.ts';
import type { GlyphPlace, GlyphStyle, ShownGlyph } from './glyph.ts';
import { characterOfGlyph, SPACE_NUMBER } from './glyph-numbers.ts';
import { greekOfGlyph } from './greek-numbers.ts';
import { signOf } from './misnamed-signs.ts';
import { pictureOf } from './pictorial.ts';
import { fromTexCode } from './tex-codes.ts';
import type { TextState } from './text-state.ts';
import { asUtf16 } from './utf16-codes.ts';
import { MIDDLE_EM } from './vertical.ts';
import type { WordBuilder } from './words.ts';

/** Letter-spacing of a whole operator is examined from this many glyphs of a string on. */
const TRACKED_GLYPHS_MIN = 3;

/** Returns the text of a glyph. `alone` says that the operator draws no other glyph. */
function meaningOf(glyph: ShownGlyph, font: FontFacts, alone: boolean): string {
  const { originalCharCode = -1 } = glyph;
  const unicode = font.misnamed ? signOf(font.misnamed, glyph.unicode, glyph.width) : glyph.unicode;
  const greek = font.isGreekNumbered === true ? greekOfGlyph(originalCharCode) : undefined;
  if (greek !== undefined) return greek;
  const corrected = font.corrected?.get(originalCharCode);
  if (corrected !== undefined) return corrected;
  if (font.isUnmapped?.(originalCharCode)) return '';
  if (font.isNumbered) return characterOfGlyph(originalCharCode);
  if (font.pictorial === null && font.isUnexplained === null && isPlain(unicode)) return unicode;
  if (alone && unicode === NOT_A_CHARACTER) return '•';
  const sign = font.pictorial === null ? unicode : pictureOf(unicode, font.pictorial);
  const text = font.isUnexplained?.(originalCharCode) ? fromTexCode(sign, alone) : sign;
  return turnedText(characterOf(text, font.symbolic));
}

/** Whether no rule of a font can change what pdf.js says of its glyphs, as for most fonts. */
function saysItself(font: FontFacts): boolean {
  const { misnamed, corrected, isUnmapped, isUnexplained, isGreekNumbered, isNumbered, pictorial } = font;
  const isKnown = !misnamed && !corrected && isUnmapped === null && isUnexplained === null;
  return isKnown && isGreekNumbered !== true && !isNumbered && pictorial === null;
}

/** Whether a text is one printable ASCII character, which no rule changes: most of what is drawn. */
function isPlain(text: string): boolean {
  const code = text.charCodeAt(0);
  return text.length === 1 && code > 0x20 && code <= 0x7e;
}

function drawsOne(glyphs: readonly (ShownGlyph | number)[]): boolean {
  let drawn = 0;
  for (const glyph of glyphs) if (typeof glyph !== 'number' && !glyph.isSpace && ++drawn > 1) return false;
  return drawn === 1;
}

/** What XeTeX writes for a glyph without a character: alone before a text it is a bullet. */
const NOT_A_CHARACTER = '\uffff';

/** Small letters, and scripts without case: glyph numbers taken for text show capitals, digits and symbols. */
const RUNNING_LETTER = /[\p{Ll}\p{Lo}]/u;
/** Codes that are no glyph numbers may also be Latin capitals and digits; in other scripts only running text counts. */
const LATIN_OR_FIGURE = /[\p{Ll}\p{Lo}A-Z0-9\u00c0-\u017f]/u;
/** Codes are mostly those of letters, or TeX's own, unless they are counted from the first glyph on. */
const LETTER_OR_FIGURE = /[\p{L}\p{N}•–—“”„]/u;

/** Leaders of tables of contents have more dots than the entries have letters, so that dots say nothing about a font. */
const LEADER_DOT = '.';

const INVISIBLE_MODES = new Set([3, 7]);
const STROKE_ONLY_MODES = new Set([1, 5]);

const OUTLINED_MODES = new Set([2, 6]);

/** Returns the colour; null for letters filled and outlined in two colours. */
function colorOf({ renderMode, fill, stroke }: TextState): number | null {
  if (STROKE_ONLY_MODES.has(renderMode)) return stroke;
  return OUTLINED_MODES.has(renderMode) && fill !== stroke ? null : fill;
}

/** Counts a glyph whose character is a guess, and whether it looks like text. */
function tallyGuess(glyph: ShownGlyph, text: string, font: FontFacts, { tally }: WordBuilder): void {
  if (font.guessed) {
    const plausible = font.hasGlyphMap ? LATIN_OR_FIGURE : RUNNING_LETTER;
    tally.guess(font.style, plausible.test(font.isNumbered ? text : glyph.unicode));
  } else if (text !== LEADER_DOT && font.isUnexplained?.(glyph.originalCharCode ?? -1))
    tally.guess(font.style, LETTER_OR_FIGURE.test(text));
  else if (text === '' && glyph.originalCharCode === SPACE_NUMBER && font.isUnmapped === null)
    tally.numberedSpace(font.style);
}

export function showText(
  shown: readonly (ShownGlyph | number)[],
  state: TextState,
  words: WordBuilder,
  markedContent: number | null,
): void {
  const { font } = state;
  const glyphs = (font.isComposite ? null : asUtf16(shown)) ?? shown;
  const space = multiply(state.transform, state.textMatrix);
  const sign = Math.sign(state.fontSize) || 1;
  const pens: Pens = {
    state,
    space,
    size: Math.abs(state.fontSize),
    sign,
    stretch: state.horizontalScale * sign,
  };
  const advance = drawGlyphs(glyphs, pens, words, glyphStyle(glyphs, pens, markedContent));
  if (font.vertical) state.y -= advance;
  else state.x += advance * pens.stretch;
}

/** Draws the glyphs and returns how far the pen moves. Without a style, the glyphs are invisible. */
function drawGlyphs(
  glyphs: readonly (ShownGlyph | number)[],
  pens: Pens,
  words: WordBuilder,
  style: GlyphStyle | null,
): number {
  const { state, size, sign } = pens;
  const { font } = state;
  const isAlone = drawsOne(glyphs);
  const isItself = saysItself(font);
  const mayBeGuess = font.guessed || font.isUnexplained !== null;
  const place: GlyphPlace = { x: 0, y: 0, endX: 0, endY: 0 };
  let pen = 0;
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      pen += ((font.vertical ? 1 : -1) * glyph * size) / 1000;
      continue;
    }
    const width = advanceOf(glyph, font) * size;
    const text = isItself && isPlain(glyph.unicode) ? glyph.unicode : meaningOf(glyph, font, isAlone);
    if (style !== null) {
      const drawn = font.isUnmeasured ? Math.max(width, usualWidth(text) * size) : width;
      setPlace(place, pens, pen, pen + drawn);
      words.glyph(text, place, style);
    }
    if (mayBeGuess || text === '') tallyGuess(glyph, text, font, words);
    pen += width + ((glyph.isSpace ? state.wordSpacing : 0) + state.characterSpacing) * sign;
  }
  return pen;
}

/** Returns the width in ems of wide Latin letters in most fonts: room after a narrower default width is no space. */
const usualWidth = (text: string): number => {
  if (WIDEST_LETTER.test(text)) return 0.8;
  return WIDE_LETTER.test(text) ? 0.65 : 0;
};

const WIDEST_LETTER = /^[mMW]$/;
const WIDE_LETTER = /^[wA-HK-RT-VXYZ]$/;

/** Returns the advance in ems. */
function advanceOf(glyph: ShownGlyph, font: FontFacts): number {
  if (!font.vertical) return glyph.width * font.widthScale;
  return Math.abs(glyph.vmetric?.[0] ?? 1000) * font.widthScale;
}

/** Avoids a square root for upright text, which is most of it. */
const lengthOf = (x: number, y: number): number => (x === 0 || y === 0 ? Math.abs(x + y) : Math.hypot(x, y));

/** Returns what the glyphs of one operator share; null where they have no extent. */
function glyphStyle(
  glyphs: readonly (ShownGlyph | number)[],
  { state, space, size, sign, stretch }: Pens,
  markedContent: number | null,
): GlyphStyle | null {
  const { font } = state;
  // A font of procedures may draw its letters mirrored: its matrix also reverses the pen's direction.
  const drawnWay = font.widthScale < 0 ? -1 : 1;
  const way = (Math.sign(stretch) || 1) * drawnWay;
  const alongX = font.vertical ? -space[2] : space[0] * way;
  const alongY = font.vertical ? -space[3] : space[1] * way;
  const length = lengthOf(alongX, alongY);
  const emSize = size * font.emScale * lengthOf(space[2], space[3]);
  if (!(length > 0 && emSize > 0)) return null;
  const spread = font.vertical ? 1 : Math.abs(stretch) * sign * drawnWay;
  // Some producers write a word gap as spacing of the two letters around it.
  const isTracked = glyphs.length > TRACKED_GLYPHS_MIN && !isTakenBack(glyphs, state);
  const tracking = isTracked ? state.characterSpacing * spread * length : 0;
  return {
    font: font.style,
    size: emSize,
    color: colorOf(state),
    invisible: INVISIBLE_MODES.has(state.renderMode),
    directionX: alongX / length,
    directionY: alongY / length,
    tracking,
    letterSpacing: tracking > 0 && glyphs.every(glyph => typeof glyph !== 'number') ? tracking : 0,
    markedContent,
    isUnmeasured: font.isUnmeasured,
  };
}

/** Least share of the glyphs that are moved back, by at least this share of the spacing. */
const TAKEN_BACK_SHARE = 0.5;

/** Whether most glyphs take the spacing back: where they do not, it is a word gap (Acrobat's editors justify lines like this). */
function isTakenBack(
  glyphs: readonly (ShownGlyph | number)[],
  { characterSpacing, fontSize }: TextState,
): boolean {
  if (characterSpacing <= 0) return false;
  const steps = glyphs.filter(glyph => typeof glyph === 'number');
  const back = steps.filter(step => (step * fontSize) / 1000 > TAKEN_BACK_SHARE * characterSpacing);
  return back.length > TAKEN_BACK_SHARE * (glyphs.length - steps.length);
}

/** Converts distances of a pen to places. */
interface Pens {
  state: TextState;
  /** From text space to the view. */
  space: Matrix;
  size: number;
  /** Sign of the font size: it reverses widths, but not the spacing added to them (ISO 32000-1, 9.4.4). */
  sign: number;
  /** Factor by which the pen's distance is stretched; negative where the text matrix draws backwards. */
  stretch: number;
}

/** Sets the place of a glyph that moves the pen from one position to another, reusing one object for a whole operator. */
function setPlace(place: GlyphPlace, { state, space, size, stretch }: Pens, from: number, to: number): void {
  const { vertical } = state.font;
  // Vertical glyphs hang from the middle of their column; the baseline of other letters runs beside it.
  const left = vertical ? state.x - MIDDLE_EM * size : state.x;
  const x = vertical ? left : left + from * stretch;
  const endX = vertical ? left : left + to * stretch;
  const y = (vertical ? state.y - from : state.y) + state.rise;
  const endY = (vertical ? state.y - to : state.y) + state.rise;
  place.x = space[0] * x + space[2] * y + space[4];
  place.y = space[1] * x + space[3] * y + space[5];
  place.endX = space[0] * endX + space[2] * endY + space[4];
  place.endY = space[1] * endX + space[3] * endY + space[5];
}
