/** Reads what Outlook packs into `winmail.dat` ([MS-OXTNEF]): the body and the attachments of a mail, outside MIME. */
import { isUtf8 } from 'node:buffer';
import { decodeBytes } from '../code-pages.ts';
import { decompressRtf } from './compressed-rtf.ts';

export interface TnefFile {
  name: string;
  content: Buffer;
}

export interface Tnef {
  /** Rich text, page or plain text, the richest available; null for none. */
  body: { mediaType: 'text/html' | 'application/rtf' | 'text/plain'; content: Buffer } | null;
  files: TnefFile[];
  /** What its header would contain; empty where it does not say. */
  fields: Record<keyof typeof FIELDS | 'sentAt', string>;
}

const SIGNATURE = 0x223e9f78;
const HEADER_BYTES = 6;
/** 2.1.3.2: level, id and length before an attribute's data, and a checksum after it. */
const ATTRIBUTE_BYTES = 9;
const CHECKSUM_BYTES = 2;
const ATTRIBUTE = {
  attachmentBegins: 0x00069002,
  attachmentTitle: 0x00018010,
  attachmentData: 0x0006800f,
  attachmentProperties: 0x00069005,
  messageProperties: 0x00069003,
  body: 0x0002800c,
  codePage: 0x00069007,
};
const PROPERTY = { body: 0x1000, rtf: 0x1009, html: 0x1013, data: 0x3701, name: 0x3704, longName: 0x3707 };
/** MS-OXPROPS; the surrounding messages have a header of their own. */
const FIELDS = { subject: 0x0037, senderName: 0x0c1a, senderAddress: 0x0c1f, to: 0x0e04, cc: 0x0e03 };
const SENT_AT = 0x0039;
const SUBJECT_ATTRIBUTE = 0x00018004;
/** Most attributes, properties and values of one stream; no mail comes near. */
const ITEMS_MAX = 20_000;

export const isTnef = (bytes: Buffer): boolean =>
  bytes.length >= HEADER_BYTES && bytes.readUInt32LE(0) === SIGNATURE;

/** Reads the stream as far as it can be followed. */
export function readTnef(bytes: Buffer): Tnef {
  const properties = new Map<number, Buffer>();
  const files: { file: TnefFile; properties: Map<number, Buffer> }[] = [];
  let plain: Buffer | null = null;
  let subject = '';
  let codePage = 1252;
  for (const { id, data } of attributesOf(bytes)) {
    const last = files.at(-1);
    if (id === ATTRIBUTE.attachmentBegins)
      files.push({ file: { name: '', content: Buffer.alloc(0) }, properties: new Map() });
    else if (id === ATTRIBUTE.attachmentTitle && last) last.file.name = textOf(asUtf8(data, codePage));
    else if (id === ATTRIBUTE.attachmentData && last) last.file.content = data;
    else if (id === ATTRIBUTE.attachmentProperties && last) readProperties(data, last.properties, codePage);
    else if (id === ATTRIBUTE.messageProperties) readProperties(data, properties, codePage);
    else if (id === ATTRIBUTE.body) plain = asUtf8(data, codePage);
    else if (id === ATTRIBUTE.codePage && data.length >= 4) codePage = data.readUInt32LE(0);
    else if (id === SUBJECT_ATTRIBUTE) subject = textOf(asUtf8(data, codePage));
  }
  return {
    body: bodyOf(properties, plain),
    files: files.map(({ file, properties: own }) => named(file, own)),
    fields: fieldsOf(properties, subject),
  };
}

export const tnefFields = (bytes: Buffer): Tnef['fields'] => readTnef(bytes).fields;

function fieldsOf(properties: ReadonlyMap<number, Buffer>, subject: string): Tnef['fields'] {
  const field = (id: number) => textOf(properties.get(id) ?? Buffer.alloc(0));
  return {
    subject: field(FIELDS.subject) || subject,
    senderName: field(FIELDS.senderName),
    senderAddress: field(FIELDS.senderAddress),
    to: field(FIELDS.to),
    cc: field(FIELDS.cc),
    sentAt: timeOf(properties.get(SENT_AT)),
  };
}

/** Converts 100 ns since 1601 to a mail's date (MS-DTYP 2.3.3, RFC 5322 3.3). */
function timeOf(bytes: Buffer | undefined): string {
  if (bytes === undefined || bytes.length < 8) return '';
  const milliseconds = Number(bytes.readBigUInt64LE(0) / 10_000n) - 11_644_473_600_000;
  const time = new Date(milliseconds);
  return Number.isNaN(time.getTime()) ? '' : time.toUTCString().replace('GMT', '+0000');
}

function bodyOf(properties: ReadonlyMap<number, Buffer>, plain: Buffer | null): Tnef['body'] {
  const html = properties.get(PROPERTY.html);
  if (html !== undefined) return { mediaType: 'text/html', content: html };
  const compressed = properties.get(PROPERTY.rtf);
  const rtf = compressed === undefined ? null : decompressRtf(compressed);
  if (rtf !== null) return { mediaType: 'application/rtf', content: rtf };
  const text = properties.get(PROPERTY.body) ?? plain;
  return text === null ? null : { mediaType: 'text/plain', content: text };
}

/** Returns a file with its long name, or else with the one of eight characters. */
function named(file: TnefFile, properties: ReadonlyMap<number, Buffer>): TnefFile {
  const name = properties.get(PROPERTY.longName) ?? properties.get(PROPERTY.name);
  const object = properties.get(PROPERTY.data);
  // Beside a packed message there is a sentence for programs that cannot read it.
  const content =
    object !== undefined && (file.content.length === 0 || isTnef(object)) ? object : file.content;
  return { name: name === undefined ? file.name : textOf(name), content };
}

function* attributesOf(bytes: Buffer): Generator<{ id: number; data: Buffer }> {
  let at = HEADER_BYTES;
  for (let count = 0; count < ITEMS_MAX && at + ATTRIBUTE_BYTES <= bytes.length; count++) {
    const length = bytes.readUInt32LE(at + 5);
    const start = at + ATTRIBUTE_BYTES;
    if (start + length > bytes.length) return;
    yield { id: bytes.readUInt32LE(at + 1), data: bytes.subarray(start, start + length) };
    at = start + length + CHECKSUM_BYTES;
  }
}

/** Bytes of values of a fixed size, padded to four (2.1.3.4). */
const FIXED_BYTES: Record<number, number | undefined> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};
const TIME = 0x40;
const STRING_8 = 0x1e;
const UNICODE = 0x1f;
const BINARY = 0x102;
const OBJECT = 0x0d;
const MULTIPLE = 0x1000;
const FIRST_NAMED = 0x8000;
const GUID_BYTES = 16;

/** Adds the values of properties with text or bytes; text is converted to UTF-8. */
function readProperties(bytes: Buffer, into: Map<number, Buffer>, codePage: number): void {
  const cursor = new Cursor(bytes);
  const count = Math.min(ITEMS_MAX, cursor.u32());
  for (let property = 0; property < count && !cursor.isOver; property++) {
    const type = cursor.u16();
    const id = cursor.u16();
    if (id >= FIRST_NAMED) skipName(cursor);
    const base = type & ~MULTIPLE;
    const fixed = FIXED_BYTES[base];
    if (base === TIME && type === base) {
      into.set(id, cursor.padded(8));
      continue;
    }
    if (fixed !== undefined) {
      cursor.skip(fixed * ((type & MULTIPLE) === 0 ? 1 : Math.min(ITEMS_MAX, cursor.u32())));
      continue;
    }
    if (![STRING_8, UNICODE, BINARY, OBJECT].includes(base)) return;
    const values = Math.min(ITEMS_MAX, cursor.u32());
    for (let value = 0; value < values && !cursor.isOver; value++) {
      const data = cursor.padded(cursor.u32());
      // An object begins with the id of its interface.
      const content = base === OBJECT ? data.subarray(GUID_BYTES) : data;
      if (into.has(id)) continue;
      if (base === UNICODE) into.set(id, Buffer.from(content.toString('utf16le')));
      else into.set(id, base === STRING_8 ? asUtf8(content, codePage) : content);
    }
  }
}

function skipName(cursor: Cursor): void {
  cursor.skip(GUID_BYTES);
  if (cursor.u32() === 0) cursor.skip(4);
  else cursor.padded(cursor.u32());
}

class Cursor {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isOver(): boolean {
    return this.at >= this.bytes.length;
  }

  u16(): number {
    this.at += 2;
    return this.at <= this.bytes.length ? this.bytes.readUInt16LE(this.at - 2) : 0;
  }

  u32(): number {
    this.at += 4;
    return this.at <= this.bytes.length ? this.bytes.readUInt32LE(this.at - 4) : 0;
  }

  skip(bytes: number): void {
    this.at += bytes;
  }

  /** Returns a value; values fill whole groups of four bytes. */
  padded(length: number): Buffer {
    const start = this.at;
    this.at += Math.ceil(length / 4) * 4;
    return this.bytes.subarray(start, Math.min(start + length, this.bytes.length));
  }
}

/**
 * Returns text in UTF-8, from the code page that the stream names (2.1.3.3.5), or from UTF-8, which some programs write
 * whatever it names.
 */
function asUtf8(bytes: Buffer, codePage: number): Buffer {
  return isUtf8(bytes) ? bytes : Buffer.from(decodeBytes(bytes, codePage));
}

const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/\0.*$/s, '').trim();
