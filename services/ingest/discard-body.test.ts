import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { discardBody } from './discard-body.ts';

const BODY = Buffer.alloc(8 * 1024 * 1024);
/** Bytes that Node reads at a time. */
const PIECE_BYTES = 64 * 1024;

test('a body that nobody wants is read to its end, a piece in a turn, so that others get their turns', async () => {
  let mostInATurn = 0;
  let whole = 0;
  const server = createServer((incoming, response) => {
    let inThisTurn = 0;
    discardBody(incoming);
    incoming.on('data', ({ length }: Buffer) => {
      if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0));
      inThisTurn += length;
      whole += length;
      mostInATurn = Math.max(mostInATurn, inThisTurn);
    });
    response.writeHead(429).end('no');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method: 'POST', headers: { 'content-length': BODY.length } });
  sent.end(BODY);
  const [answer] = await once(sent, 'response');
  assert.equal(await text(answer), 'no');
  while (whole < BODY.length) await new Promise(setImmediate);
  server.close();
  // Without `discardBody`'s pauses a turn reads 32 pieces.
  assert.ok(mostInATurn <= 2 * PIECE_BYTES, `${mostInATurn} bytes`);
});
