/** Decodes bytes of a mail, by the charset that the mail names and by the bytes themselves. */
import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { utf16ByMark } from '../byte-order-mark.ts';
import { escapesToJapanese, guessEncoding } from '../html/guess-encoding.ts';
import { webDecoder } from '../web-decoder.ts';
import { decodeShifted } from './shifted.ts';

/**
 * Labels that programs write without checking: bytes under them that are valid UTF-8 are UTF-8, because text in these
 * charsets does not look like it by accident.
 */
const CARELESS = new Set(['', 'us-ascii', 'ascii', 'iso-8859-1', 'windows-1252', 'latin1', 'utf-8', 'utf8']);
/** Labels that promise ASCII: anything beyond it has not been labelled at all. */
const UNLABELLED = new Set(['', 'us-ascii', 'ascii', 'utf-8', 'utf8']);
const CARELESS_DEFAULT = 'windows-1252';
/** Reused, because creating a decoder takes longer than decoding a line. */
const UTF_8 = new TextDecoder();

/** Never throws: an unknown charset is read as UTF-8 or, where that fails, as Windows-1252. */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  // A byte-order mark is more reliable than a label: Windows editors begin their files with one.
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
  // Charsets that browsers do not know but mails still name: UTF-7, DOS code pages (iconv-lite has no ISO-2022).
  if (!NO_CHARSET.test(label) && iconv.encodingExists(label)) return iconv.decode(Buffer.from(bytes), label);
  return decodeCareless(bytes, '');
}

const labelOf = (charset: string): string =>
  charset
    .trim()
    .toLowerCase()
    .replace(/^x-(?!mac|sjis|euc|gbk)/, '');

/** Legacy charsets with two-byte characters; pairs of their commonest rows can be valid UTF-8 by accident. */
const TWO_BYTES = /^(?:gb|big5|cp936|euc-|ks_c|shift|sjis|x-sjis|cp932|windows-(?:31j|949))/;
/** Most bytes beyond ASCII that can be valid by accident, as in a name or a subject; in a longer text it cannot continue. */
const ACCIDENTAL_BYTES_MAX = 12;

/** Whether text is strictly valid UTF-8 beyond ASCII: re-encoded in transit under its old label. */
function isUnicodeDespite(bytes: Uint8Array, label: string): boolean {
  if (isAscii(bytes) || !isUtf8(bytes)) return false;
  if (!TWO_BYTES.test(label)) return true;
  const beyond = bytes.reduce((count, byte) => (byte > 0x7f ? count + 1 : count), 0);
  return beyond > ACCIDENTAL_BYTES_MAX || !isCommonPairs(bytes);
}

/**
 * Whether there are only pairs of the rows with the commonest characters (rows 16 to 55 of GB 2312, KS X 1001 and JIS X
 * 0208 alike).
 */
function isCommonPairs(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[++at] ?? 0;
    if (lead < 0xb0 || lead > 0xd7 || trail < 0xa1) return false;
  }
  return true;
}

/** Every character has two or four bytes. */
const WIDE = /^(?:utf-?(?:16|32)|ucs-?[24])/;
/** iconv-lite would encode under these names; mails that name them mean their transfer encoding. */
const NO_CHARSET = /^(?:base64|hex)$/;

/** Whether bytes are plain ASCII; text in UTF-16 has a zero byte in each space and line end. */
const isPlainAscii = (bytes: Uint8Array): boolean => bytes.every(byte => byte > 0 && byte < 0x80);

/** Seven-bit encodings (RFC 1468, 1557, 1843, 2152); text with an eighth bit was relabelled or recoded in transit. */
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

/**
 * Least number of readable characters for each fault, such as a name cut within a character or a quotation in another
 * encoding. A declared UTF-8 needs fewer.
 */
const READABLE_PER_FAULT = { declared: 1, undeclared: 10 } as const;

function isUtf8WithFaults(bytes: Uint8Array, label: string): boolean {
  const text = UTF_8.decode(bytes);
  const faults = text.split('\ufffd').length - 1;
  const perFault = READABLE_PER_FAULT[label.startsWith('utf') ? 'declared' : 'undeclared'];
  return text.replace(/[\0-\x7f\ufffd]/g, '').length >= faults * perFault;
}

const JAPANESE = /^(?:cs)?iso-?2022-?jp$/;
/** An escape with no character before the next one: where pieces that each end in ASCII were joined. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const IDLE_ESCAPE = /\x1b(?:\([BJI]|\$[@B])(?=\x1b(?:\([BJI]|\$[@B]))/g;

/** Decodes ISO-2022-JP like browsers, except for the fault they insert where two escapes follow each other. */
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
    return null; // not a label of the Encoding Standard
  }
}
