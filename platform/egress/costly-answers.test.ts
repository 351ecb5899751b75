import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Agent, request } from 'undici';
import { givesUpCostlyAnswers } from './costly-answers.ts';
import { Egress } from './egress.ts';

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const LINE = 'a line of a page, as programs send them\n';
/** The time limit of a request that is not given up early, in ms. */
const LIMIT_MS = 20_000;

describe('an answer that costs more to take apart than to send', { timeout: LIMIT_MS }, () => {
  /** What the server sends on the next connection; it repeats the last piece. */
  let pieces: string[] = [];
  const server = createServer(socket => {
    socket.on('error', () => undefined);
    socket.once('data', () => flood(socket, pieces));
  });
  const dispatcher = new Agent().compose(givesUpCostlyAnswers);
  const egress = new Egress(['127.0.0.0/8']);
  let url = '';
  before(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  after(async () => {
    await Promise.all([dispatcher.destroy(), egress.close()]);
    server.close();
  });

  const taken = async (...said: string[]) => {
    pieces = said;
    const { body } = await request(url, { dispatcher });
    return body.text();
  };
  const delivered = (...said: string[]) => {
    pieces = said;
    const options = { method: 'POST', headers: {}, body: Buffer.from('{}'), timeoutMs: LIMIT_MS } as const;
    return egress.send(url, options);
  };

  it('is given up where it comes in chunks of a byte', async () => {
    await assert.rejects(taken(CHUNKED, chunk('x').repeat(10_000)), /too small/);
  });

  it('is given up where interim answers come before it without end', async () => {
    await assert.rejects(taken('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)), /interim/);
    await assert.rejects(delivered('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)), {
      reason: 'connection',
    });
    await assert.rejects(delivered('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)), { reason: 'connection' });
  });

  it('is taken where it comes line by line, behind some interim answers', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20);
    const whole = `${interim}${CHUNKED}${chunk(LINE).repeat(20_000)}${chunk('')}`;
    assert.equal((await taken(whole, '')).length, 20_000 * LINE.length);
    const few = `${CHUNKED}${chunk('x').repeat(4_000)}${chunk('')}`;
    assert.equal((await taken(few, '')).length, 4_000);
  });
});

function flood(socket: Socket, [first = '', again = first]: readonly string[]): void {
  socket.write(first);
  if (again === '') return;
  const go = () => {
    while (!socket.destroyed && socket.write(again));
    if (!socket.destroyed) socket.once('drain', go);
  };
  go();
}
