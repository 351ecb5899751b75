/**
 * Recognises fonts of pictures whose codes pdf.js takes for letters: ZapfDingbats and Wingdings without a map to
 * Unicode, and TeX's first font of AMS symbols, whose glyph names are in no list: the triangle before each item of a
 * Beamer slide is its "I". TeX's fonts of the euro have that sign for each letter.
 */
import { symbolAt } from './characters.ts';

export type Pictorial = 'dingbats' | 'wingdings' | 'ams' | 'euro' | null;

export function pictorialKind(fontName: string): Pictorial {
  if (/zapf\s*dingbats|^dingbats|ITCZapf/i.test(fontName)) return 'dingbats';
  if (/^MSAM\d/i.test(fontName)) return 'ams';
  if (/^(?:TeX-)?feym[a-z]/i.test(fontName)) return 'euro';
  return /wingdings|webdings/i.test(fontName) ? 'wingdings' : null;
}

/** The symbols of MSAM (AMSa) by code, 32 to a row; the shaft with which arrows are lengthened means nothing alone. */
const AMS = [
  '⊡⊞⊠□■·◊⧫↻↺⇌⇋⊟⊩⊪⊨↠↞⇇⇉⇈⇊↾⇂↿⇃↣↢⇆⇄↰↱',
  '⇝↭↫↬≗≿≳⪆⊸∴∵≑≜≾≲⪅⪕⪖⋞⋟≼≦⩽≶‵\ufffd≓≒≽≧⩾≷',
  '⊏⊐⊳⊲⊵⊴★≬▼▶◀→←△▲▽≖⋚⋛⪋⪌¥⇛⇚✓⊻⊼⩞∠∡∢∝',
  '⌣⌢⋐⋑⋓⋒⋏⋎⋋⋌⫅⫆≏≎⋘⋙⌜⌝®Ⓢ⋔∔∽⋍⌞⌟✠∁⊺⊚⊛⊝',
].join('');

/** Where Adobe's chart leaves the order of the Dingbats block. */
const DINGBATS: Record<number, string> = {
  37: '☎',
  42: '☛',
  43: '☞',
  72: '★',
  108: '●',
  110: '■',
  115: '▲',
  116: '▼',
  117: '◆',
  119: '◗',
  168: '♣',
  169: '♦',
  170: '♥',
  171: '♠',
  213: '→',
  214: '↔',
  215: '↕',
};
/** U+2701 stands at code 33, U+2761 at 161. */
const LOWER_HALF = 0x2701 - 33;
const UPPER_HALF = 0x2761 - 161;

/** The picture behind an 8-bit code; anything else is Unicode already. */
export function pictureOf(unicode: string, kind: Exclude<Pictorial, null>): string {
  const code = unicode.charCodeAt(0);
  if (kind === 'ams') return unicode.length === 1 ? (AMS[code] ?? unicode) : unicode;
  if (kind === 'euro') return /^[a-z]$/i.test(unicode) ? '€' : unicode;
  if (unicode.length !== 1 || code <= 32 || code > 254) return unicode;
  if (kind === 'wingdings') return symbolAt(code);
  const upper = code >= 161;
  return DINGBATS[code] ?? String.fromCharCode(code + (upper ? UPPER_HALF : LOWER_HALF));
}
