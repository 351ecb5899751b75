/**
 * JSON that carries a document is one long string and a few fields. Large JSON of any other kind is neither parsed nor
 * read to its end: parsing 14 MB of nested brackets blocked the event loop for 2 to 11 s.
 */

/** JSON up to this size parses in a few milliseconds, whatever it contains. */
const SMALL_BYTES = 64 * 1024;
/** Most brackets, braces and commas. Base64 has none of them, and the fields around it have about forty. */
const MOST_VALUES = 10_000;
/**
 * Escapes cost ten times as much as other characters. Base64 in lines has one in 38 characters, and about as many if
 * slashes are escaped.
 */
const BYTES_PER_ESCAPE = 12;

const BRACE = 0x7b;
const BRACKET = 0x5b;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Judges a JSON body chunk by chunk while it arrives. */
export class JsonCost {
  private bytes = 0;
  private values = 0;
  private escapes = 0;

  /** Whether parsing what has arrived so far could take far longer than parsing a document of that length. */
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
