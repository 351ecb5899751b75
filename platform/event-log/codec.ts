/**
 * Encodes events in Avro single-object encoding: C3 01, the CRC-64-AVRO fingerprint of the writer's schema
 * (little-endian), the record. Every version ever published is read as the newest one.
 */

import type { Type } from 'avsc';
import { CLOUD_EVENT_TYPES, type Event } from '../../schemas/events.ts';
import { SCHEMA_RELEASES } from '../../schemas/releases.ts';
import { type EventReader, type EventWriter, publishedReader, writersOf } from './codec-schemas.ts';

const MARKER = 0x01c3; // C3 01 on the wire, as a little-endian number
const FINGERPRINT_AT = 2;
const BODY_AT = 10;

/** Half of what a Kafka broker accepts by default. Events hold only ids and numbers; real ones stay below 2 kB. */
export const MAX_EVENT_BYTES = 512 * 1024;

/** A record that cannot be read as an event by this code. */
export class EventDecodeError extends Error {
  override readonly name = 'EventDecodeError';
  /** `framing`: not an event's envelope; `schema`: written with an unknown schema; `body`: damaged. */
  readonly reason: 'framing' | 'schema' | 'body';

  constructor(reason: EventDecodeError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** An error in our own code: an event that its schema does not allow. */
export class EventEncodeError extends Error {
  override readonly name = 'EventEncodeError';
}

/** A way of encoding events as records. Every codec can read all records of a log. */
export interface EventCodec {
  /** @throws EventEncodeError */
  encode(event: Event): Buffer;
  /** The CloudEvents `type` of the record that `encode` writes; it ends in the schema's version. */
  cloudEventType(event: Event): string;
  /**
   * Returns a promise only if the record's schema has to be fetched first, once for each schema.
   * @throws EventDecodeError, directly or as the promise's rejection
   */
  decode(record: Uint8Array): Event | Promise<Event>;
}

/**
 * Buffer in which records are written before they are copied out at their exact length; safe to share because encoding
 * never yields.
 */
const scratch = Buffer.allocUnsafe(MAX_EVENT_BYTES);

/** An error that names the invalid fields, but never their values, which may be anything. */
function encodeError(type: Type, event: Event): EventEncodeError {
  const fields = new Set<string>();
  type.isValid(event, { errorHook: path => fields.add(path.join('.')) });
  return new EventEncodeError(
    `${event.type} does not fit its schema: ${[...fields].join(', ') || 'too large'}`,
  );
}

/** Writers with the header of their single-object records, for one release of the schemas. */
type Framed = ReadonlyMap<string, EventWriter & { header: Buffer }>;

function framed(release: number): Framed {
  const writers = [...writersOf(release)].map(([name, writer]) => {
    const header = Buffer.alloc(BODY_AT);
    header.writeUInt16LE(MARKER, 0);
    header.writeBigUInt64LE(writer.file.fingerprint, FINGERPRINT_AT);
    return [name, { ...writer, header }] as const;
  });
  return new Map(writers);
}

/** The record: `header`, then the encoded event. For any framing. */
export function encodeAfter(header: Buffer, { type }: EventWriter, event: Event): Buffer {
  let end: number;
  try {
    end = type.encode(event, scratch, header.length);
  } catch {
    throw encodeError(type, event);
  }
  if (end < 0) throw encodeError(type, event);
  header.copy(scratch);
  return Buffer.from(scratch.subarray(0, end));
}

/** @throws EventEncodeError if the release being written has no such event */
export function writerOf<W extends EventWriter>(writers: ReadonlyMap<string, W>, event: Event): W {
  const writer = writers.get(event.type);
  if (writer === undefined)
    throw new EventEncodeError(
      `${event.type} is not written yet: EVENT_WRITE_RELEASE names an earlier release`,
    );
  return writer;
}

/** For example `textrail.extract.completed.v1`, with the version that is written. */
export function cloudEventTypeOf(event: Event, { file }: EventWriter): string {
  return CLOUD_EVENT_TYPES[event.type].replace(/\d+$/, String(file.version));
}

/** Decodes the event whose body starts at `bodyAt`. For any framing. */
export function decodeBody(reader: EventReader, record: Buffer, bodyAt: number): Event {
  try {
    const { value, offset } = reader.newest.decode(record, bodyAt, reader.resolver);
    if (offset === record.length) return { type: reader.type, ...value };
  } catch {
    // avsc's messages quote values, which must not be logged; the error below says all that may be said.
  }
  throw new EventDecodeError('body', `a damaged ${reader.type} of ${record.length} bytes`);
}

export function asBuffer(record: Uint8Array): Buffer {
  return Buffer.isBuffer(record) ? record : Buffer.from(record.buffer, record.byteOffset, record.byteLength);
}

/** @throws EventDecodeError */
export function decodeEvent(record: Uint8Array): Event {
  const buffer = asBuffer(record);
  if (buffer.length < BODY_AT || buffer.length > MAX_EVENT_BYTES || buffer.readUInt16LE(0) !== MARKER) {
    throw new EventDecodeError(
      'framing',
      `a record of ${buffer.length} bytes is not in single-object encoding`,
    );
  }
  const fingerprint = buffer.readBigUInt64LE(FINGERPRINT_AT);
  const reader = publishedReader(fingerprint);
  if (!reader)
    throw new EventDecodeError('schema', `no schema has the fingerprint ${fingerprint.toString(16)}`);
  return decodeBody(reader, buffer, BODY_AT);
}

class SingleObjectCodec implements EventCodec {
  readonly #writers: Framed;

  constructor(release: number) {
    this.#writers = framed(release);
  }

  encode(event: Event): Buffer {
    const writer = writerOf(this.#writers, event);
    return encodeAfter(writer.header, writer, event);
  }

  cloudEventType(event: Event): string {
    return cloudEventTypeOf(event, writerOf(this.#writers, event));
  }

  decode(record: Uint8Array): Event {
    return decodeEvent(record);
  }
}

/** The codec that needs only the schemas: writes those of `release` (see schemas/releases.ts), reads all. */
export function singleObjectCodecOf(release: number): EventCodec {
  return new SingleObjectCodec(release);
}

/** Writes the newest versions; for tests, and for code that writes to no log. */
export const singleObjectCodec: EventCodec = singleObjectCodecOf(SCHEMA_RELEASES.length);

/** @throws EventEncodeError */
export const encodeEvent = (event: Event): Buffer => singleObjectCodec.encode(event);
