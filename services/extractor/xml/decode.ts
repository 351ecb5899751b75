/** Decodes the bytes of an XML entity to a string (XML 1.0, appendix F: byte order mark first, then the declaration). */

import { utf16ByMark } from '../byte-order-mark.ts';
import { webDecoder } from '../web-decoder.ts';

const DECLARATION_BYTES = 200;
const QUESTION = 63;

export interface XmlSource {
  text: string;
  /**
   * Whether `text` holds UTF-8 bytes, one per character, so that pieces taken from it still need decoding. Decoding all
   * of it would take twice the memory as soon as one character is beyond Latin-1, and most of a part is markup.
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
  // Checked on the string that is needed anyway; cutting the declaration out would create another string and need a
  // regular expression.
  const text = bytes[1] === QUESTION ? bytes.toString('latin1') : undefined;
  if (text !== undefined && USUAL_DECLARATIONS.some(declaration => text.startsWith(declaration)))
    return { text, utf8Bytes: true };
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8') return { text: webDecoder(encoding).decode(bytes), utf8Bytes: false };
  return { text: text ?? bytes.toString('latin1', hasUtf8Mark(bytes) ? 3 : 0), utf8Bytes: true };
}

/** Characters beyond ASCII, which here are single bytes of UTF-8. */
const BEYOND_ASCII = /[\x80-\xff]/;

/** Decodes a piece of a source with `utf8Bytes`. */
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

/**
 * Labels that the platform does not know are read as UTF-8, and so are UTF-16 labels, because the bytes have already
 * ruled UTF-16 out.
 */
function known(label: string): string {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}
