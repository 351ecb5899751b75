import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Hmac } from './hmac.ts';

test('gives the codes of RFC 4231', () => {
  const short = new Hmac(Buffer.from('Jefe'));
  const text = 'what do ya want for nothing?';
  const code = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  assert.equal(short.hex(text), code);
  assert.equal(short.bytes(text).toString('hex'), code);
  const long = new Hmac(Buffer.alloc(131, 0xaa));
  assert.equal(
    long.hex('Test Using Larger Than Block-Size Key - Hash Key First'),
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  );
});

test('gives Node’s codes, for secrets and texts of every length, also one after the other', () => {
  for (let length = 0; length <= 130; length++) {
    const secret = Buffer.alloc(length, length);
    const hmac = new Hmac(secret);
    for (const text of ['', 'ä'.repeat(length), 'x'.repeat(3 * length), '漢'.repeat(3 * length)]) {
      const code = createHmac('sha256', secret).update(text).digest('hex');
      assert.equal(hmac.hex(text), code);
      assert.equal(hmac.bytes(text).toString('hex'), code);
    }
  }
});
