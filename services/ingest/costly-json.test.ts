import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JsonCost } from './costly-json.ts';

const MIB = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** Bytes after which the body is given up; undefined if it is taken whole. */
function refusedAfter(text: string): number | undefined {
  const cost = new JsonCost();
  const body = Buffer.from(text);
  for (let at = 0; at < body.length; at += CHUNK_BYTES)
    if (cost.isTooMuchWith(body.subarray(at, at + CHUNK_BYTES))) return at + CHUNK_BYTES;
  return undefined;
}

describe('JSON that costs more than its document', () => {
  it('is a document in base64 in none of its usual forms', () => {
    const ofOnes = Buffer.alloc(MIB, 'any bytes').toString('base64');
    for (const base64 of [ofOnes, ofOnes.replace(/.{64}/g, '$&\r\n'), ofOnes.replace(/.{32}/g, '$&\\/')])
      assert.equal(
        refusedAfter(JSON.stringify({ sources: [{ kind: 'file', base64_string: base64 }] })),
        undefined,
      );
  });

  it('is made of brackets, braces, values or escapes, and is given up at its beginning', () => {
    for (const piece of ['[', '{"a":', '[],', '0,', '\\n', '\\u0041'])
      assert.ok((refusedAfter(piece.repeat(MIB / piece.length)) ?? MIB) <= 3 * CHUNK_BYTES, piece);
  });

  it('is not small', () => {
    assert.equal(refusedAfter('['.repeat(CHUNK_BYTES)), undefined);
  });
});
