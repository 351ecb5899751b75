/** The header block of a mail or of one of its parts (RFC 5322 2.2). */
import { decodeText } from './charset.ts';
import { decodeWords } from './encoded-word.ts';
import { parseStructured, type StructuredValue } from './structured-value.ts';

/** Header fields, first occurrence first. */
export class MimeHeader {
  private readonly fields = new Map<string, string>();

  /** A field that is repeated counts once, as the first: mail programs agree on that. */
  add(name: string, value: string): void {
    const key = name.toLowerCase();
    if (!this.fields.has(key)) this.fields.set(key, value);
  }

  /** The field's text with encoded words decoded and white space folded; empty where it is missing. */
  text(name: string): string {
    return decodeWords(this.raw(name)).replace(/\s+/g, ' ').trim();
  }

  raw(name: string): string {
    return this.fields.get(name.toLowerCase()) ?? '';
  }

  structured(name: string): StructuredValue {
    return parseStructured(this.raw(name));
  }

  get isEmpty(): boolean {
    return this.fields.size === 0;
  }
}

const FIELD = /^([!-9;-~]+)[ \t]*:/;
/**
 * A blank line that gateways put into a folded field: what follows it is indented, and then comes another field that mails
 * have. An indented first paragraph of a body is not followed by one.
 */
const FOLDED_OVER_BLANK =
  /^(?:[ \t]+\S[^\n]*\n(?:[ \t]*\r?\n(?=[ \t]+\S))?){1,20}(?:received|from|to|cc|date|subject|message-id|mime-version|content-type|content-transfer-encoding|return-path|reply-to|references|in-reply-to):/i;
const FOLDED_CHARACTERS = 4_096;

/** Whether the header goes on in `rest`, which follows a blank line. */
export const isFoldedOverBlank = (rest: string): boolean =>
  /^[ \t]/.test(rest) && FOLDED_OVER_BLANK.test(rest.slice(0, FOLDED_CHARACTERS));

/** The separator line of a mailbox, which mail programs sometimes save with the mail. */
const SEPARATOR = /^>?From /;

/**
 * Reads the header that begins at `start`. It ends at the first empty line, or before the first line that cannot be
 * a field: bodies without an empty line before them exist. `end` is where the body begins.
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
  let at = start;
  while (at < limit) {
    const newline = bytes.indexOf(0x0a, at);
    const next = newline === -1 || newline >= limit ? limit : newline + 1;
    const line = decodeText(bytes.subarray(at, next), undefined).replace(/[\r\n]+$/, '');
    if (line === '') {
      at = next;
      const rest = bytes.subarray(next, Math.min(limit, next + FOLDED_CHARACTERS)).toString('latin1');
      if (lines.length > 0 && isFoldedOverBlank(rest)) continue;
      break;
    }
    if (/^[ \t]/.test(line) && lines.length > 0) lines.push(line.trim());
    else if (FIELD.test(line)) {
      close();
      lines = [line];
    } else if (!(SEPARATOR.test(line) && header.isEmpty && lines.length === 0)) break;
    at = next;
  }
  close();
  return { header, end: at };
}
