/**
 * Events as bytes: Avro single-object encoding, i.e. C3 01, the writer's schema as its CRC-64-AVRO fingerprint
 * (little-endian), the record. Every version ever published is read as the newest one.
 */

import type { Type } from 'avsc';
import { CLOUD_EVENT_TYPES, type Event } from '../../schemas/events.ts';
import { SCHEMA_RELEASES } from '../../schemas/releases.ts';
import { type EventReader, type EventWriter, publishedReader, writersOf } from './codec-schemas.ts';

const MARKER = 0x01c3; // C3 01 on the wire, read as a little-endian number
const FINGERPRINT_AT = 2;
const BODY_AT = 10;

/** Half of what a Kafka broker takes by default; events hold ids and numbers, real ones stay below 2 kB. */
export const MAX_EVENT_BYTES = 512 * 1024;

/** A record that is no event this code can read. */
export class EventDecodeError extends Error {
  override readonly name = 'EventDecodeError';
  /** `framing`: not an event's envelope; `schema`: written with a schema unknown here; `body`: damaged. */
  readonly reason: 'framing' | 'schema' | 'body';

  constructor(reason: EventDecodeError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A mistake in our own code: an event that its schema does not allow. */
export class EventEncodeError extends Error {
  override readonly name = 'EventEncodeError';
}

/** One way of putting events into records; all records of a log may be read by any of them. */
export interface EventCodec {
  /** @throws EventEncodeError */
  encode(event: Event): Buffer;
  /** The CloudEvents `type` of what `encode` makes of it: it ends in the version. */
  cloudEventType(event: Event): string;
  /**
   * A promise only where the record's schema must be asked for first, once for each schema.
   * @throws EventDecodeError, thrown or as the promise's rejection
   */
  decode(record: Uint8Array): Event | Promise<Event>;
}

/** Where records are written before they are copied out at their exact length; encoding never yields. */
const scratch = Buffer.allocUnsafe(MAX_EVENT_BYTES);

/** Names the fields that are wrong and never their values, which may be anything. */
function encodeError(type: Type, event: Event): EventEncodeError {
  const fields = new Set<string>();
  type.isValid(event, { errorHook: path => fields.add(path.join('.')) });
  return new EventEncodeError(
    `${event.type} does not fit its schema: ${[...fields].join(', ') || 'too large'}`,
  );
}

/** Headers of single-object records, and what follows each, for one release of the schemas. */
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

/** The record `header` + body, for any framing. */
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

/** @throws EventEncodeError where the release that is written has no such event */
export function writerOf<W extends EventWriter>(writers: ReadonlyMap<string, W>, event: Event): W {
  const writer = writers.get(event.type);
  if (writer === undefined)
    throw new EventEncodeError(
      `${event.type} is not written yet: EVENT_WRITE_RELEASE names an earlier release`,
    );
  return writer;
}

/** `textrail.extract.completed.v1`, by the version that is written. */
export function cloudEventTypeOf(event: Event, { file }: EventWriter): string {
  return CLOUD_EVENT_TYPES[event.type].replace(/\d+$/, String(file.version));
}

/** The event whose body starts at `bodyAt`, for any framing. */
export function decodeBody(reader: EventReader, record: Buffer, bodyAt: number): Event {
  try {
    const { value, offset } = reader.newest.decode(record, bodyAt, reader.resolver);
    if (offset === record.length) return { type: reader.type, ...value };
  } catch {
    // avsc's messages quote values; the error below says all that may be said.
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

/** Needs nothing beside the schemas; writes those of `release` (see schemas/releases.ts), reads every one. */
export function singleObjectCodecOf(release: number): EventCodec {
  return new SingleObjectCodec(release);
}

/** Writes the newest versions: for tests, and whoever writes to no log. */
export const singleObjectCodec: EventCodec = singleObjectCodecOf(SCHEMA_RELEASES.length);

/** @throws EventEncodeError */
export const encodeEvent = (event: Event): Buffer => singleObjectCodec.encode(event);
