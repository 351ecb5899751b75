import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { Connections } from './connections.ts';
import { discardBody } from './discard-body.ts';
import type { Refusal } from './refusal.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: textrail\r\n\r\n';

describe('the requests of one connection', () => {
  let server: FastifyInstance;
  let turn = 0;
  let counting: NodeJS.Immediate;
  /** The event loop's turn in which each request began. */
  const begun: number[] = [];
  before(async () => {
    server = fastify();
    new Connections(server, { stallMs: 10_000, most: 10 }, () => undefined);
    server.get('/', async () => {
      begun.push(turn);
      return String(begun.length);
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
    const count = () => {
      turn++;
      counting = setImmediate(count);
    };
    counting = setImmediate(count);
  });
  after(async () => {
    clearImmediate(counting);
    await server.close();
  });

  const answers = async (count: number, send: (write: (text: string) => void) => void): Promise<string[]> => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    send(one => socket.write(one));
    while (text.split('HTTP/1.1 200').length <= count) await once(socket, 'data');
    socket.destroy();
    return [...text.matchAll(/\r\n\r\n(\d+)/g)].map(([, body]) => body ?? '');
  };

  test('that were sent at once begin in turns of their own, so that nobody waits behind all of them', async () => {
    begun.length = 0;
    await answers(40, write => write(REQUEST.repeat(40)));
    assert.equal(new Set(begun).size, 40);
  });

  test('are answered in their order, those included that come between two turns', async () => {
    begun.length = 0;
    const bodies = await answers(30, write => {
      write(REQUEST.repeat(10));
      setTimeout(() => write(REQUEST.repeat(10)), 2);
      setTimeout(() => write(REQUEST.repeat(10)), 4);
    });
    assert.deepEqual(
      bodies,
      Array.from({ length: 30 }, (_, at) => String(at + 1)),
    );
  });
});

describe('a body in chunks of a byte', () => {
  let server: FastifyInstance;
  const pieces: number[] = [];
  const cuts: string[] = [];
  before(async () => {
    server = fastify();
    new Connections(server, { stallMs: 10_000, most: 100 }, why => void cuts.push(why));
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    server.post('/read', async ({ raw }, reply) => {
      pieces.length = 0;
      await new Promise<void>((resolve, reject) => {
        raw.on('data', (piece: Buffer) => void pieces.push(piece.length));
        raw.once('end', resolve);
        raw.once('error', reject);
      }).catch(({ status, headers }: Refusal) => void reply.code(status).headers(headers));
      return String(pieces.reduce((sum, length) => sum + length, 0));
    });
    server.post('/refused', async ({ raw }, reply) => {
      discardBody(raw);
      return reply.code(403).send('');
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => server.close());

  const sent = async (path: string, chunks: number): Promise<string> => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
    socket.write(`${head}${'1\r\nx\r\n'.repeat(chunks)}0\r\n\r\n`);
    await new Promise(resolve => socket.once('close', resolve));
    return text;
  };

  test('is read whole, in a few steps', async () => {
    assert.match(await sent('/read', 4_000), /200 OK(.|\r\n)*\r\n\r\n4000$/);
    assert.ok(pieces.length < 40, `${pieces.length} pieces`);
  });

  test('is given up where there is no end of it', async () => {
    assert.match(await sent('/read', 100_000), /^HTTP\/1.1 400/);
    assert.deepEqual(cuts.splice(0), ['small_chunks']);
  });

  test('is cut off where nobody wanted it', async () => {
    await sent('/refused', 1_000_000);
    assert.deepEqual(cuts.splice(0), ['small_chunks']);
  });
});

describe('connections beyond the ceiling', () => {
  test('take the places of several idle ones at a time: the look at all of them is not for each', async t => {
    const most = 128;
    const cuts: string[] = [];
    const server = fastify();
    const connections = new Connections(server, { stallMs: 10_000, most }, why => void cuts.push(why));
    const looks = t.mock.method(Object.assign(connections), 'makeRoom' as never);
    await server.listen({ host: '127.0.0.1', port: 0 });
    const sockets = Array.from({ length: most + 20 }, () => {
      const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
      return socket.on('error', () => undefined).resume();
    });
    await Promise.all(sockets.map(socket => once(socket, 'connect')));
    while (cuts.length < 20) await sleep(5);
    assert.deepEqual([looks.mock.callCount(), cuts.length], [10, 20]);
    for (const socket of sockets) socket.destroy();
    await server.close();
  });
});

describe('a connection that ends with its answer', () => {
  let server: FastifyInstance;
  before(async () => {
    server = fastify();
    new Connections(server, { stallMs: 10_000, most: 10 }, () => undefined);
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    server.post('/', async ({ raw }, reply) => {
      discardBody(raw);
      return reply.code(403).send('refused');
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => server.close());

  test('is not closed before its caller has sent the body that nobody wants: he would be reset, and hear nothing', async () => {
    const { port } = server.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    const body = Buffer.alloc(8 * 1024 * 1024);
    socket.write(
      `POST / HTTP/1.1\r\nHost: textrail\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    const pieces = 32;
    for (let piece = 0; piece < pieces; piece++)
      await new Promise<void>((resolve, reject) =>
        socket.write(body.subarray(0, body.length / pieces), error => (error ? reject(error) : resolve())),
      );
    socket.end();
    await once(socket, 'close');
    assert.match(text, /^HTTP\/1\.1 403 .*refused$/s);
  });
});

describe('a body that is on its way', () => {
  const STALL_MS = 400;

  /** The answer to a caller who sends one half of a body, waits, and sends the other when `meanwhile` calls `sendRest`. */
  const answered = async (t: TestContext, meanwhile: (sendRest: () => void) => Promise<void>) => {
    const server = fastify();
    t.after(() => server.close());
    new Connections(server, { stallMs: STALL_MS, most: 10 }, () => undefined);
    server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    server.post('/', async () => 'read');
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1' });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 2\r\nConnection: close';
    socket.write(`${head}\r\n\r\na`);
    await sleep(STALL_MS / 2);
    await meanwhile(() => socket.write('b'));
    const [answer] = await once(socket, 'data');
    return String(answer);
  };

  test('is read although the clock is set meanwhile: nobody is slow by that', async t => {
    const answer = await answered(t, async sendRest => {
      const later = Date.now() + 3_600_000;
      t.mock.method(Date, 'now', () => later);
      await sleep(STALL_MS / 2);
      sendRest();
    });
    assert.match(answer, /^HTTP\/1\.1 200 /);
  });

  test('is read although this process stands still meanwhile, for longer than a caller may', async t => {
    const answer = await answered(t, async sendRest => {
      // The next phase of the event loop is then that of timers: after the standstill they run before the bytes are
      // read.
      await nextTurn();
      sendRest();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * STALL_MS);
    });
    assert.match(answer, /^HTTP\/1\.1 200 /);
  });
});
