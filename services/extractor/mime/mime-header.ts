/** The header block of a mail or of one of its parts (RFC 5322 2.2). */
import { headerLeft, isFoldedOverBlank, isTypedOverBlank, LOOKED_AT_CHARACTERS } from './broken-header.ts';
import { decodeText } from './charset.ts';
import { decodeWords } from './encoded-word.ts';
import { parseStructured, type StructuredValue } from './structured-value.ts';

/** White space other than a single space; a zero-width mark (U+FEFF) does not count, although `\s` matches it. */
const FOLDABLE = /[^\S \ufeff][^\S\ufeff]*| [^\S\ufeff]+/g;

/** Header fields, first occurrence first. */
export class MimeHeader {
  private readonly fields = new Map<string, string>();
  private readonly parsed = new Map<string, StructuredValue>();

  /** Adds a field. Of a repeated field only the first counts, as in all mail programs. */
  add(name: string, value: string): void {
    const key = name.toLowerCase();
    if (!this.fields.has(key)) this.fields.set(key, value);
  }

  /** Returns the field's text with encoded words decoded and white space collapsed; empty where it is missing. */
  text(name: string): string {
    const value = this.raw(name);
    return value === '' ? '' : decodeWords(value).replace(FOLDABLE, ' ').trim();
  }

  raw(name: string): string {
    return this.fields.get(name.toLowerCase()) ?? '';
  }

  structured(name: string): StructuredValue {
    let value = this.parsed.get(name);
    if (value === undefined) {
      value = parseStructured(this.raw(name));
      this.parsed.set(name, value);
    }
    return value;
  }

  get isEmpty(): boolean {
    return this.fields.size === 0;
  }
}

const FIELD = /^([!-9;-~]+)[ \t]*:/;
const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;
const LINE_FEED = 0x0a;

const latin1 = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end);

/** Longer than nearly all headers. */
const WINDOW_BYTES = 8 * 1024;
/** Characters that a line of ASCII does not contain; an escape changes the character set (RFC 1468). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: one of them is what is looked for.
const NO_ASCII = /[\x1b\x80-\xff]/;

/** The lines of a header as text. Nearly all are ASCII, so a window of the bytes is read as Latin-1 and divided into lines. */
class HeaderLines {
  /** Where the line after the last one returned begins. */
  next = 0;
  private readonly bytes: Buffer;
  private readonly start: number;
  private readonly limit: number;
  private readonly window: string;

  constructor(bytes: Buffer, start: number, limit: number) {
    this.bytes = bytes;
    this.start = start;
    this.limit = limit;
    this.window = latin1(bytes, start, Math.min(limit, start + WINDOW_BYTES));
  }

  /** Returns a line without its line end. */
  lineAt(at: number): string {
    const from = at - this.start;
    const newline = this.window.indexOf('\n', from);
    if (newline < 0) return this.decodedLine(at);
    this.next = this.start + newline + 1;
    let end = newline;
    while (end > from && this.window.charCodeAt(end - 1) === RETURN) end--;
    const line = this.window.slice(from, end);
    return NO_ASCII.test(line) ? this.decodedLine(at) : line;
  }

  private decodedLine(at: number): string {
    const newline = this.bytes.indexOf(LINE_FEED, at);
    this.next = newline === -1 || newline >= this.limit ? this.limit : newline + 1;
    return decodeText(this.bytes.subarray(at, this.next), undefined).replace(/(?<![\r\n])[\r\n]+$/, '');
  }
}

/** The separator line of a mailbox, which mail programs sometimes save with the mail. */
const SEPARATOR = /^>?From /;

/**
 * Reads the header that begins at `start`. It ends at the first empty line, or before the first line that cannot be a
 * field (bodies without an empty line before them exist), unless what follows shows that it continues. `end` is where
 * the body begins.
 */
export function readHeader(bytes: Buffer, start: number, limit: number): { header: MimeHeader; end: number } {
  const header = new MimeHeader();
  let lines: string[] = [];
  const close = () => {
    const whole = lines.join(' ');
    const colon = whole.indexOf(':');
    if (colon > 0) header.add(whole.slice(0, colon).trim(), whole.slice(colon + 1).trim());
    lines = [];
  };
  const source = new HeaderLines(bytes, start, limit);
  const restAt = (from: number) => latin1(bytes, from, Math.min(limit, from + LOOKED_AT_CHARACTERS));
  /** Up to here, lines that are no fields still belong to the header. */
  let brokenUntil = start;
  let at = start;
  while (at < limit) {
    const line = source.lineAt(at);
    const { next } = source;
    if (line === '') {
      at = next;
      const goesOn = lines.length > 0 && (bytes[at] === SPACE || bytes[at] === TAB);
      if (goesOn && isFoldedOverBlank(restAt(at))) continue;
      close();
      if (header.raw('content-type') === '' && isTypedOverBlank(restAt(at))) continue;
      break;
    }
    if (lines.length > 0 && (line.startsWith(' ') || line.startsWith('\t'))) lines.push(line.trim());
    else if (FIELD.test(line)) {
      close();
      lines = [line];
    } else if (lines.length > 0) {
      if (next > brokenUntil) {
        const left = headerLeft(restAt(next), name => header.raw(name) !== '');
        if (left === 0) break;
        brokenUntil = next + left;
      }
      if (!SEPARATOR.test(line)) lines.push(line.trim());
    } else if (!SEPARATOR.test(line) || !header.isEmpty) break;
    at = next;
  }
  close();
  return { header, end: at };
}
