import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalForm, schemaFingerprint } from './codec-canonical-form.ts';

const canonicalOf = (schema: unknown): string => canonicalForm(JSON.stringify(schema));

test('a primitive is its name, however it was written', () => {
  assert.equal(canonicalOf('int'), '"int"');
  assert.equal(canonicalOf({ type: 'int' }), '"int"');
  assert.equal(canonicalOf({ type: { type: 'string' } }), '"string"');
});

test('a logical type does not decide how bytes are read, so it goes', () => {
  assert.equal(canonicalOf({ type: 'long', logicalType: 'timestamp-millis' }), '"long"');
});

test('docs, defaults, aliases, orders and attributes of our own go; what stays comes in one order', () => {
  const schema = {
    doc: 'why',
    fields: [
      { default: 1, doc: 'what', order: 'ignore', type: { type: 'int' }, name: 'f1', aliases: ['f0'] },
    ],
    topic: 'outcomes',
    name: 'foo',
    aliases: ['bar'],
    type: 'record',
  };
  assert.equal(canonicalOf(schema), '{"name":"foo","type":"record","fields":[{"name":"f1","type":"int"}]}');
});

test('names are full names, and a namespace reaches the types inside', () => {
  const schema = {
    type: 'record',
    name: 'foo',
    namespace: 'x.y',
    fields: [
      { name: 'f1', type: { type: 'enum', name: 'E', symbols: ['A', 'B'] } },
      { name: 'f2', type: ['null', 'E'] },
      { name: 'f3', type: { type: 'fixed', name: 'z.F', size: 4 } },
    ],
  };
  assert.equal(
    canonicalOf(schema),
    '{"name":"x.y.foo","type":"record","fields":[' +
      '{"name":"f1","type":{"name":"x.y.E","type":"enum","symbols":["A","B"]}},' +
      '{"name":"f2","type":["null","x.y.E"]},' +
      '{"name":"f3","type":{"name":"z.F","type":"fixed","size":4}}]}',
  );
});

test('a record may name itself', () => {
  const schema = {
    type: 'record',
    name: 'PigValue',
    fields: [{ name: 'value', type: ['null', 'int', 'long', 'PigValue'] }],
  };
  assert.equal(BigInt.asIntN(64, schemaFingerprint(JSON.stringify(schema))), -1759257747318642341n);
});

test('arrays and maps keep what they hold', () => {
  assert.equal(
    canonicalOf({ items: { type: 'long' }, type: 'array', doc: 'd' }),
    '{"type":"array","items":"long"}',
  );
  assert.equal(
    canonicalOf({ values: 'string', type: 'map', default: {} }),
    '{"type":"map","values":"string"}',
  );
});

test('a text that is no schema is refused, however deep it nests', () => {
  assert.throws(() => canonicalForm('{'), SyntaxError);
  assert.throws(() => canonicalForm('7'), TypeError);
  assert.throws(() => canonicalForm('['.repeat(20_000) + ']'.repeat(20_000)), RangeError);
});
