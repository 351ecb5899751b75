import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AvroField, EventSchema } from './generate-schema.ts';
import { generateTypes } from './generate-types.ts';

function event(name: string, fields: AvroField[] = [], changes: Partial<EventSchema> = {}): EventSchema {
  const event_type = `test.${name.toLowerCase()}`;
  const record = { type: 'record', name, namespace: 'test', doc: `${name}.` } as const;
  return { ...record, topic: 'things', partition_key: 'id', event_type, fields, ...changes };
}

const field = (name: string, type: AvroField['type']): AvroField => ({ name, type, doc: `${name}.` });
const kind = (...symbols: string[]) => field('kind', { type: 'enum', name: 'Kind', symbols });

const typesOf = (...schemas: EventSchema[]): string =>
  generateTypes(schemas.map(schema => ({ version: 1, schema })));

test('Avro types become the TypeScript types that a decoder hands over', () => {
  const types = typesOf(
    event('Made', [
      field('name', 'string'),
      field('size', 'long'),
      field('count', 'int'),
      field('done', 'boolean'),
      field('at', { type: 'long', logicalType: 'timestamp-millis' }),
      field('id', { type: 'string', logicalType: 'uuid' }),
      field('due', ['null', { type: 'long', logicalType: 'timestamp-millis' }]),
      field('codes', { type: 'array', items: 'string' }),
      kind('a', 'b'),
    ]),
  );
  const lines = [
    'name: string',
    'size: number',
    'count: number',
    'done: boolean',
    'at: Timestamp',
    'id: string',
  ];
  lines.push('due: Timestamp | null', 'codes: string[]', 'kind: Kind');
  for (const line of lines) assert.ok(types.includes(`  ${line};\n`), line);
  assert.ok(types.includes("export type Kind = 'a' | 'b';"));
});

test('code sees the newest version of an event only', () => {
  const older = { version: 1, schema: event('Made', [field('old', 'string')]) };
  const newer = { version: 2, schema: event('Made', [field('fresh', 'string')]) };
  const types = generateTypes([newer, older]);
  assert.ok(types.includes('fresh: string') && !types.includes('old: string'));
  assert.ok(types.includes("Made: 'test.made.v2'"));
});

test('a topic is fixed, or named by a field', () => {
  const topic = { field: 'lane', values: { slow: 'slow-things', fast: 'fast-things' } };
  const types = typesOf(event('Made'), event('ThingAsked', [], { topic }));
  assert.ok(types.includes("case 'Made':\n      return 'things';"));
  assert.ok(types.includes('return THING_ASKED_TOPICS[event.lane];'));
  assert.ok(types.includes("TOPICS = ['fast-things', 'slow-things', 'things'] as const"));
});

test('schemas that disagree about an enum, or use a type unknown here, are refused', () => {
  assert.throws(() => typesOf(event('A', [kind('x')]), event('B', [kind('x', 'y')])), /disagree.*Kind/);
  assert.throws(() => typesOf(event('A', [field('ratio', 'double')])), /double/);
});
