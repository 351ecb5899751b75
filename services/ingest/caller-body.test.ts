import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, contentCodingOf, waitsForCaller } from './caller-body.ts';
import { discardBody } from './discard-body.ts';

/** More than the kernel buffers from a sender that nobody reads. */
const LARGE_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 1024;

describe('a body in a loop', () => {
  /** The socket of a sender that has sent the head of a request with a body of `bytes`. */
  const begun = async (
    t: TestContext,
    bytes: number,
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<Socket> => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    t.after(() => {
      socket.destroy();
      server.closeAllConnections();
      server.close();
    });
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`);
    return socket;
  };

  for (const [what, leave] of [
    [
      'that is left early',
      async (body: AsyncIterable<Buffer>) => {
        for await (const _ of body) break;
      },
    ],
    [
      'that is left standing',
      async (body: AsyncIterable<Buffer>) => {
        await body[Symbol.asyncIterator]().next();
      },
    ],
  ] as const)
    test(`${what} can be read away: who writes all before he reads is not held up`, async t => {
      const socket = await begun(t, LARGE_BYTES, async (request, response) => {
        await leave(bodyOf(request));
        discardBody(request);
        response.end('no');
      });
      const isSent = new Promise<string>(resolve =>
        socket.write(Buffer.alloc(LARGE_BYTES), () => resolve('sent')),
      );
      assert.equal(await Promise.race([isSent, sleep(60_000, 'held up', { ref: false })]), 'sent');
      const [piece] = await once(socket, 'data');
      assert.match(String(piece), /^HTTP\/1.1 200/);
    });

  test('waits for its caller while all that came is taken, and not while more is here than it takes', async t => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<IncomingMessage>();
    const socket = await begun(t, 3 * PIECE_BYTES, async (request, response) => {
      arrive(request);
      for await (const _ of bodyOf(request)) await taken;
      response.end();
    });
    const request = await arrived;
    const until = async (wanted: boolean) => {
      while (waitsForCaller(request) !== wanted) await sleep(2);
    };
    await until(true);
    socket.write(Buffer.alloc(PIECE_BYTES));
    await sleep(20);
    socket.write(Buffer.alloc(PIECE_BYTES));
    await until(false);
    take();
    await until(true);
    socket.write(Buffer.alloc(PIECE_BYTES));
    await until(false);
    assert.equal(request.complete, true);
  });
});

test('the coding of a body is told by any of its names', () => {
  const codings = ['Identity', 'GZIP', 'x-gzip', 'br', undefined].map(coding =>
    contentCodingOf({ headers: { 'content-encoding': coding } }),
  );
  assert.deepEqual(codings, ['identity', 'gzip', 'gzip', 'br', 'identity']);
});
