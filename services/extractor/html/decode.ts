/** Bytes of a page -> its text, whatever encoding it has and whatever it claims to have. */
import { isAscii, isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import { utf16ByMark } from '../byte-order-mark.ts';
import { webDecoder } from '../web-decoder.ts';
import { guessEncoding } from './guess-encoding.ts';

/**
 * Browsers look at 1,024 bytes first and change their mind when a later `meta` says otherwise; it stands behind scripts and styles of any
 * length. Where the bytes are ASCII, it seldom matters.
 */
const DECLARATION_BYTES_OF_ASCII = 16 * 1024;
const UNDECLARED = '';
/** Of UTF-8, read as Latin-1. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
/** Enough text to tell UTF-16 by where its zero bytes stand. */
const PATTERN_BYTES = 1024;
/** Zero bytes of all: of the half that can be zero at least 60 %. */
const ZERO_SHARE = 0.3;
/** A page cut in the middle of a character, or with one bad quotation, is still UTF-8. */
const UNDECLARED_READABLE_PER_FAULT = 10;

/**
 * `transportLabel` is what the mail's or the server's header says. Bytes that are valid UTF-8 and hold more than ASCII
 * are UTF-8 whatever is declared: other encodings do not look like it by accident, and re-encoded pages keep old labels.
 */
export function decodeHtml(bytes: Uint8Array, transportLabel?: string): string {
  const utf16 = utf16ByMark(bytes) ?? utf16ByPattern(bytes);
  if (utf16 !== null) return decodeAs(bytes, utf16);
  const isOnlyAscii = isAscii(bytes);
  if (!isOnlyAscii && isUtf8(bytes)) return decodeAs(bytes, 'utf-8');
  const declaredWith = (label: string | undefined) =>
    sniffEncoding(bytes, {
      maxPrescanBytes: isOnlyAscii ? DECLARATION_BYTES_OF_ASCII : bytes.length,
      defaultEncoding: UNDECLARED,
      ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    });
  const declared = declaredWith(transportLabel);
  // What is ASCII all through is not UTF-16, whatever it is called.
  const isUnknown = declared === UNDECLARED || declared.startsWith('UTF-16');
  if (isOnlyAscii) return decodeAs(bytes, isUnknown ? guessEncoding(bytes) : declared);
  const asUtf8 = decodeAs(bytes, 'utf-8');
  const { faults, readable } = utf8Quality(asUtf8);
  const isUtf8WithFaults = readable >= faults * (declared === 'UTF-8' ? 1 : UNDECLARED_READABLE_PER_FAULT);
  if (isUtf8WithFaults) return asUtf8;
  // A server that says UTF-8 of all that it has knows less of this page than the page itself.
  const own = declared === 'UTF-8' ? declaredWith(undefined) : declared;
  return decodeAs(bytes, own === 'UTF-8' || own === UNDECLARED ? guessEncoding(bytes) : own);
}

/**
 * The text of a head of bytes that was cut anywhere, for sniffing: never throws, ASCII is right in any encoding. What it is not sniffed for,
 * letters beyond ASCII, is read as Latin-1, which costs next to nothing.
 */
export function decodeHead(bytes: Uint8Array): string {
  const utf16 = utf16ByMark(bytes) ?? utf16ByPattern(bytes);
  if (utf16 !== null) return decodeAs(bytes, utf16).replace(BYTE_ORDER_MARK, '');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replace(BYTE_ORDER_MARK, '');
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  try {
    return webDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // a label that names no decoder, such as `replacement`
  }
}

/** Markup in UTF-16 is a zero byte beside nearly every ASCII one; other encodings hold no zero bytes at all. */
function utf16ByPattern(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, PATTERN_BYTES);
  if (!sample.includes(0)) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < sample.length; at++) {
    if (sample[at] === 0) at % 2 === 0 ? even++ : odd++;
  }
  const most = sample.length * ZERO_SHARE;
  if (odd > most && even < odd / 10) return 'utf-16le';
  return even > most && odd < even / 10 ? 'utf-16be' : null;
}

/** How much of what is not ASCII came out as characters, and how much as the replacement character. */
function utf8Quality(decoded: string): { faults: number; readable: number } {
  let faults = 0;
  let readable = 0;
  for (let at = 0; at < decoded.length; at++) {
    const unit = decoded.charCodeAt(at);
    if (unit === 0xfffd) faults++;
    else if (unit > 0x7f) readable++;
  }
  return { faults, readable };
}
