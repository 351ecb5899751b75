/**
 * Characters of glyphs by their numbers in TrueType fonts in the usual order: Apple's standard 258 glyphs (OpenType,
 * `post`, format 1), which are three that are no characters, then those of Mac OS Roman, then some more.
 */

/** Difference from the number of a glyph to its ASCII code, and to its position in Mac OS Roman, where DEL has no glyph. */
const ASCII_SHIFT = 29;
const ROMAN_SHIFT = 30;
/** The number of the space, the first character. */
export const SPACE_NUMBER = 0x20 - ASCII_SHIFT;

const ROMAN = new TextDecoder('macintosh').decode(Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at));
/** The characters after Mac OS Roman. */
const OTHERS = 'ŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ';
const SIGNS = new Map<string, string>([
  ['ﬁ', 'fi'],
  ['ﬂ', 'fl'],
  // Apple's logo, which is no Unicode character.
  ['\uf8ff', ''],
]);

/** Returns the character of a glyph number; an empty string where there is none. */
export function characterOfGlyph(number: number): string {
  const code = number + ASCII_SHIFT;
  if (code <= 0x7e) return code >= 0x20 ? String.fromCharCode(code) : '';
  const roman = number + ROMAN_SHIFT - 0x80;
  const sign = ROMAN[roman] ?? OTHERS[roman - ROMAN.length] ?? '';
  return SIGNS.get(sign) ?? sign;
}
