/**
 * Characters of glyphs by their numbers in TrueType fonts in the usual order: Apple's standard 258 glyphs (OpenType, `post`,
 * format 1), which are those of Mac OS Roman and some more behind three that are no characters.
 */

/** From the number of a glyph to its character in ASCII, and to its place in Mac OS Roman, in which there is none for DEL. */
const ASCII_SHIFT = 29;
const ROMAN_SHIFT = 30;
/** Of the space, the first of them. */
export const SPACE_NUMBER = 0x20 - ASCII_SHIFT;

const ROMAN = new TextDecoder('macintosh').decode(Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at));
/** Behind Mac OS Roman. */
const OTHERS = 'ŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ';
const SIGNS = new Map<string, string>([
  ['ﬁ', 'fi'],
  ['ﬂ', 'fl'],
  // Apple's logo, which is no character of Unicode.
  ['\uf8ff', ''],
]);

/** Empty where the number is none of a character. */
export function characterOfGlyph(number: number): string {
  const code = number + ASCII_SHIFT;
  if (code <= 0x7e) return code >= 0x20 ? String.fromCharCode(code) : '';
  const roman = number + ROMAN_SHIFT - 0x80;
  const sign = ROMAN[roman] ?? OTHERS[roman - ROMAN.length] ?? '';
  return SIGNS.get(sign) ?? sign;
}
