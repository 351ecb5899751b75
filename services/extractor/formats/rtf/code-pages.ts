/** Finds the code page of RTF text by the character set of its font, or by the font's name (RTF 1.9.1, "Font Table"). */

/** Code pages by Windows' number of a character set. */
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
const JAPANESE = 932;

/** Whether a second byte follows that may be a brace or backslash; in the other code pages such text is written as `\'hh`. */
export const isLeadByte = (byte: number, codePage: number): boolean =>
  codePage === JAPANESE && ((byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc));

/** Endings of the names under which Windows lists a font for each of its alphabets. */
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

/** Returns the code page of a font that declares no character set. */
export const codePageOfName = (name: string): number | null =>
  ALPHABETS[name.slice(name.lastIndexOf(' ') + 1).toLowerCase()] ?? null;

export const codePageOfCharset = (charset: number): number | null => CHARSETS[charset] ?? null;
