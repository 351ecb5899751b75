/** The text of a part, and the meaning of pieces of it. */
import { decodeUtf8, decodeXml } from './decode.ts';
import { decodeEntities } from './entities.ts';

const CARRIAGE_RETURN = 13;
const AMPERSAND = 38;
const LAST_ASCII = 127;
/**
 * Pieces up to this length are checked character by character; in longer ones, searching for each special character is
 * faster.
 */
const PLAIN_CHARACTERS = 24;

export class SourceText {
  readonly text: string;
  private readonly utf8Bytes: boolean;

  constructor(part: Buffer | string) {
    const { text, utf8Bytes } = typeof part === 'string' ? { text: part, utf8Bytes: false } : decodeXml(part);
    this.text = text;
    this.utf8Bytes = utf8Bytes;
  }

  /** A piece as written, with references unresolved. */
  characters(start: number, end: number): string {
    const raw = this.text.slice(start, end);
    const text = this.utf8Bytes ? decodeUtf8(raw) : raw;
    // XML 1.0, 2.11: every line ends with a line feed, however the file spells it.
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }

  /** A piece with references resolved. */
  slice(start: number, end: number): string {
    return this.isPlain(start, end)
      ? this.text.slice(start, end)
      : decodeEntities(this.characters(start, end));
  }

  /** Whether a short piece can be taken as it is: most are numbers and cell references. */
  private isPlain(start: number, end: number): boolean {
    if (end - start > PLAIN_CHARACTERS) return false;
    for (let at = start; at < end; at++) {
      const code = this.text.charCodeAt(at);
      if (code > LAST_ASCII || code === AMPERSAND || code === CARRIAGE_RETURN) return false;
    }
    return true;
  }
}
