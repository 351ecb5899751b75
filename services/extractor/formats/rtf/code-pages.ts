/** Bytes of RTF text -> Unicode, by the document's code page or by the character set of the font (RTF 1.9.1, "Font Table"). */
import iconv from 'iconv-lite';

/** Windows' number of a character set -> code page. */
const CHARSETS: Record<number, number> = {
  77: 10000,
  78: 10001,
  79: 10003,
  80: 10008,
  81: 10002,
  85: 10006,
  86: 10081,
  87: 10021,
  88: 10029,
  89: 10007,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};
const USUAL = 1252;
/** What the decoder calls the pages that it does not know by number; the Macintosh's double-byte ones differ in a few signs only. */
const NAMES: Record<number, string> = {
  932: 'shift_jis',
  1361: 'cp949',
  10000: 'macintosh',
  10001: 'shift_jis',
  10002: 'cp950',
  10003: 'cp949',
  10006: 'macgreek',
  10007: 'maccyrillic',
  10008: 'cp936',
  10021: 'macthai',
  10029: 'maccenteuro',
  10081: 'macturkish',
  65001: 'utf8',
};

const JAPANESE = 932;

/** Whether a second byte follows that may be a brace or backslash; in the other code pages such text is written as `\'hh`. */
export const isLeadByte = (byte: number, codePage: number): boolean =>
  codePage === JAPANESE && ((byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc));

/** Endings of the names that Windows gives a font for each alphabet it has. */
const ALPHABETS: Record<string, number | undefined> = {
  __proto__: null as never,
  ce: 1250,
  cyr: 1251,
  greek: 1253,
  tur: 1254,
  '(hebrew)': 1255,
  '(arabic)': 1256,
  baltic: 1257,
  '(vietnamese)': 1258,
};

/** Of a font that declares no character set. */
export const codePageOfName = (name: string): number | null =>
  ALPHABETS[name.slice(name.lastIndexOf(' ') + 1).toLowerCase()] ?? null;

export const codePageOfCharset = (charset: number): number | null => CHARSETS[charset] ?? null;

export function decodeBytes(bytes: readonly number[], codePage: number): string {
  const name = NAMES[codePage] ?? `cp${codePage}`;
  return iconv.decode(Buffer.from(bytes), iconv.encodingExists(name) ? name : `cp${USUAL}`);
}
