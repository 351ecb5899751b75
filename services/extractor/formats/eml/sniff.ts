/** Estimates how likely a text is a mail, by the header fields with which it begins (RFC 5322 2.2). */
import { nameSet } from '../../html/name-set.ts';
import { isFoldedOverBlank } from '../../mime/broken-header.ts';

/** Fields that mails have and with which notes, scripts or HTTP responses do not begin. */
const MAIL_FIELDS = nameSet(
  'from to cc bcc subject date message-id mime-version received return-path delivered-to reply-to',
  'sender in-reply-to references content-type content-transfer-encoding x-mailer envelope-to',
  'x-original-to x-gmail-labels dkim-signature authentication-results arc-seal x-received',
  'list-unsubscribe resent-from resent-to user-agent disposition-notification-to',
);
/** Fields of which one is enough: notes and settings have a date or a `to`, but none of these. */
const TELLING_FIELDS = nameSet('subject received mime-version message-id return-path delivered-to');
/** The header with which a mail begins if it was cut down to its body. */
const PARTS = /^content-type[ \t]*:[ \t]*multipart\//i;
/** A field name and its colon (RFC 5322 3.6.8; the obsolete syntax allows spaces between). */
const FIELD = /^([!-9;-~]{1,80})[ \t]*:/;
/** Number of fields examined; a mail is recognised by far fewer. */
const FIELD_CEILING = 200;
const LINE_CEILING = FIELD_CEILING * 4;

/** A program's message when it printed a mail (`Found 3 messages`) is one line; more is a text that quotes a mail. */
const ASIDE = /^[^\r\n]{1,200}\r?\n(?=[!-9;-~]{1,80}[ \t]*:)/;
/** More fields than a quoted example has. */
const LEAST_BEHIND_ASIDE = 6;

export function sniffMail(head: string): number {
  const text = head.trimStart();
  const isMailbox = /^>?From (?:\S|\r?\n)/.test(text);
  // A text that does not begin with a field need not be parsed.
  if (!isMailbox && !FIELD.test(text)) return asideLength(text) > 0 ? 1 : 0;
  const lines = new Lines(text);
  const first = lines.next() ?? '';
  const names = fieldNames(isMailbox ? lines : new Lines(text));
  const known = names.filter(name => MAIL_FIELDS.has(name)).length;
  if (known >= 2) return known * 3 >= Math.min(names.length, 12) || isMailbox ? 1 : 0.7;
  const isTelling = isMailbox || names.some(name => TELLING_FIELDS.has(name)) || PARTS.test(first);
  return known === 1 && isTelling ? 0.5 : 0;
}

export const beginsWithField = (text: string): boolean => FIELD.test(text);

/** Returns the length of a line before the header that is not part of it; 0 where there is none. */
export function asideLength(text: string): number {
  const length = FIELD.test(text) ? 0 : (ASIDE.exec(text)?.[0].length ?? 0);
  if (length === 0) return 0;
  const names = new Set(fieldNames(new Lines(text.slice(length))));
  const known = [...names].filter(name => MAIL_FIELDS.has(name)).length;
  return known >= LEAST_BEHIND_ASIDE && names.has('message-id') ? length : 0;
}

/** Returns lower-case names of the fields up to the first line that cannot belong to a header. */
function fieldNames(lines: Lines): string[] {
  const names: string[] = [];
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    if (names.length > 0) {
      if (line.startsWith(' ') || line.startsWith('\t')) continue;
      if (line === '' && lines.isNextIndented && isFoldedOverBlank(lines.rest())) continue;
    }
    const name = FIELD.exec(line)?.[1];
    if (name === undefined || names.length >= FIELD_CEILING) break;
    names.push(name.toLowerCase());
  }
  return names;
}

/** The lines of a text, with any line ends, read one by one: a header is mostly a small part of its text. */
class Lines {
  private readonly text: string;
  private at = 0;
  private left = LINE_CEILING;
  /** Position of the first carriage return at or after `at`. */
  private nextReturn = -1;

  constructor(text: string) {
    this.text = text;
  }

  next(): string | undefined {
    const { text, at } = this;
    if (this.left === 0 || at > text.length) return undefined;
    this.left--;
    const feed = placeOf('\n', text, at);
    if (this.nextReturn < at) this.nextReturn = placeOf('\r', text, at);
    const end = Math.min(feed, this.nextReturn);
    this.at = end + 1;
    // A line feed after one or two carriage returns.
    if (end < feed && (feed === end + 1 || (feed === end + 2 && text[end + 1] === '\r'))) this.at = feed + 1;
    return text.slice(at, end);
  }

  get isNextIndented(): boolean {
    return this.text[this.at] === ' ' || this.text[this.at] === '\t';
  }

  /** Returns the following lines, with line feeds between them. */
  rest(): string {
    return this.text
      .slice(this.at)
      .split(/\r{0,2}\n|\r/, this.left)
      .join('\n');
  }
}

/** Returns the position of a character, or the text's end where there is none. */
function placeOf(sign: string, text: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
}
