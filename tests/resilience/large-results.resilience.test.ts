/** A result is as large as its document makes it. Slow or repeated reading of it by one caller must not affect others. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { html } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { isSigned, type Receiver, startReceiver } from '../support/receiver.ts';
import { residentMb, type Service, startService } from '../support/service.ts';
import { sleep } from '../support/waiting.ts';

const SECRET = 'whsec_large';
const PARAGRAPHS = 6_000;
const PARAGRAPH = 'All of it comes back, however long the way is and whoever else asks for it. '.repeat(21);
const SLOW_READERS = 60;
/** Most growth of memory; the readers' results together take 600 MB. */
const MOST_GROWTH_MB = 250;

describe(suite('a large result'), () => {
  let service: Service;
  let key: TestKey;
  let jobId: string;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    service = await startService({ EGRESS_ALLOW: '127.0.0.0/8', WEBHOOK_SIGNING_SECRET: SECRET });
    key = await issueKey(service);
    const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) => `<p>${at}: ${PARAGRAPH}</p>`);
    const file = Buffer.from(`<!DOCTYPE html><body>${paragraphs.join('\n')}</body>`);
    const query = { format: 'json', webhook_url: receiver.url('/large') };
    jobId = await key.client.accepted({ file, query });
    await key.client.finished(jobId, 60_000);
  });
  after(async () => {
    await service.dispose();
    await receiver.close();
  });

  test('comes back whole, with its length', async () => {
    const answer = await key.client.poll(jobId);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.elements.length, PARAGRAPHS);
    assert.equal(Number(answer.headers.get('content-length')), Buffer.byteLength(answer.text));
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  });

  test('is delivered as GET answers it, and signed', async () => {
    const [delivery] = await receiver.deliveries('/large', 1);
    assert.ok(delivery);
    assert.ok(isSigned(delivery, SECRET));
    assert.equal(delivery.body, (await key.client.poll(jobId)).text);
    assert.equal(Number(delivery.headers['content-length']), Buffer.byteLength(delivery.body));
  });

  test('asked for by many who do not read it costs no memory, and nobody waits behind them', async () => {
    const atRest = residentMb(service);
    const sockets: Socket[] = [];
    const { port, hostname } = new URL(service.base);
    for (let reader = 0; reader < SLOW_READERS; reader++) {
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => undefined);
      socket.write(
        `GET /v1/extract/${jobId} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.apiKey}\r\nConnection: close\r\n\r\n`,
      );
      sockets.push(socket);
    }
    try {
      await sleep(2_000);
      const growth = residentMb(service) - atRest;
      assert.ok(growth < MOST_GROWTH_MB, `${growth} MB`);
      assert.equal((await key.client.extract({ file: html() })).status, 200);
      const other = await issueKey(service);
      const job = await other.client.accepted({ file: html() });
      assert.equal((await other.client.finished(job)).status, 200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    assert.equal((await key.client.poll(jobId)).status, 200);
  });
});
