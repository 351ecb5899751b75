/**
 * The codec for a log with a schema registry. Uses Confluent framing: a zero byte, the schema's id (4 bytes,
 * big-endian), the record. Subjects follow TopicRecordNameStrategy (`topic-namespace.Record`), because our topics carry
 * several kinds of records. Single-object records are read too, so the setting may be changed on a live log.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Event, TOPIC_PREFIX } from '../../schemas/events.ts';
import { type EventSchema, topicsOf } from '../../schemas/generate-schema.ts';
import type { OnAway } from '../awaited-servers.ts';
import {
  asBuffer,
  cloudEventTypeOf,
  decodeBody,
  decodeEvent,
  type EventCodec,
  EventDecodeError,
  encodeAfter,
  singleObjectCodecOf,
  writerOf,
} from './codec.ts';
import { schemaFingerprint } from './codec-canonical-form.ts';
import { RegistryClient, RegistryError } from './codec-registry-client.ts';
import {
  type EventReader,
  type EventWriter,
  publishedReader,
  readerFor,
  writersOf,
} from './codec-schemas.ts';

const OPEN_PAUSE_MS = 500;
const MAGIC = 0;
const ID_AT = 1;
const BODY_AT = 5;
const SINGLE_OBJECT_FIRST_BYTE = 0xc3;

function subjectOf(topic: string, schema: Pick<EventSchema, 'namespace' | 'name'>): string {
  return `${topic}-${schema.namespace}.${schema.name}`;
}

/** The reader for a schema that another writer registered: usually a published one, otherwise a newer one. */
function readerOf(schemaText: string, id: number): EventReader {
  try {
    const name = String((JSON.parse(schemaText) as EventSchema).name);
    return (
      publishedReader(schemaFingerprint(schemaText)) ?? readerFor({ schema: { name }, text: schemaText })
    );
  } catch {
    // Whatever is wrong with a foreign schema, its records are not events of ours.
    throw new EventDecodeError('schema', `schema ${id} of the registry is no event known here`);
  }
}

class RegistryCodec implements EventCodec {
  readonly #client: RegistryClient;
  readonly #writers = new Map<string, EventWriter & { header: Buffer }>();
  readonly #readers = new Map<number, EventReader>();
  /** Requests in progress, so that a batch of records with a new id asks only once. */
  readonly #asked = new Map<number, Promise<EventReader>>();

  constructor(client: RegistryClient) {
    this.#client = client;
  }

  /**
   * Registers the schema under all its subjects. An id belongs to the schema, not to a subject, so all of them return
   * the same id.
   */
  async register(writer: EventWriter): Promise<void> {
    const { file } = writer;
    const subjects = topicsOf(file.schema).map(topic => subjectOf(`${TOPIC_PREFIX}${topic}`, file.schema));
    const ids = await Promise.all(subjects.map(subject => this.#client.register(subject, file.text)));
    const header = Buffer.alloc(BODY_AT, MAGIC);
    header.writeUInt32BE(ids[0] ?? 0, ID_AT);
    this.#writers.set(file.schema.name, { ...writer, header });
    for (const id of ids) this.#readers.set(id, readerOf(file.text, id));
  }

  encode(event: Event): Buffer {
    const writer = writerOf(this.#writers, event);
    return encodeAfter(writer.header, writer, event);
  }

  cloudEventType(event: Event): string {
    return cloudEventTypeOf(event, writerOf(this.#writers, event));
  }

  decode(record: Uint8Array): Event | Promise<Event> {
    const buffer = asBuffer(record);
    if (buffer[0] === SINGLE_OBJECT_FIRST_BYTE) return decodeEvent(buffer);
    if (buffer.length < BODY_AT || buffer[0] !== MAGIC) {
      throw new EventDecodeError('framing', `a record of ${buffer.length} bytes has no schema id`);
    }
    const id = buffer.readUInt32BE(ID_AT);
    const reader = this.#readers.get(id);
    if (reader) return decodeBody(reader, buffer, BODY_AT);
    return this.#ask(id).then(asked => decodeBody(asked, buffer, BODY_AT));
  }

  #ask(id: number): Promise<EventReader> {
    const underWay = this.#asked.get(id);
    if (underWay) return underWay;
    const asked = this.#fetchReader(id).finally(() => this.#asked.delete(id));
    this.#asked.set(id, asked);
    return asked;
  }

  async #fetchReader(id: number): Promise<EventReader> {
    try {
      const reader = readerOf(await this.#client.schemaById(id), id);
      this.#readers.set(id, reader);
      return reader;
    } catch (error) {
      const unknown = error instanceof RegistryError && error.status === 404;
      throw unknown ? new EventDecodeError('schema', `the registry has no schema ${id}`) : error;
    }
  }
}

/**
 * The codec of a log: single-object encoding, or the registry's framing if SCHEMA_REGISTRY_URL is set. Registers every
 * schema that events are written with, so that a registry that refuses one stops the start rather than the first event.
 * If the registry is out of reach this waits without a limit, and calls `onAway` each time. Decoding rejects with a
 * RegistryError while the registry is out of reach: the record is not damaged, so try it again.
 * @throws RegistryError
 */
export async function openEventCodec(
  registryUrl: string | undefined,
  release: number,
  onAway: OnAway = () => undefined,
): Promise<EventCodec> {
  if (!registryUrl) return singleObjectCodecOf(release);
  const codec = new RegistryCodec(new RegistryClient(registryUrl));
  for (;;) {
    try {
      await Promise.all([...writersOf(release).values()].map(writer => codec.register(writer)));
      return codec;
    } catch (error) {
      if (!(error instanceof RegistryError && error.retryable)) throw error;
      onAway(error);
      await sleep(OPEN_PAUSE_MS);
    }
  }
}
