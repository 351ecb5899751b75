/** Decodes content transfer encodings (RFC 2045 6), as leniently as mail programs do. */
import { decodeUuencoded } from './uuencode.ts';

export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  if (encoding === 'base64') return looksLikeBase64(bytes) ? decodeBase64(bytes) : bytes;
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(bytes);
  if (UUENCODING.test(encoding)) return decodeUuencoded(bytes) ?? bytes;
  return isBareBase64(bytes) ? decodeBase64(bytes) : bytes;
}

/** Names later given to the encoding of programs before MIME. */
const UUENCODING = /^(?:x-)?uue(?:ncode)?$/;

/** Number of bytes examined to decide whether a body is encoded as its header says. */
const SAMPLE_BYTES = 4_096;
/** Lines joined by a gateway have one space in 77 characters, words one in six. */
const BLANK_SHARE = 0.05;

/** Whether a body looks like base64: text that was only declared so has spaces between its words. */
function looksLikeBase64(bytes: Uint8Array): boolean {
  const [sample = ''] = latin1(bytes.subarray(0, SAMPLE_BYTES)).split(/=\s*\n/, 1);
  const blanks = sample.match(/(?<=\S)[ \t]+(?=\S)/g)?.length ?? 0;
  return blanks <= sample.length * BLANK_SHARE;
}

/** At least two full lines of one length (RFC 2045 6.8: at most 76), then only a shorter one. */
const BARE_BASE64 =
  /^\s*(?:([A-Za-z0-9+/]{60,76})\r?\n)(?:[A-Za-z0-9+/]{60,76}\r?\n)+[A-Za-z0-9+/]{0,76}={0,2}\s*$/;

/** Line length of Ruby and Perl. */
const SHORTEST_LINE = 60;

/** Lines of one letter or of digits only are rules, tests or sums. */
const ALPHABETS = [/[a-z]/, /[A-Z]/, /\d/];

/** Whether a body is in base64 although its header does not say so; what is neither wrapped nor entirely base64 is left alone. */
function isBareBase64(bytes: Uint8Array): boolean {
  const start = bytes.findIndex(byte => byte > 0x20);
  const firstLine = latin1(bytes.subarray(start, start + SHORTEST_LINE));
  if (start < 0 || !/^[A-Za-z0-9+/]{60}$/.test(firstLine)) return false;
  const text = latin1(bytes);
  const length = BARE_BASE64.exec(text)?.[1]?.length;
  if (length === undefined || !ALPHABETS.every(alphabet => alphabet.test(text))) return false;
  return text
    .trim()
    .split(/\r?\n/)
    .slice(0, -1)
    .every(line => line.length === length);
}

/**
 * Decodes base64. Other characters are skipped; pieces that were padded and then joined are decoded separately, and
 * plain text after the padding is kept.
 */
export function decodeBase64(bytes: Uint8Array): Uint8Array {
  const text = latin1(bytes);
  const padding = /=[=\s]*/.exec(text);
  const behind = padding === null ? '' : text.slice(padding.index + padding[0].length);
  if (padding === null || !isProse(behind)) return Buffer.concat(piecesOf(text));
  return Buffer.concat([...piecesOf(text.slice(0, padding.index)), Buffer.from(`\n${behind}`, 'latin1')]);
}

const piecesOf = (text: string): Buffer[] =>
  text
    .replace(/[^A-Za-z0-9+/=]+/g, '')
    .split(/=+/)
    .map(piece => Buffer.from(piece, 'base64'));

/** Whether a text contains words, as a mailing list or a scanner adds below an encoded body. */
const isProse = (text: string): boolean => /[A-Za-z]{2} [A-Za-z]{2}/.test(text);

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const EQUALS = 0x3d;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Decodes quoted-printable. `=` before anything but two hexadecimal digits or a line's end stands for itself. */
export function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const softBreak = byte === EQUALS ? softBreakBytes(bytes, at + 1) : 0;
    const high = hexDigit(bytes[at + 1]);
    const low = hexDigit(bytes[at + 2]);
    if (softBreak > 0) at += softBreak;
    else if (byte === EQUALS && high >= 0 && low >= 0) {
      decoded[length++] = high * 16 + low;
      at += 2;
    } else decoded[length++] = byte;
  }
  return decoded.subarray(0, length);
}

/** Returns the length of the line end (with spaces before it, which gateways add) at `start`; 0 where there is none. */
function softBreakBytes(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
  if (bytes[at] === RETURN && bytes[at + 1] === LINE_FEED) return at + 2 - start;
  return bytes[at] === LINE_FEED || bytes[at] === RETURN ? at + 1 - start : 0;
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Returns the number of bytes that a body decodes to, where possible without decoding it, because attachments may be large. */
export function decodedSize(bytes: Uint8Array, encoding: string): number {
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(bytes).length;
  if (UUENCODING.test(encoding)) return decodeTransfer(bytes, encoding).length;
  if (encoding !== 'base64') return bytes.length;
  let digits = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x2a && byte !== EQUALS) digits++;
  }
  return Math.floor((digits * 3) / 4);
}
