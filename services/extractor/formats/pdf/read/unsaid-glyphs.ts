/**
 * Corrects glyphs whose characters Quartz (macOS) does not know: those that a font has for several characters, such as
 * Calibri's space for U+0020 and U+00A0 and its hyphen for U+002D and U+00AD. If a subset contains one, its codes are
 * counted from 33 in the order of use, and the map says that the glyph's code stands for itself:
 * `Conf+!is!a!user0friendly!system`.
 */
import type { SaidLetters } from './glyph-order.ts';

interface CountedFont {
  type?: string;
  hasEncoding?: boolean;
  toUnicode?: SaidLetters | undefined;
  /** By code; thousandths of an em. */
  widths?: Readonly<Record<number, number>> | undefined;
}

/** The first code of the count: the exclamation mark in ASCII. */
const FIRST = 0x21;
const LAST = 0xff;
/** A hyphen is 1.2 to 1.55 times as wide as the space of its font, … */
const HYPHEN_BLANKS_MAX = 1.6;
/** … and these are wider: one of them may have its own code by chance. */
const WIDE = /^["#$%&*+<=>?@\dA-HK-Z]$/;

/** Returns what such codes stand for; null for nearly all fonts. */
export function unsaidGlyphs(font: CountedFont): ReadonlyMap<number, string> | null {
  const { type, hasEncoding, toUnicode, widths } = font;
  if (type !== 'TrueType' || hasEncoding !== false || !widths || toUnicode?.get === undefined) return null;
  const blank = widths[FIRST];
  if (!blank || FIRST - 1 in widths || toUnicode.get(FIRST) !== String.fromCharCode(FIRST)) return null;
  const characters = new Map([[FIRST, ' ']]);
  let others = 0;
  let own = 0;
  for (let code = FIRST + 1; code <= LAST && code in widths; code++) {
    const said = toUnicode.get(code) ?? '';
    // The font has a space and maps it.
    if (said === ' ') return null;
    if (said !== String.fromCharCode(code)) others++;
    else {
      own++;
      const width = widths[code] ?? 0;
      if (WIDE.test(said) && width > blank && width <= HYPHEN_BLANKS_MAX * blank) characters.set(code, '-');
    }
  }
  return own <= others ? characters : null;
}
