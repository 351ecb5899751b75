/** Decodes bytes by the number of a Windows or Macintosh code page, as Microsoft's formats name it. */
import iconv from 'iconv-lite';

const USUAL = 1252;
/**
 * The decoder's names for code pages that it does not know by number; the Macintosh's double-byte pages differ in only
 * a few characters.
 */
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

/** An unknown code page is decoded as Windows' Western one. */
export function decodeBytes(bytes: Uint8Array | readonly number[], codePage: number): string {
  const name = NAMES[codePage] ?? `cp${codePage}`;
  return iconv.decode(Buffer.from(bytes), iconv.encodingExists(name) ? name : `cp${USUAL}`);
}
