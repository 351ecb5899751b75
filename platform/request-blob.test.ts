import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatRequestBlob, readRequestBlob } from './request-blob.ts';

const readBack = (bytes: Buffer) => readRequestBlob({ read: async () => bytes }, 'request/job');

describe('the addresses of a request', () => {
  it('are read as they were written', async () => {
    const addresses = { url: 'https://a.example/x', webhookUrl: null, resultUrl: null };
    assert.deepEqual(await readBack(formatRequestBlob(addresses)), addresses);
  });

  it('that a store has damaged are none: reading them again would end the service each time', async () => {
    const whole = formatRequestBlob({
      url: 'https://a.example/x',
      webhookUrl: 'https://b.example/',
      resultUrl: null,
    });
    const nothing = { url: null, webhookUrl: null, resultUrl: null };
    for (const end of [0, 1, whole.length - 1])
      assert.deepEqual(await readBack(whole.subarray(0, end)), nothing);
    for (const text of ['null', '[]', '7', '{"url":7,"webhookUrl":{}}'])
      assert.deepEqual(await readBack(Buffer.from(text)), nothing);
  });
});
