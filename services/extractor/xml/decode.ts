/** Bytes of an XML entity to a string (XML 1.0, appendix F: byte order mark, then the declaration). */

import { utf16ByMark } from '../byte-order-mark.ts';
import { webDecoder } from '../web-decoder.ts';

const DECLARATION_BYTES = 200;
const QUESTION = 63;

export interface XmlSource {
  text: string;
  /**
   * Whether `text` holds the bytes of UTF-8, one a character, and what is taken from it is still to be decoded. The
   * whole as Unicode would take twice the memory for a single character beyond Latin-1, and most of it is markup.
   */
  utf8Bytes: boolean;
}

/** How nearly all parts begin. */
const USUAL_DECLARATIONS = [
  '<?xml version="1.0" encoding="UTF-8"',
  '<?xml version="1.0" encoding="utf-8"',
  "<?xml version='1.0' encoding='UTF-8'",
];

export function decodeXml(bytes: Buffer): XmlSource {
  // Looked for in what is decoded anyway; a declaration by itself is another string, and an expression's work.
  const text = bytes[1] === QUESTION ? bytes.toString('latin1') : undefined;
  if (text !== undefined && USUAL_DECLARATIONS.some(declaration => text.startsWith(declaration)))
    return { text, utf8Bytes: true };
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8') return { text: webDecoder(encoding).decode(bytes), utf8Bytes: false };
  return { text: text ?? bytes.toString('latin1', hasUtf8Mark(bytes) ? 3 : 0), utf8Bytes: true };
}

/** Characters beyond ASCII, as the bytes that stand for them. */
const BEYOND_ASCII = /[\x80-\xff]/;

/** A piece of a source with `utf8Bytes`. */
export const decodeUtf8 = (piece: string): string =>
  BEYOND_ASCII.test(piece) ? Buffer.from(piece, 'latin1').toString('utf8') : piece;

const hasUtf8Mark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function encodingOf(bytes: Buffer): string {
  const marked = utf16ByMark(bytes);
  if (marked !== null) return marked;
  const first = bytes[0];
  const second = bytes[1];
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const head = bytes.toString('latin1', 0, DECLARATION_BYTES);
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  return declared === undefined || /^utf-?8$/i.test(declared) ? 'utf-8' : known(declared);
}

/** Labels the platform does not know, and UTF-16 ones that the bytes have already belied, are read as UTF-8. */
function known(label: string): string {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}
