/** Bytes of a mail -> text, by the charset the mail names and by what the bytes themselves say. */
import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { utf16ByMark } from '../byte-order-mark.ts';
import { escapesToJapanese, guessEncoding } from '../html/guess-encoding.ts';
import { webDecoder } from '../web-decoder.ts';
import { decodeShifted } from './shifted.ts';

/**
 * Labels that programs write without looking: bytes under them that are valid UTF-8 are UTF-8, for text in these
 * charsets does not look like it by accident.
 */
const CARELESS = new Set(['', 'us-ascii', 'ascii', 'iso-8859-1', 'windows-1252', 'latin1', 'utf-8', 'utf8']);
/** Labels that promise ASCII: what is beyond it has not been labelled at all. */
const UNLABELLED = new Set(['', 'us-ascii', 'ascii', 'utf-8', 'utf8']);
const CARELESS_DEFAULT = 'windows-1252';
/** To make a decoder takes longer than to decode a line. */
const UTF_8 = new TextDecoder();

/** Never throws: an unknown charset is read as UTF-8 or, where that fails, as Windows-1252. */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  // A mark says it better than a label: editors of Windows begin their files so.
  const marked = utf16ByMark(bytes);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  const label = charset === undefined ? '' : labelOf(charset);
  if (CARELESS.has(label)) return decodeCareless(bytes, label);
  if (isUnicodeDespite(bytes, label)) return UTF_8.decode(bytes);
  if (WIDE.test(label) && isPlainAscii(bytes)) return UTF_8.decode(bytes);
  if (isContradicted(bytes, label)) return decodeCareless(bytes, '');
  if (JAPANESE.test(label)) return decodeJapanese(bytes);
  const shifted = decodeShifted(bytes, label);
  if (shifted !== null) return shifted;
  const decoder = decoderOf(label);
  if (decoder !== null) return decoder.decode(bytes);
  // What browsers do not know and mails still name: UTF-7, DOS code pages (iconv-lite knows no ISO-2022).
  if (!NO_CHARSET.test(label) && iconv.encodingExists(label)) return iconv.decode(Buffer.from(bytes), label);
  return decodeCareless(bytes, '');
}

const labelOf = (charset: string): string =>
  charset
    .trim()
    .toLowerCase()
    .replace(/^x-(?!mac|sjis|euc|gbk)/, '');

/** Legacy charsets in which two bytes are a character; pairs of their commonest rows can be valid UTF-8 by accident. */
const TWO_BYTES = /^(?:gb|big5|cp936|euc-|ks_c|shift|sjis|x-sjis|cp932|windows-(?:31j|949))/;
/** Bytes beyond ASCII of a name or a subject; in a longer text accidents cannot go on. */
const ACCIDENTAL_BYTES_MAX = 12;

/** Strictly valid UTF-8 beyond ASCII, re-encoded on its way under its old label. */
function isUnicodeDespite(bytes: Uint8Array, label: string): boolean {
  if (isAscii(bytes) || !isUtf8(bytes)) return false;
  if (!TWO_BYTES.test(label)) return true;
  const beyond = bytes.reduce((count, byte) => (byte > 0x7f ? count + 1 : count), 0);
  return beyond > ACCIDENTAL_BYTES_MAX || !isCommonPairs(bytes);
}

/** Only pairs of the rows that hold the commonest signs (rows 16 to 55 of GB 2312, KS X 1001 and JIS X 0208 alike). */
function isCommonPairs(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[++at] ?? 0;
    if (lead < 0xb0 || lead > 0xd7 || trail < 0xa1) return false;
  }
  return true;
}

/** Every character is two or four bytes. */
const WIDE = /^(?:utf-?(?:16|32)|ucs-?[24])/;
/** iconv-lite would encode under these names: mails that name them mean their transfer encoding. */
const NO_CHARSET = /^(?:base64|hex)$/;

/** Text in UTF-16 has a zero byte in each blank and line end. */
const isPlainAscii = (bytes: Uint8Array): boolean => bytes.every(byte => byte > 0 && byte < 0x80);

/** Encodings in seven bits (RFC 1468, 1557, 1843, 2152); text with an eighth was relabelled or recoded on its way. */
const SEVEN_BIT = /^(?:iso-2022-|csiso2022|hz-gb|utf-7)/i;

export const isContradicted = (bytes: Uint8Array, label: string): boolean =>
  SEVEN_BIT.test(label) && bytes.some(byte => byte > 0x7f);

function decodeCareless(bytes: Uint8Array, label: string): string {
  const escapes = escapesToJapanese(bytes);
  if (!escapes && isAscii(bytes)) return latin1(bytes);
  const isUnicode = isUtf8(bytes) || isUtf8WithFaults(bytes, label);
  if (isUnicode) return escapes ? decodeJapanese(bytes) : UTF_8.decode(bytes);
  return webDecoder(UNLABELLED.has(label) ? guessEncoding(bytes) : CARELESS_DEFAULT).decode(bytes);
}

/** Characters for each fault: a name that was cut within one, a quotation in another encoding. A label speaks for itself. */
const READABLE_PER_FAULT = { declared: 1, undeclared: 10 } as const;

function isUtf8WithFaults(bytes: Uint8Array, label: string): boolean {
  const text = UTF_8.decode(bytes);
  const faults = text.split('\ufffd').length - 1;
  const perFault = READABLE_PER_FAULT[label.startsWith('utf') ? 'declared' : 'undeclared'];
  return text.replace(/[\0-\x7f\ufffd]/g, '').length >= faults * perFault;
}

const JAPANESE = /^(?:cs)?iso-?2022-?jp$/;
/** An escape behind which no character stands before the next: where pieces that each end in ASCII were joined. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const IDLE_ESCAPE = /\x1b(?:\([BJI]|\$[@B])(?=\x1b(?:\([BJI]|\$[@B]))/g;

/** ISO-2022-JP as browsers decode it, but for their fault where two escapes follow each other. */
function decodeJapanese(bytes: Uint8Array): string {
  const joined = Buffer.from(latin1(bytes).replace(IDLE_ESCAPE, ''), 'latin1');
  return new TextDecoder('iso-2022-jp').decode(joined);
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

function decoderOf(label: string): ReturnType<typeof webDecoder> | null {
  try {
    return webDecoder(label);
  } catch {
    return null; // no label of the Encoding Standard
  }
}
