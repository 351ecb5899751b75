/** Splits a file of mails into each mail's bytes. Most files contain one. */
import { asideLength, beginsWithField } from './sniff.ts';

/**
 * `From sender date`, then a header field (RFC 4155); in a body such a line is written `>From`. Current Thunderbird
 * writes neither sender nor date: then a whole header line and the beginning of the next one must follow.
 */
const SEPARATOR =
  /\n\r?\nFrom (?:\S+ [^\r\n]{0,60}\d{4}[^\r\n]{0,10}\r?\n(?=[!-9;-~]{1,80}:)|\r?\n(?=[!-9;-~]{1,80}:[^\n]{0,998}\n(?:[ \t]|[!-9;-~]{1,80}:)))/g;

/** A longer header has been recognised by then. */
const HEAD_BYTES = 16_384;
/** A field's name and its colon, with spaces between. */
const FIELD_BYTES = 128;

/**
 * Returns the mails. Only a file that begins with a separator is a mailbox. Leading empty lines are dropped, single
 * carriage returns are line ends, and one that a Windows program added before each line end is dropped.
 */
export function splitMailbox(bytes: Uint8Array): Buffer[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = withLineFeeds(utf8Of(buffer));
  let start = 0;
  while (text[start] === 0x0a || text[start] === 0x0d) start++;
  const mails = text.subarray(start);
  if (mails.subarray(0, 5).toString('latin1') !== 'From ') return [withoutAside(mails)];
  const starts = [...mails.toString('latin1').matchAll(SEPARATOR)].map(
    found => found.index + found[0].indexOf('From '),
  );
  return [0, ...starts].map((start, at) => mails.subarray(start, starts[at]));
}

function withoutAside(mail: Buffer): Buffer {
  // Nearly all begin with a field, and no more of their bytes need to be decoded.
  if (beginsWithField(mail.toString('latin1', 0, FIELD_BYTES))) return mail;
  return mail.subarray(asideLength(mail.toString('latin1', 0, HEAD_BYTES)));
}

/**
 * Returns the bytes as UTF-8. Mails are bytes around ASCII; a byte-order mark or UTF-16 comes from editors that saved
 * one as text.
 */
function utf8Of(buffer: Buffer): Buffer {
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) return buffer.subarray(3);
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return Buffer.from(buffer.subarray(2).toString('utf16le'));
  return buffer;
}

function withLineFeeds(buffer: Buffer): Buffer {
  const end = buffer.indexOf(0x0a);
  if (end < 0) return Buffer.from(buffer.map(byte => (byte === 0x0d ? 0x0a : byte)));
  const isEndedTwice = buffer[end - 1] === 0x0d && buffer[end - 2] === 0x0d;
  return isEndedTwice
    ? Buffer.from(buffer.toString('latin1').replaceAll('\r\r\n', '\r\n'), 'latin1')
    : buffer;
}
