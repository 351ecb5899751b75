/** Decodes the bytes of a page, whatever encoding they have and whatever they claim to have. */
import { isAscii, isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import { utf16ByMark } from '../byte-order-mark.ts';
import { webDecoder } from '../web-decoder.ts';
import { guessEncoding } from './guess-encoding.ts';

/**
 * Browsers look at 1,024 bytes first and change their mind when a later `meta` says otherwise, which may follow scripts
 * and styles of any length. Where the bytes are ASCII, it seldom matters.
 */
const DECLARATION_BYTES_OF_ASCII = 16 * 1024;
const UNDECLARED = '';
/** The byte-order mark of UTF-8, read as Latin-1. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
/** Enough text to recognise UTF-16 by the positions of its zero bytes. */
const PATTERN_BYTES = 1024;
/** Share of zero bytes among all: at least 60 % of the half that can be zero. */
const ZERO_SHARE = 0.3;
/** A page cut within a character, or with one quotation in another encoding, is still UTF-8. */
const UNDECLARED_READABLE_PER_FAULT = 10;

/**
 * Decodes a page. `transportLabel` is the encoding that the mail's or the server's header states. Bytes that are valid
 * UTF-8 and contain more than ASCII are UTF-8 whatever is declared: other encodings do not look like it by accident,
 * and re-encoded pages keep old labels.
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
  // Text that is entirely ASCII is not UTF-16, whatever is declared.
  const isUnknown = declared === UNDECLARED || declared.startsWith('UTF-16');
  if (isOnlyAscii) return decodeAs(bytes, isUnknown ? guessEncoding(bytes) : declared);
  const asUtf8 = decodeAs(bytes, 'utf-8');
  const { faults, readable } = utf8Quality(asUtf8);
  const isUtf8WithFaults = readable >= faults * (declared === 'UTF-8' ? 1 : UNDECLARED_READABLE_PER_FAULT);
  if (isUtf8WithFaults) return asUtf8;
  // A server that declares UTF-8 for everything knows less about this page than the page itself.
  const own = declared === 'UTF-8' ? declaredWith(undefined) : declared;
  return decodeAs(bytes, own === 'UTF-8' || own === UNDECLARED ? guessEncoding(bytes) : own);
}

/**
 * Decodes the beginning of a file, cut anywhere, for sniffing. Never throws; ASCII is right in any encoding. Letters
 * beyond ASCII, which sniffing does not need, are read as Latin-1, which costs next to nothing.
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
    return new TextDecoder('windows-1252').decode(bytes); // a label without a decoder, such as `replacement`
  }
}

/**
 * Recognises markup in UTF-16, which has a zero byte beside nearly every ASCII one; other encodings have no zero bytes
 * at all. Returns null for others.
 */
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

/** Counts how much of what is not ASCII was decoded as characters, and how much as the replacement character. */
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
