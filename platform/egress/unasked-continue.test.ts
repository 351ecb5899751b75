import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Egress, EgressError } from './egress.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const CREATED = 'HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n';
/** A line of endless headers; the limit below is far more than two kernels buffer for a connection. */
const LINE = `X-Long: ${'x'.repeat(1_014)}\r\n`;
const MOST_SENT_BYTES = 16 * 1024 * 1024;

describe('100 Continue, which nobody has asked for', () => {
  const egress = new Egress(['127.0.0.0/8']);
  after(() => egress.close());

  /** The status of a delivery to a server that sends `pieces` one after the other. */
  const answered = async (pieces: readonly string[]): Promise<number> => {
    const server = createServer(socket => {
      socket.once('data', async () => {
        for (const piece of pieces) {
          socket.write(piece);
          await setTimeout(pieces.length > 2 ? 1 : 20);
        }
        socket.end();
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const headers = { 'content-length': '2' };
      const options = { method: 'POST', headers, body: Buffer.from('{}'), timeoutMs: 5_000 } as const;
      return await egress.send(`http://127.0.0.1:${port}/`, options);
    } finally {
      server.close();
    }
  };

  for (const [how, pieces] of [
    ['in one piece with the answer', [CONTINUE + CREATED]],
    ['before the answer', [CONTINUE, CREATED]],
    ['byte by byte', [...(CONTINUE + CREATED)]],
    ['twice, with headers, in HTTP/1.0', [`HTTP/1.0 100\r\nServer: x\r\n\r\n${CONTINUE}`, CREATED]],
  ] as const)
    it(`is passed over ${how}`, async () => {
      assert.equal(await answered(pieces), 201);
    });

  it('is no answer by itself', async () => {
    for (const pieces of [[CONTINUE], ['HTTP/1.1 100 Continue\r\n'], ['HTTP'], [`${CONTINUE}nonsense`]])
      await assert.rejects(answered(pieces), EgressError);
  });

  it('is told from an answer that begins like it', async () => {
    assert.equal(await answered([...CREATED]), 201);
    await assert.rejects(answered([CREATED.replace('201', '1000')]), EgressError);
  });

  it('is not held in memory where its head does not end', async () => {
    let sent = 0;
    const server = createServer(socket => {
      const send = () => {
        for (; sent < MOST_SENT_BYTES; sent += LINE.length)
          if (!socket.write(LINE)) return socket.once('drain', send);
        socket.end();
      };
      socket
        .on('error', () => undefined)
        .once('data', () => socket.write('HTTP/1.1 100 Continue\r\n', () => send()));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const options = { method: 'POST', headers: { 'content-length': '2' }, body: Buffer.from('{}') } as const;
    await assert.rejects(egress.send(`http://127.0.0.1:${port}/`, { ...options, timeoutMs: 20_000 }), {
      reason: 'connection',
    });
    server.close();
    assert.ok(sent < MOST_SENT_BYTES, 'its connection was given up before');
  });
});
