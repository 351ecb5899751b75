/** Renders docs/events/asyncapi.json, the AsyncAPI 3 description of the topics, from the published schemas. Pure. */

import {
  type EventSchema,
  newestOf,
  type PublishedSchema,
  TOPIC_PREFIX,
  topicsOf,
} from './generate-schema.ts';

/** An example record of an event: its headers, and its value as JSON. */
export interface RecordExample {
  headers: Record<string, string>;
  payload: Record<string, unknown>;
}

type Node = Record<string, unknown>;

const AVRO = 'application/vnd.apache.avro+json;version=1.9.0';
const KAFKA_BINDING_VERSION = '0.5.0';

const CHANNEL_SUMMARIES: Record<string, string> = {
  jobs: 'For analysts: one record a job, compacted by job; no value where a job was erased.',
  keys: 'API keys: issued, changed and revoked.',
  outcomes:
    'How jobs ended, and which were erased. The first terminal event of a job by offset wins; ignore later ones.',
  'requests-bulk': 'Jobs that nobody waits for on the line.',
  'requests-interactive': 'Jobs whose caller waits for the answer.',
  webhooks: 'Deliveries of finished jobs, attempt by attempt.',
};

const DESCRIPTION = [
  'Everything that happens to a job or a key, as Kafka records.',
  'Values are Avro in single-object encoding: C3 01, then the CRC-64-AVRO fingerprint of the writer schema',
  '(8 bytes, little-endian), then the record; schemas/events/published.json maps fingerprints to schema files.',
  'Where a schema registry is configured, values are in Confluent framing instead, and one topic may hold both.',
  'Headers are CloudEvents 1.0 in binary mode. Delivery is at least once: drop repeats by ce_id.',
  'No event holds document text, a file name or a URL.',
].join(' ');

const reference = (path: string): Node => ({ $ref: `#/${path}` });

const messageName = ({ schema, version }: PublishedSchema): string => `${schema.name}.v${version}`;

function headersSchema(): Node {
  const text = (description: string, more: Node = {}): Node => ({ type: 'string', description, ...more });
  return {
    type: 'object',
    required: ['ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_time', 'ce_subject', 'content-type'],
    properties: {
      ce_specversion: text('Version of CloudEvents.', { const: '1.0' }),
      ce_id: text('Identity of the event, equal to event_id.', { format: 'uuid' }),
      ce_source: text('The service that emitted it.', { format: 'uri-reference' }),
      ce_type: text('Kind and version of the event.'),
      ce_time: text('When it happened, equal to at.', { format: 'date-time' }),
      ce_subject: text('The job, or the key for events about keys; equal to the record key.'),
      'content-type': text('How the value is encoded.', { const: 'avro/binary' }),
      traceparent: text('W3C Trace Context of the work that emitted it, where it was traced.'),
    },
  };
}

/** The schema without our own attributes, which say where it travels; the channels say that here. */
function avroSchema({ type, name, namespace, doc, fields }: EventSchema): Node {
  return { type, name, namespace, doc, fields };
}

function message(published: PublishedSchema, example: RecordExample | undefined): Node {
  const { schema, version } = published;
  return {
    name: `${schema.event_type}.v${version}`,
    title: messageName(published),
    summary: schema.doc,
    contentType: 'avro/binary',
    headers: reference('components/schemas/CloudEventHeaders'),
    payload: { schemaFormat: AVRO, schema: avroSchema(schema) },
    bindings: {
      kafka: {
        key: {
          type: 'string',
          description: `The event's ${schema.partition_key}: its events keep their order.`,
        },
        bindingVersion: KAFKA_BINDING_VERSION,
      },
    },
    ...(example ? { examples: [{ name: 'example', ...example }] } : {}),
  };
}

function channel(topic: string, messages: readonly string[]): Node {
  return {
    address: `${TOPIC_PREFIX}${topic}`,
    title: topic,
    summary: CHANNEL_SUMMARIES[topic] ?? '',
    messages: Object.fromEntries(messages.map(name => [name, reference(`components/messages/${name}`)])),
    bindings: { kafka: { topic: `${TOPIC_PREFIX}${topic}`, bindingVersion: KAFKA_BINDING_VERSION } },
  };
}

function operation(topic: string, messages: readonly string[]): Node {
  return {
    action: 'send',
    title: `Emit ${topic}`,
    channel: reference(`channels/${topic}`),
    messages: messages.map(name => reference(`channels/${topic}/messages/${name}`)),
  };
}

/** Names of the messages in each topic, both sorted. */
function messagesByTopic(published: readonly PublishedSchema[]): [string, string[]][] {
  const pairs = published.flatMap(one =>
    topicsOf(one.schema).map(topic => ({ topic, name: messageName(one) })),
  );
  const groups = [...Map.groupBy(pairs, ({ topic }) => topic)];
  return groups
    .map(([topic, group]): [string, string[]] => [topic, group.map(({ name }) => name).sort()])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * @param examples one record for each event, by name; shown with its newest version
 * @returns the AsyncAPI document, to be written as JSON
 */
export function generateAsyncApi(
  published: readonly PublishedSchema[],
  examples: Readonly<Record<string, RecordExample>>,
): Node {
  const newest = new Set(newestOf(published));
  const topics = messagesByTopic(published);
  const messages = published.map(one => {
    const example = newest.has(one) ? examples[one.schema.name] : undefined;
    return [messageName(one), message(one, example)];
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Textrail events',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'avro/binary',
    channels: Object.fromEntries(topics.map(([topic, names]) => [topic, channel(topic, names)])),
    operations: Object.fromEntries(
      topics.map(([topic, names]) => [`emit-${topic}`, operation(topic, names)]),
    ),
    components: { messages: Object.fromEntries(messages), schemas: { CloudEventHeaders: headersSchema() } },
  };
}
