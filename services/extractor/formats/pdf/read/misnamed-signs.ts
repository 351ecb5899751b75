/**
 * Corrects symbols, mostly mathematical ones, in typesetters' fonts whose glyphs have the names of other characters, so
 * that the file itself maps them wrongly: `p , 0:01` for p < 0.01, and 25.7 for −5.7. Journals of the years around 2005
 * often have them. A font is recognised by its name.
 */

/** By the character that pdf.js takes a glyph for. */
export type MisnamedSigns = ReadonlyMap<string, string>;

/** Symbols of Computer Modern (TeX's encoding OMS), mapped to the letters at their 8-bit codes, or by their own codes. */
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

/** Symbols among the italic letters of Computer Modern (TeX's encoding OML), at the ASCII codes of other characters. */
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

/**
 * Mathematical Pi and Universal Greek and Math Pi by the numbers of their symbols, after which glyphs are named and
 * which files take for Unicode.
 */
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

/** Rupee Foradian has India's currency sign at the key of the grave accent: Unicode had none when it was made (2010). */
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

/** Returns null for nearly all fonts. */
export function misnamedSigns(fontName: string): MisnamedSigns | null {
  if (/^(?:Mathematical-?Pi|Universal-?GreekwithMathPi)/i.test(fontName)) return PI_NUMBERS;
  if (/^Rupee[ _-]?Foradian/i.test(fontName)) return RUPEE_KEY;
  return Object.hasOwn(FONTS, fontName) ? (FONTS[fontName] ?? null) : null;
}

/** The map of such a font gives this for glyphs without a name: the minus sign, and the closing bracket, which is narrower. */
const UNKNOWN = '\ufffd';
const MINUS_WIDTH_MIN = 600;

/** Returns the character of a glyph with this width, in thousandths of an em. */
export function signOf(signs: MisnamedSigns, unicode: string, width: number): string {
  if (unicode === UNKNOWN && signs === SYMBOLS) return width >= MINUS_WIDTH_MIN ? '−' : ']';
  return signs.get(unicode) ?? unicode;
}

/** Pairs consecutive codes with symbols. */
function placed(first: number, signs: string): [string, string][] {
  return [...signs].map((sign, at) => [String.fromCodePoint(first + at), sign]);
}
