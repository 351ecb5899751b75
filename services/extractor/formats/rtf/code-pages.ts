/** Bytes of RTF text -> Unicode, by the document's code page or by the character set of the font (RTF 1.9.1, "Font Table"). */
import iconv from 'iconv-lite';

/** Windows' number of a character set -> code page. */
const CHARSETS: Record<number, number> = {
  77: 10000,
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
  255: 850,
};
const USUAL = 1252;
const NAMES: Record<number, string> = { 65001: 'utf8', 932: 'shift_jis', 10000: 'macintosh', 1361: 'cp949' };

export const codePageOfCharset = (charset: number): number | null => CHARSETS[charset] ?? null;

export function decodeBytes(bytes: readonly number[], codePage: number): string {
  const name = NAMES[codePage] ?? `cp${codePage}`;
  return iconv.decode(Buffer.from(bytes), iconv.encodingExists(name) ? name : `cp${USUAL}`);
}
