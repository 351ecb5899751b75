/**
 * Signs, of mathematics mostly, in fonts of typesetters whose glyphs bear the names of other characters, so that the file itself says them wrongly: `p , 0:01`
 * for p < 0.01, and 25.7 for −5.7. Journals of the years around 2005 are full of them. A font is known by its name.
 */

/** By what pdf.js takes a glyph for. */
export type MisnamedSigns = ReadonlyMap<string, string>;

/** Symbols of Computer Modern (TeX's encoding OMS): behind the names of letters at their places in a code of 8 bits, or by their own codes. */
const SYMBOLS = new Map([
  ['ð', '('],
  ['Þ', ')'],
  ['½', '['],
  ['\u008a', ']'],
  ['¼', '='],
  ['þ', '+'],
  ['h', '⟨'],
  ['i', '⟩'],
  ['j', '|'],
  ...placed(0, '−·×∗÷'),
  ...placed(6, '±∓'),
  ...placed(15, '•'),
  ...placed(20, '≤≥'),
  ...placed(24, '∼≈'),
]);

/** Signs among the italic letters of Computer Modern (TeX's encoding OML), at the places of others in ASCII. */
const POINTS = new Map([
  [':', '.'],
  [';', ','],
  ['=', '/'],
]);

/** Mathematical Pi One by its keys. */
const PI_KEYS = new Map([
  ['1', '+'],
  ['2', '−'],
  ['3', '×'],
  ['5', '='],
  ['6', '±'],
  [',', '<'],
  ['.', '>'],
  ['#', '≤'],
  ['$', '≥'],
]);

/** Universal Greek and Math Pi by its keys. */
const UNIVERSAL_KEYS = new Map([
  ['C', '+'],
  ['K', '−'],
  ['Z', '='],
  ['!', '<'],
  ['O', '>'],
  ['e', '–'],
  ['w', '~'],
]);

/** Mathematical Pi and Universal Greek and Math Pi by the numbers of their signs, which glyphs are named after, and files take for Unicode. */
const PI_NUMBERS = new Map([
  ...placed(9001, 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'),
  ...placed(9251, 'αβγδεζηθικλμνξοπρσςτυφχψω'),
  ...placed(11001, '+−×÷=±'),
  ...placed(11009, '∞'),
  ...placed(11011, '~'),
  ...placed(11015, '≈'),
  ...placed(11021, '<>'),
  ...placed(11032, '′″'),
  ...placed(11349, '≤≥'),
  ...placed(20849, '()[]{}'),
]);

/** Rupee Foradian has India's sign at the key of the grave accent: Unicode had none when it was made (2010). */
const RUPEE_KEY = new Map([['`', '₹']]);

const FONTS: Readonly<Record<string, MisnamedSigns | undefined>> = {
  TeXCMMathsSymbols: SYMBOLS,
  AdvMathSymb: SYMBOLS,
  AdvP4C4E74: SYMBOLS,
  TeXCMMathsItalic: POINTS,
  AdvP4C4E51: POINTS,
  AdvPS7DA6: PI_KEYS,
  AdvP7DA6: PI_KEYS,
  AdvP414BFB: PI_KEYS,
  AdvPS44A44B: UNIVERSAL_KEYS,
  AdvPS3FDD77: UNIVERSAL_KEYS,
  AdvPS4731B1: UNIVERSAL_KEYS,
};

/** Null for nearly all fonts. */
export function misnamedSigns(fontName: string): MisnamedSigns | null {
  if (/^(?:Mathematical-?Pi|Universal-?GreekwithMathPi)/i.test(fontName)) return PI_NUMBERS;
  if (/^Rupee[ _-]?Foradian/i.test(fontName)) return RUPEE_KEY;
  return Object.hasOwn(FONTS, fontName) ? (FONTS[fontName] ?? null) : null;
}

/** The map of such a font gives this for what it has no name for: the minus sign, and the bracket that closes, as much narrower. */
const UNKNOWN = '\ufffd';
const MINUS_WIDTH_MIN = 600;

/** What a glyph is that is drawn so wide, in thousandths of an em. */
export function signOf(signs: MisnamedSigns, unicode: string, width: number): string {
  if (unicode === UNKNOWN && signs === SYMBOLS) return width >= MINUS_WIDTH_MIN ? '−' : ']';
  return signs.get(unicode) ?? unicode;
}

/** Signs from a code on. */
function placed(first: number, signs: string): [string, string][] {
  return [...signs].map((sign, at) => [String.fromCodePoint(first + at), sign]);
}
