import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatRequestBlob, parseRequestBlob } from './request-blob.ts';

describe('the addresses of a request', () => {
  it('are read as they were written', () => {
    const addresses = { url: 'https://a.example/x', webhookUrl: null };
    assert.deepEqual(parseRequestBlob(formatRequestBlob(addresses)), addresses);
  });

  it('that a store has damaged are none: reading them again would end the service each time', () => {
    const whole = formatRequestBlob({ url: 'https://a.example/x', webhookUrl: 'https://b.example/' });
    const nothing = { url: null, webhookUrl: null };
    for (const end of [0, 1, whole.length - 1])
      assert.deepEqual(parseRequestBlob(whole.subarray(0, end)), nothing);
    for (const text of ['null', '[]', '7', '{"url":7,"webhookUrl":{}}'])
      assert.deepEqual(parseRequestBlob(Buffer.from(text)), nothing);
  });
});
