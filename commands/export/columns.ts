/** The flat columns of a topic's events, from their schemas: each field of any of its events once. */
import { NEWEST_FILES } from '../../platform/event-log/codec-schemas.ts';
import type { RecordedEvent } from '../../platform/event-log/event-log.ts';
import type { Topic } from '../../schemas/events.ts';
import type { AvroType } from '../../schemas/generate-schema.ts';

/** The type of a column's values, which may also be null. `LIST` is JSON text, so that every column is flat. */
export type ColumnType = 'STRING' | 'BOOLEAN' | 'INT32' | 'INT64' | 'TIMESTAMP' | 'LIST';

export interface Column {
  name: string;
  type: ColumnType;
}

export type Value = string | boolean | number | bigint | Date | null;

/** Fields that are left out: they do not help an analyst, and could be used to test guesses of a key. */
const LEFT_OUT: ReadonlySet<string> = new Set(['secret_sha256']);

/** The record's position: repeats are dropped by it, and of two ends the first counts. */
const PLACE: readonly Column[] = [
  { name: 'type', type: 'STRING' },
  { name: 'partition', type: 'INT32' },
  { name: 'offset', type: 'INT64' },
];

export function columnsOf(topic: Topic): Column[] {
  const columns = new Map(PLACE.map(column => [column.name, column]));
  for (const { schema } of NEWEST_FILES) {
    const topics = typeof schema.topic === 'string' ? [schema.topic] : Object.values(schema.topic.values);
    if (!topics.includes(topic)) continue;
    for (const { name, type } of schema.fields)
      if (!LEFT_OUT.has(name)) columns.set(name, { name, type: columnType(type) });
  }
  return [...columns.values()];
}

function columnType(type: AvroType): ColumnType {
  if (Array.isArray(type)) {
    const [other = 'string'] = type.filter(each => each !== 'null');
    return columnType(other);
  }
  if (typeof type === 'string') return primitive(type);
  if (type.type === 'array') return 'LIST';
  if (type.type === 'enum') return 'STRING';
  return type.logicalType === 'timestamp-millis' ? 'TIMESTAMP' : primitive(type.type);
}

function primitive(name: string): ColumnType {
  const types: Record<string, ColumnType> = { boolean: 'BOOLEAN', int: 'INT32', long: 'INT64' };
  return types[name] ?? 'STRING';
}

export function cellOf({ event, partition, offset }: RecordedEvent, { name, type }: Column): Value {
  const fields: Record<string, unknown> = { ...event, partition, offset };
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (type === 'TIMESTAMP') return new Date(Number(value));
  if (type === 'INT64') return BigInt(Number(value));
  if (type === 'LIST') return JSON.stringify(value);
  return typeof value === 'boolean' || typeof value === 'number' ? value : String(value);
}
