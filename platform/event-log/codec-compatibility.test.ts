import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AvroField, EventSchema } from '../../schemas/generate-schema.ts';
import { incompatibilities } from './codec-compatibility.ts';
import { compileSchema } from './codec-compile.ts';
import { SCHEMA_FILES } from './codec-schemas.ts';

const id: AvroField = { name: 'id', type: 'string', doc: 'id' };
const note: AvroField = { name: 'note', type: ['null', 'string'], default: null, doc: 'added later' };

const fieldOf = (type: AvroField['type']): AvroField => ({ name: 'value', type, doc: 'value' });
const enumOf = (...symbols: string[]): AvroField => fieldOf({ type: 'enum', name: 'Kind', symbols });

function version(number: number, fields: AvroField[], changes: Partial<EventSchema> = {}) {
  const schema: EventSchema = {
    type: 'record',
    name: 'Thing',
    namespace: 'test',
    doc: 'a thing',
    topic: 'things',
    partition_key: 'id',
    event_type: 'test.thing',
    fields,
    ...changes,
  };
  return { file: `Thing.v${number}.avsc`, schema, text: JSON.stringify(schema) };
}

test('every published version of every event can be read with every other version of it', () => {
  assert.deepEqual(incompatibilities(SCHEMA_FILES), []);
});

test('a nullable field with a default may be added, or left out again', () => {
  assert.deepEqual(incompatibilities([version(1, [id]), version(2, [id, note]), version(3, [id])]), []);
});

test('what was written before a field existed is read with its default', () => {
  const [older, newer] = [compileSchema(version(1, [id]).text), compileSchema(version(2, [id, note]).text)];
  const read = newer.fromBuffer(older.toBuffer({ id: 'a' }), newer.createResolver(older));
  assert.deepEqual({ ...read }, { id: 'a', note: null });
});

test('a field without a default may neither come nor go', () => {
  const required = fieldOf('string');
  assert.equal(incompatibilities([version(1, [id]), version(2, [id, required])]).length, 1);
  assert.equal(incompatibilities([version(1, [id, required]), version(2, [id])]).length, 1);
});

test('an enum is closed: a symbol that older readers do not know is refused', () => {
  const versions = [version(1, [id, enumOf('a')]), version(2, [id, enumOf('a', 'b')])];
  assert.equal(incompatibilities(versions).length, 1);
});

test('a type may not change, not even to a wider one, for older readers could not follow', () => {
  assert.equal(
    incompatibilities([version(1, [id, fieldOf('int')]), version(2, [id, fieldOf('long')])]).length,
    1,
  );
  assert.equal(
    incompatibilities([version(1, [id, fieldOf('int')]), version(2, [id, fieldOf('string')])]).length,
    2,
  );
});

test('versions far apart are compared too, not only neighbours', () => {
  const versions = [
    version(1, [id, { ...note, type: 'string', default: '' }]),
    version(2, [id]),
    version(3, [id, { ...note, type: 'int', default: 0 }]),
  ];
  assert.deepEqual(incompatibilities(versions.slice(0, 2)), []);
  assert.deepEqual(incompatibilities(versions.slice(1)), []);
  assert.equal(incompatibilities(versions).length, 2);
});

test('the partition key and the CloudEvents type stay', () => {
  assert.equal(incompatibilities([version(1, [id]), version(2, [id], { partition_key: 'other' })]).length, 1);
});
