import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc64Avro } from './crc64-avro.ts';

/** Canonical forms with their fingerprints (signed) from the Avro project's share/test/data/schema-tests.txt. */
const VECTORS: [string, bigint][] = [
  ['"null"', 7195948357588979594n],
  ['"boolean"', -6970731678124411036n],
  ['"int"', 8247732601305521295n],
  ['"long"', -3434872931120570953n],
  ['"float"', 5583340709985441680n],
  ['"double"', -8181574048448539266n],
  ['"bytes"', 5746618253357095269n],
  ['"string"', -8142146995180207161n],
  ['[]', -1241056759729112623n],
  ['["int"]', -5232228896498058493n],
  ['["int","boolean"]', 5392556393470105090n],
  ['{"name":"foo","type":"record","fields":[]}', -4824392279771201922n],
  ['{"name":"foo","type":"record","fields":[{"name":"f1","type":"boolean"}]}', 7843277075252814651n],
  ['{"name":"foo","type":"enum","symbols":["A1"]}', -6342190197741309591n],
  ['{"name":"foo","type":"fixed","size":15}', 1756455273707447556n],
  ['{"type":"array","items":"null"}', -589620603366471059n],
];

test("the fingerprint of each schema in the specification's vectors is the specification's", () => {
  for (const [form, fingerprint] of VECTORS) {
    assert.equal(BigInt.asIntN(64, crc64Avro(Buffer.from(form))), fingerprint, form);
  }
});

test('no bytes have the fingerprint that the specification calls EMPTY', () => {
  assert.equal(crc64Avro(new Uint8Array()), 0xc15d213aa4d7a795n);
});
