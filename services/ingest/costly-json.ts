/**
 * JSON that holds a document is one long string and a few fields. JSON that is large and something else is not parsed, nor
 * read to its end: 14 MB of brackets within each other kept the event loop for 2 to 11 s.
 */

/** Parsed in a few milliseconds, whatever it is. */
const SMALL_BYTES = 64 * 1024;
/** Brackets, braces and commas: base64 has none of them, and the fields around it are some forty. */
const MOST_VALUES = 10_000;
/** Escapes cost ten times what other letters do. Base64 in lines has one in 38 letters, and as many where slashes are escaped. */
const BYTES_PER_ESCAPE = 12;

const BRACE = 0x7b;
const BRACKET = 0x5b;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Looks at a body as it comes. */
export class JsonCost {
  private bytes = 0;
  private values = 0;
  private escapes = 0;

  /** Whether parsing what has come so far may take far longer than parsing a document of its length. */
  isTooMuchWith(chunk: Uint8Array): boolean {
    this.bytes += chunk.length;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === BRACE || byte === BRACKET || byte === COMMA) this.values++;
      else if (byte === BACKSLASH) this.escapes++;
    }
    if (this.bytes <= SMALL_BYTES) return false;
    return this.values > MOST_VALUES || this.escapes > this.bytes / BYTES_PER_ESCAPE;
  }
}
