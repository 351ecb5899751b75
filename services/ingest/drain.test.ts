import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { Drain } from './drain.ts';

const SOON_MS = 200;
/** Time in which one request is answered even on a busy machine. */
const ACCEPT_MS = 1_500;
/** Larger than a socket's buffers: part of it is still to be sent when the answer has been made. */
const LARGE = Buffer.alloc(8 * 1024 * 1024);

let server: FastifyInstance;
let drain: Drain;
let port: number;
let release: () => void;
/** Resolves when a request that waits has reached its handler. */
let arrived: Promise<void>;
const agent = new Agent({ keepAlive: true });

/** POST waits until `release` is called, GET answers at once. */
async function listening(): Promise<void> {
  const released = Promise.withResolvers<void>();
  release = released.resolve;
  const arrival = Promise.withResolvers<void>();
  arrived = arrival.promise;
  server = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  server.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().once('end', () => done(null));
  });
  drain = new Drain(server);
  server.post('/', async () => {
    arrival.resolve();
    await released.promise;
    return { answered: true };
  });
  server.get('/', async () => ({ polled: true }));
  server.get('/large', async () => LARGE);
  server.get('/slow', async () => {
    arrival.resolve();
    await sleep(SOON_MS);
    return { polled: true };
  });
  server.get('/never', () => {
    arrival.resolve();
    return new Promise(() => undefined);
  });
  await server.listen({ port: 0 });
  port = (server.server.address() as AddressInfo).port;
}

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

function send(method: string, path = '/', body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, method, path, agent, headers: { 'content-type': 'text/plain' } });
    outgoing.once('error', reject).once('response', async response => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const { statusCode: status, headers } = response;
      resolve({ status, headers, body: Buffer.concat(chunks).toString() });
    });
    outgoing.end(body);
  });
}

describe('the HTTP interface on its way out', () => {
  afterEach(() => server.close());

  it('lets a caller who waits have his answer, on a connection that it then closes', async () => {
    await listening();
    const waiting = send('POST');
    await arrived;
    const drained = drain.begin(0, 5_000);
    release();
    const { status, headers } = await waiting;
    assert.equal(status, 200);
    assert.equal(headers.connection, 'close');
    await drained;
  });

  it('lets him have it also where the clock is set forward meanwhile', async t => {
    await listening();
    const waiting = send('POST');
    await arrived;
    const drained = drain.begin(0, 5_000);
    const later = Date.now() + 3_600_000;
    t.mock.method(Date, 'now', () => later);
    await sleep(SOON_MS);
    release();
    assert.equal((await waiting).status, 200);
    await drained;
  });

  it('tells a caller who still waits at the deadline to come again, instead of cutting him off', async () => {
    await listening();
    const waiting = send('POST');
    await arrived;
    await drain.begin(0, SOON_MS);
    await drain.close();
    const { status, headers, body } = await waiting;
    assert.equal(status, 503);
    assert.equal(headers['retry-after'], '2');
    assert.equal(JSON.parse(body).error.code, 'timeout');
    release();
  });

  it('lets a large answer that is on its way reach a caller who reads slowly', async () => {
    await listening();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, path: '/large', agent }).once('response', resolve).once('error', reject).end();
    });
    await drain.begin(0, SOON_MS);
    const closed = drain.close();
    await sleep(SOON_MS);
    let size = 0;
    for await (const chunk of response) size += chunk.length;
    assert.equal(size, LARGE.length);
    await closed;
  });

  it('refuses a large document in words, not by a reset connection', async () => {
    await listening();
    const waiting = send('POST');
    await arrived;
    const drained = drain.begin(0, 5_000);
    const late = await send('POST', '/', LARGE);
    assert.equal(late.status, 503);
    assert.equal(late.headers['retry-after'], '2');
    assert.equal(late.headers.connection, 'close');
    release();
    await Promise.all([waiting, drained]);
  });

  it('serves those who have not heard of it yet, and asks each to come elsewhere next time', async () => {
    await listening();
    release();
    await send('POST');
    const drained = drain.begin(ACCEPT_MS, 5_000);
    const { status, headers } = await send('POST');
    assert.equal(status, 200);
    assert.equal(headers.connection, 'close');
    await drained;
    assert.equal((await send('POST')).status, 503);
  });

  it('refuses from the first moment on where nobody is to be served any more', async () => {
    await listening();
    const drained = drain.begin(0, 5_000);
    assert.equal(drain.leaving.aborted, true);
    await drained;
  });

  it('is held up by no poll that is never answered', { timeout: 60_000 }, async () => {
    await listening();
    const poll = send('GET', '/never').catch(error => error.code);
    await arrived;
    await drain.begin(0, SOON_MS);
    await drain.close();
    assert.equal(await poll, 'ECONNRESET');
  });

  it('answers polling to the end, and what it was asked last as well', async () => {
    await listening();
    await drain.begin(0, 5_000);
    assert.equal((await send('GET')).status, 200);
    const last = send('GET', '/slow');
    await arrived;
    await drain.close();
    assert.equal((await last).status, 200);
  });
});
