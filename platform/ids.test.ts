import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId, timeOfId, uuidV7 } from './ids.ts';

test('writes time, version, variant and every byte of the tail where RFC 9562 has them', () => {
  const tail = Uint8Array.of(0xcc, 0xc3, 0xd8, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f);
  // The time in the example of the RFC, appendix A.6.
  assert.equal(uuidV7(0x017f22e279b0, tail), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  assert.equal(uuidV7(0, new Uint8Array(10)), '00000000-0000-7000-8000-000000000000');
  assert.equal(uuidV7(2 ** 48 - 1, new Uint8Array(10).fill(255)), 'ffffffff-ffff-7fff-bfff-ffffffffffff');
});

test('tells the time of an id to the millisecond, of a part of one rounded down', () => {
  for (const at of [1, 1_700_000_000_000, 2 ** 48 - 1]) assert.equal(timeOfId(newId(at)), at);
  assert.equal(timeOfId(newId(1_700_000_000_000.9)), 1_700_000_000_000);
});
