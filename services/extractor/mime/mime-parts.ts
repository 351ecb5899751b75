/**
 * Splits a mail's bytes into its readable parts, in order (RFC 2046). Mails inside it are returned beside it, each with
 * its own parts. Used instead of postal-mime, which joins all bodies into one, loses the charset of attached text,
 * supports neither UTF-7 nor DOS code pages, and examines each line of a 40 MB attachment.
 */
import type { Warning } from '../../../schemas/document.ts';
import { type MimeHeader, readHeader } from './mime-header.ts';
import { signedContent } from './signed-content.ts';
import type { StructuredValue } from './structured-value.ts';
import { isTnef, readTnef, type Tnef, type TnefFile } from './tnef.ts';
import { mailOfTnef } from './tnef-mail.ts';
import { decodeTransfer } from './transfer-encoding.ts';

export interface MailPart {
  mediaType: string;
  charset: string | undefined;
  fileName: string;
  isAttachment: boolean;
  /** Whether it is stored as a file under its name, even if shown at once. */
  isFile: boolean;
  /** Whether it is shown inside a page, which refers to it by its id (RFC 2392). */
  isInline: boolean;
  /** Whether it is a style sheet or picture of a saved page (RFC 2557), to which only the page refers. */
  isPageResource: boolean;
  /** format=flowed and DelSp=yes (RFC 3676). */
  isFlowed: boolean;
  deletesSpace: boolean;
  encoding: string;
  /** Still transfer-encoded. */
  raw: Buffer;
  /** Number of the outermost `multipart/alternative` of which it belongs to a version; null outside one. */
  alternative: number | null;
}

export interface Mail {
  header: MimeHeader;
  parts: MailPart[];
  /** 0 for the mail itself, 1 for one forwarded in it, … */
  depth: number;
}

/** `message/news` is the type with which news articles were forwarded (RFC 5537 C.1). */
export const MAIL_TYPES = new Set(['message/rfc822', 'message/global', 'message/news']);

/** Deepest nesting of parts. Each level examines its bytes again, so this also bounds time. */
const NESTING_CEILING = 512;

/** Mails that are signed as a whole; encrypted ones have the same type and are distinguished by their content. */
const SIGNED = /^application\/(?:x-)?pkcs7-mime$/;

interface Pending {
  bytes: Buffer;
  defaultType: string;
  alternative: number | null;
  /** Null where a mail begins. */
  mail: Mail | null;
  mailDepth: number;
  nesting: number;
  /** The boundary of the surrounding multipart, and how many of those around it have the same one. */
  boundary: string;
  repeats: number;
}

/** Returns mails in the order in which they begin. Parts beyond the ceilings are left out with a warning. */
export function readMails(bytes: Buffer, partCeiling: number): { mails: Mail[]; warnings: Warning[] } {
  const mails: Mail[] = [];
  const pending: Pending[] = [
    {
      bytes,
      defaultType: 'text/plain',
      alternative: null,
      mail: null,
      mailDepth: 0,
      nesting: 0,
      boundary: '',
      repeats: 0,
    },
  ];
  let parts = 0;
  let isCut = false;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    isCut ||= next.nesting > NESTING_CEILING || parts >= partCeiling;
    if (next.nesting > NESTING_CEILING || parts >= partCeiling) continue;
    for (const part of readPart(next, mails, ++parts).reverse()) pending.push(part);
  }
  return { mails, warnings: isCut ? [{ code: 'part-ceiling', page: null }] : [] };
}

/** Adds one part to its mail, or returns the parts of which it consists. */
function readPart(pending: Pending, mails: Mail[], number: number): Pending[] {
  const start = pending.mail === null ? headerStart(pending.bytes) : 0;
  const { header, end } = readHeader(pending.bytes, start, pending.bytes.length);
  const body = pending.bytes.subarray(end);
  const mail = pending.mail ?? { header, parts: [], depth: pending.mailDepth };
  if (pending.mail === null) mails.push(mail);
  const type = header.structured('content-type');
  const mediaType = /^[\w.+-]+\/[\w.+-]+$/.test(type.value) ? type.value : pending.defaultType;
  const inner = { ...pending, mail, nesting: pending.nesting + 1, defaultType: 'text/plain' };
  if (mediaType.startsWith('multipart/') || isUndeclaredMultipart(header, body)) {
    const boundary = type.params.get('boundary') ?? '';
    const repeats = boundary === pending.boundary ? pending.repeats + 1 : 0;
    const sections = sectionsOf(body, boundary, encodingOf(header), repeats < REPEATS_MAX);
    const isAlternative = mediaType === 'multipart/alternative';
    const alternative = pending.alternative ?? (isAlternative ? number : null);
    const defaultType = mediaType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    if (sections.length > 0)
      return sections.map(bytes => ({ ...inner, bytes, alternative, defaultType, boundary, repeats }));
  }
  const encoding = encodingOf(header);
  if (MAIL_TYPES.has(mediaType) || isFirstPiece(mediaType, type)) {
    const file = leafPart(header, mediaType, body, encoding, pending.alternative);
    if (file.fileName !== '' && MAIL_TYPES.has(mediaType)) mail.parts.push(file);
    const bytes = Buffer.from(decodeTransfer(body, encoding));
    return [{ ...inner, bytes, alternative: null, mail: null, mailDepth: mail.depth + 1 }];
  }
  const signed = SIGNED.test(mediaType) ? signedContent(decodeTransfer(body, encoding)) : null;
  if (signed !== null) return [{ ...inner, bytes: signed }];
  const part = leafPart(header, mediaType, body, encoding, pending.alternative);
  const packed = unpacked(part);
  if (packed === null) {
    mail.parts.push(part);
    return [];
  }
  const isMessage = ({ content }: TnefFile) => isTnef(content);
  mail.parts.push(
    ...tnefParts({ ...packed, files: packed.files.filter(file => !isMessage(file)) }, part, mail),
  );
  const nested = { ...inner, alternative: null, mail: null, mailDepth: mail.depth + 1 };
  return packed.files.filter(isMessage).map(({ content }) => ({ ...nested, bytes: mailOfTnef(content) }));
}

const encodingOf = (header: MimeHeader): string =>
  /[\w-]+/.exec(header.structured('content-transfer-encoding').value)?.[0] ?? '';

/**
 * Whether a part is the first piece of a mail that was sent in several: it begins with the whole mail's header (RFC
 * 2046 5.2.2).
 */
const isFirstPiece = (mediaType: string, { params }: StructuredValue): boolean =>
  mediaType === 'message/partial' && Number(params.get('number')) === 1;

const TNEF_SIGNATURE_BYTES = 8;

/** Returns what Outlook packed outside MIME (`winmail.dat`), whatever its label; null where the part is not of this kind. */
function unpacked({ mediaType, raw, encoding }: MailPart): Tnef | null {
  if (!mediaType.startsWith('application/')) return null;
  const head = Buffer.from(decodeTransfer(raw.subarray(0, TNEF_SIGNATURE_BYTES * 4), encoding));
  return isTnef(head) ? readTnef(Buffer.from(decodeTransfer(raw, encoding))) : null;
}

/** Returns the parts of a packed mail, whose body counts if the mail has no other. */
function tnefParts({ body, files }: Tnef, part: MailPart, mail: Mail): MailPart[] {
  const binary = { ...part, encoding: 'binary', isInline: false, isPageResource: false };
  const attached = files.map(({ name, content }) => ({
    ...binary,
    mediaType: 'application/octet-stream',
    fileName: name,
    isAttachment: true,
    isFile: true,
    raw: content,
  }));
  const hasBody = mail.parts.some(
    ({ isAttachment, mediaType }) => !isAttachment && mediaType.startsWith('text/'),
  );
  if (body === null || hasBody) return attached;
  const { mediaType, content: raw } = body;
  return [
    { ...binary, mediaType, charset: 'utf-8', fileName: '', isAttachment: false, isFile: false, raw },
    ...attached,
  ];
}

/** Returns the position after blank lines, which programs that show a mail's source put before it. */
function headerStart(bytes: Buffer): number {
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0a || byte === 0x0d) start = at + 1;
    else if (byte !== 0x20 && byte !== 0x09) break;
  }
  return start;
}

function leafPart(
  header: MimeHeader,
  mediaType: string,
  raw: Buffer,
  encoding: string,
  alternative: number | null,
): MailPart {
  const { params } = header.structured('content-type');
  const disposition = header.structured('content-disposition');
  const fileName = disposition.params.get('filename') ?? params.get('name') ?? '';
  return {
    mediaType: mediaType.startsWith('multipart/') ? 'text/plain' : mediaType,
    charset: params.get('charset'),
    fileName,
    isAttachment: disposition.value === 'attachment',
    isFile: (disposition.params.get('filename') ?? '') !== '',
    isInline: disposition.value !== 'attachment' && header.raw('content-id') !== '',
    isPageResource: fileName === '' && header.raw('content-location') !== '',
    isFlowed: params.get('format')?.toLowerCase() === 'flowed',
    deletesSpace: params.get('delsp')?.toLowerCase() === 'yes',
    encoding,
    raw,
    alternative,
  };
}

/** A line of its own, `--boundary`, before a header: the value of a missing boundary parameter. */
const LIKELY_BOUNDARY = /(?:^|\n)--([^\s-][^\r\n]{0,70}?)[ \t]*\r?\n(?:content-|\r?\n)/i;

/** Whether the header lost its Content-Type and the body begins like the parts of a mail. */
function isUndeclaredMultipart(header: MimeHeader, body: Buffer): boolean {
  if (header.isEmpty || header.raw('content-type') !== '') return false;
  const head = body.subarray(0, 1_024).toString('latin1').trimStart();
  return /^--[^\s-][^\r\n]{0,70}\r?\ncontent-(?:type|transfer-encoding|disposition):/i.test(head);
}

/**
 * Returns the sections by the declared boundary; where it does not occur, those in the decoded body, and finally those
 * by a boundary that does occur.
 */
function sectionsOf(body: Buffer, declared: string, encoding: string, mayRepeat: boolean): Buffer[] {
  const sections = declared === '' ? [] : splitAtBoundary(body, declared, mayRepeat);
  if (sections.length > 0) return sections;
  const decoded = declared !== '' && ENCODED.test(encoding) ? decodeTransfer(body, encoding) : body;
  const inside = decoded === body ? [] : splitAtBoundary(Buffer.from(decoded), declared, mayRepeat);
  return inside.length > 0 ? inside : splitAtBoundary(body, undefined, false);
}

/** Most nested multiparts with one boundary; searching for them takes time at each level. */
const REPEATS_MAX = 3;

/** A multipart must not be encoded (RFC 2045 6.4), but gateways and scanners do it. */
const ENCODED = /^(?:base64|quoted-printable)$/;

/** Returns the sections between the delimiter lines; what comes before the first and after the last is not part of the mail. */
function splitAtBoundary(body: Buffer, declared: string | undefined, mayRepeat: boolean): Buffer[] {
  const boundary = declared || LIKELY_BOUNDARY.exec(body.subarray(0, 64 * 1024).toString('latin1'))?.[1];
  if (!boundary) return [];
  const delimiter = Buffer.from(`--${boundary}`);
  const sections: Buffer[] = [];
  let start = -1;
  let previous = -1;
  /** Number of inner multiparts with the same boundary, which are divided later. */
  let inner = 0;
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    const line = delimiterLine(body, at, delimiter.length);
    if (line === null) continue;
    if (mayRepeat && previous !== -1 && declaresBoundary(body.subarray(previous, at), boundary)) inner++;
    previous = line.next;
    if (inner > 0) {
      if (line.isLast) inner--;
      continue;
    }
    if (start !== -1) sections.push(body.subarray(start, withoutLineEnd(body, at)));
    start = line.next;
    if (line.isLast) return sections;
  }
  if (start !== -1) sections.push(body.subarray(Math.min(start, body.length)));
  return sections;
}

/** A multipart's header is short, and only its preamble comes between it and the first delimiter. */
const HEADER_BYTES = 2_048;

function declaresBoundary(section: Buffer, boundary: string): boolean {
  const head = section.subarray(0, HEADER_BYTES);
  if (!head.includes(boundary)) return false;
  const { value, params } = readHeader(head, 0, head.length).header.structured('content-type');
  return value.startsWith('multipart/') && params.get('boundary') === boundary;
}

/** Returns null where the found text is no delimiter line: not at a line's start, or with more text after it. */
function delimiterLine(body: Buffer, at: number, length: number): { isLast: boolean; next: number } | null {
  if (at > 0 && body[at - 1] !== 0x0a) return null;
  const newline = body.indexOf(0x0a, at + length);
  const end = newline === -1 ? body.length : newline;
  const rest = body
    .subarray(at + length, Math.min(end, at + length + 80))
    .toString('latin1')
    .trimEnd();
  if (rest !== '' && rest !== '--') return null;
  return { isLast: rest === '--', next: end + 1 };
}

/** Returns the position without the line end before a delimiter, which belongs to the delimiter (RFC 2046 5.1.1). */
function withoutLineEnd(body: Buffer, at: number): number {
  const end = body[at - 1] === 0x0a ? at - 1 : at;
  return body[end - 1] === 0x0d ? end - 1 : end;
}
