/**
 * Returns characters as a reader understands them: ligatures spelled out, bullets of symbol fonts as Unicode, no
 * control characters.
 */

/** Positions of Wingdings and Symbol that serve as list markers and ticks (Microsoft's and Adobe's charts). */
const SYMBOLS: Record<number, string> = {
  45: '-',
  108: '●',
  109: '❍',
  110: '■',
  111: '□',
  113: '❑',
  114: '❒',
  115: '⬧',
  117: '◆',
  118: '❖',
  119: '◆',
  159: '•',
  160: '▪',
  167: '▪',
  168: '□',
  183: '•',
  216: '➢',
  224: '→',
  232: '➔',
  240: '⇨',
  252: '✓',
  254: '☑',
};

const PRIVATE_USE = /[\ue000-\uf8ff]/;
const NEEDS_CARE =
  /[\p{Cc}\p{Cn}\u00a0\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2e9f\u2ef3\u2f00-\u2fd5\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe10-\ufe19\ufe30-\ufe48\ufe70-\ufefc\ufeff\ufffd\ue000-\uf8ff]/u;

/**
 * Ligatures as Ghostscript 10 writes them when it has read them from little-endian maps: the bytes of each letter are
 * swapped.
 */
const SWAPPED =
  /^(?:[\u6100\u6200\u6300\u6400\u6500\u6600\u6700\u6800\u6900\u6a00\u6b00\u6c00\u6d00\u6e00\u6f00\u7000\u7100\u7200\u7300\u7400\u7500\u7600\u7700\u7800\u7900\u7a00]){2,}$/;

const unswapped = (text: string): string =>
  text.replace(/./gu, character => String.fromCharCode(character.charCodeAt(0) >> 8));

const LIGATURE_OF_THREE = /^(?:ff[ijklt]|tt[fi])$/;

/**
 * Restores a ligature of three letters, the first two of them equal, in which version 10.00 adds up the last two: `ffi`
 * is 66 and 66 + 69. Null for others.
 */
function unswappedThree(text: string): string | null {
  const [first, sum] = [text.charCodeAt(0), text.charCodeAt(1)];
  if (text.length !== 2 || ((first | sum) & 0xff) !== 0) return null;
  const letters = String.fromCharCode(first >> 8, first >> 8, (sum - first) >> 8);
  return LIGATURE_OF_THREE.test(letters) ? letters : null;
}

/** Joiners separate and bind letters of Indic scripts, Arabic and Mongolian (UAX 31, 2.3), and have no meaning elsewhere. */
const LONE_JOINER =
  /(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d]/gu;

/** Returns the text of one glyph; an empty string where it has no meaning, white space where it is a space. */
export function characterOf(unicode: string, symbolic: boolean): string {
  if (unicode.length > 1) {
    if (SWAPPED.test(unicode)) return unswapped(unicode);
    const three = unswappedThree(unicode);
    if (three !== null) return three;
  }
  if (!NEEDS_CARE.test(unicode)) return unicode;
  const text = PRIVATE_USE.test(unicode) ? fromPrivateUse(unicode, symbolic) : unicode;
  return text
    .replace(
      /[\u2e9f\u2ef3\u2f00-\u2fd5\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe10-\ufe19\ufe30-\ufe48\ufe70-\ufefc]/g,
      form => form.normalize('NFKC').trim(),
    )
    .replace(/\u00ad/g, '-')
    .replace(/[\s\u00a0]/g, ' ')
    .replace(/[\p{Cc}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff\ufffd]/gu, '')
    .replace(LONE_JOINER, '');
}

/** Adobe's corporate-use characters: old-style digits and small capitals by glyph name. */
function adobeVariant(code: number): string | null {
  if (code >= 0xf730 && code <= 0xf739) return String.fromCharCode(code - 0xf700);
  if (code >= 0xf761 && code <= 0xf77a) return String.fromCharCode(code - 0xf720);
  if (code === 0xf6dc) return '1';
  if (code === 0xf724) return '$';
  if (code === 0xf726) return '&';
  return null;
}

/** Returns the character at a position of a symbol font; a bullet where the chart has none. */
export const symbolAt = (position: number): string => SYMBOLS[position] ?? '•';

/** U+F000…F0FF mirror the positions of an 8-bit symbol font. */
function fromPrivateUse(unicode: string, symbolic: boolean): string {
  return unicode.replace(/[\ue000-\uf8ff]/g, character => {
    const code = character.charCodeAt(0);
    if (code < 0xf020 || code > 0xf0ff) return adobeVariant(code) ?? (symbolic ? '•' : '');
    const position = code & 0xff;
    if (symbolic || position > 0x7e) return symbolAt(position);
    return String.fromCharCode(position);
  });
}
