/**
 * The shape of a published event schema: an Avro record with three attributes of our own, which Avro ignores:
 * `topic` (a lane's name, or the field whose value names it), `partition_key` (the field that orders events)
 * and `event_type` (the CloudEvents type without its version).
 */

export interface AvroEnum {
  type: 'enum';
  name: string;
  symbols: string[];
  doc?: string;
}

export interface AvroArray {
  type: 'array';
  items: AvroType;
}

export interface AvroPrimitive {
  type: 'boolean' | 'int' | 'long' | 'string';
  logicalType?: 'timestamp-millis' | 'uuid';
}

export type AvroType = string | AvroEnum | AvroArray | AvroPrimitive | AvroType[];

export interface AvroField {
  name: string;
  type: AvroType;
  doc: string;
  default?: unknown;
}

export interface EventSchema {
  type: 'record';
  name: string;
  namespace: string;
  doc: string;
  topic: string | { field: string; values: Record<string, string> };
  partition_key: string;
  event_type: string;
  fields: AvroField[];
}

/** One file of schemas/events, e.g. `ExtractCompleted.v2.avsc`. */
export interface PublishedSchema {
  version: number;
  schema: EventSchema;
}

/** Prefix of the topics' names on the brokers, so that a cluster may be shared. */
export const TOPIC_PREFIX = 'textrail.';

/** The newest version of each record, by name. Code writes and reads these; older ones are resolved to them. */
export function newestOf<T extends PublishedSchema>(published: readonly T[]): T[] {
  const newest = new Map<string, T>();
  for (const candidate of published) {
    const known = newest.get(candidate.schema.name);
    if (!known || known.version < candidate.version) newest.set(candidate.schema.name, candidate);
  }
  return [...newest.values()].sort((a, b) => (a.schema.name < b.schema.name ? -1 : 1));
}

/** The topics that a record's events travel in. */
export function topicsOf(schema: EventSchema): string[] {
  return typeof schema.topic === 'string' ? [schema.topic] : Object.values(schema.topic.values);
}
