/** Characters of symbol fonts as Unicode; their own codes mean nothing without the font (ECMA-376 part 1, 17.3.3.30). */
import { DINGBATS, FIRST_DINGBAT } from './dingbats.ts';

const PRIVATE_USE = 0xf000;
const PRIVATE_USE_END = 0xf0ff;

/** The Symbol font's encoding, from 0x20 to 0x7e and from 0xa0 to 0xfe. */
const SYMBOL_LOW =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
const SYMBOL_HIGH =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

/** The signs of Wingdings that documents use, by the font's code: pointers, boxes, bullets, ticks, arrows, circled numbers. */
const WINGDINGS: Record<number, string> = {
  33: '✏',
  34: '✂',
  40: '☎',
  42: '✉',
  65: '✌',
  70: '☞',
  74: '☺',
  76: '☹',
  108: '●',
  109: '❍',
  110: '■',
  111: '□',
  112: '□',
  113: '❑',
  114: '❒',
  115: '◆',
  116: '◆',
  117: '◆',
  118: '❖',
  119: '◆',
  158: '·',
  159: '•',
  161: '○',
  164: '◉',
  167: '▪',
  168: '□',
  171: '★',
  216: '➢',
  223: '←',
  224: '→',
  225: '↑',
  226: '↓',
  232: '➔',
  239: '⇦',
  240: '⇨',
  241: '⇧',
  242: '⇩',
  243: '⇔',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
};
const WINGDINGS_2: Record<number, string> = {
  79: '✗',
  80: '✓',
  81: '☒',
  82: '☑',
  83: '☒',
  84: '☒',
  151: '●',
  152: '●',
  160: '■',
  163: '□',
};
const RINGED_ONE = 129;
const DARK_ONE = 140;
const RINGED = 10;

const USUAL_SIGNS: ReadonlyMap<string, (code: number) => string | undefined> = new Map([
  ['wingdings', (code: number) => WINGDINGS[code] ?? ringedNumber(code)],
  ['wingdings 2', (code: number) => WINGDINGS_2[code]],
]);

const FONTS = new Set(['symbol', ...DINGBATS.keys()]);

export const isSymbolFont = (font: string): boolean => FONTS.has(font.toLowerCase());

/** A sign as text, from its font and its hexadecimal code; empty if the sign has no Unicode character. */
export function symbolText(font: string | undefined, char: string | undefined): string {
  const code = Number.parseInt(char ?? '', 16);
  if (!(code > 0 && code <= 0xffff)) return '';
  const inFont = code >= PRIVATE_USE && code <= PRIVATE_USE_END ? code - PRIVATE_USE : code;
  const name = font?.toLowerCase() ?? '';
  if (name === 'symbol') return symbolFont(inFont);
  const signs = DINGBATS.get(name);
  if (signs !== undefined) return USUAL_SIGNS.get(name)?.(inFont) || (signs[inFont - FIRST_DINGBAT] ?? '');
  return code >= 0xe000 && code <= 0xf8ff ? '' : String.fromCharCode(code);
}

const PRIVATE_SIGN = /[\uf020-\uf0ff]/g;

/** Whether a text contains signs stored as the font's own codes, which programs put in Unicode's private use area. */
export const holdsPrivateSigns = (text: string): boolean => text.search(PRIVATE_SIGN) >= 0;
export const readableSigns = (text: string, font: string): string =>
  text.replace(PRIVATE_SIGN, sign => symbolText(font, sign.charCodeAt(0).toString(16)));

/** The sign that a SYMBOL field shows, from what follows its name: `183 \f Symbol` or `0x2713 \u`. */
export function symbolOfField(rest: string): string {
  const code = Number(/^(?:0x[\da-f]+|\d+)/i.exec(rest)?.[0]);
  const font = /\\f\s+"?([^"\\]+)/i.exec(rest)?.[1]?.trim();
  return symbolText(/\\u/i.test(rest) ? undefined : font, code.toString(16));
}

const symbolFont = (code: number): string =>
  (code < 0xa0 ? SYMBOL_LOW[code - 0x20] : SYMBOL_HIGH[code - 0xa0]) ?? '';

function ringedNumber(code: number): string {
  if (code >= RINGED_ONE && code < RINGED_ONE + RINGED)
    return String.fromCharCode(0x2460 + code - RINGED_ONE);
  if (code >= DARK_ONE && code < DARK_ONE + RINGED) return String.fromCharCode(0x2776 + code - DARK_ONE);
  return '';
}
