import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGenuine } from './verify.ts';

const SECRET = 'whsec_example';
const BODY = Buffer.from('{"status":"success"}');
const AT = 1_795_347_559;
/** `printf '1795347559.{"status":"success"}' | openssl dgst -sha256 -hmac whsec_example` */
const CODE = '29e8bd8aca6ab3ac161d0807a2eacc122d27c38b9802dc8325c2df1529b968a0';
const HEADER = `t=${AT},v1=${CODE}`;

test('a delivery signed with the secret is genuine, also while two secrets sign', () => {
  assert.equal(isGenuine(HEADER, BODY, SECRET, AT + 5), true);
  assert.equal(isGenuine(`t=${AT},v1=${'0'.repeat(64)},v1=${CODE}`, BODY, SECRET, AT), true);
});

test('another body, another secret, an old time and a header that is none are not', () => {
  assert.equal(isGenuine(HEADER, Buffer.from('{}'), SECRET, AT), false);
  assert.equal(isGenuine(HEADER, BODY, 'whsec_other', AT), false);
  assert.equal(isGenuine(HEADER, BODY, SECRET, AT + 301), false);
  for (const header of ['', 'v1=', `t=${AT}`, `t=soon,v1=${CODE}`])
    assert.equal(isGenuine(header, BODY, SECRET, AT), false);
});
