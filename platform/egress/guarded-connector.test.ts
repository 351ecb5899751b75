/** House rule 9, tested where connections are made: it holds whatever DNS says, and however often it is asked. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createServer as createSecureServer } from 'node:tls';
import type { buildConnector } from 'undici';
import { parseNetworks } from './addresses.ts';
import { EgressRefused } from './egress-refused.ts';
import { guardedConnector } from './guarded-connector.ts';
import type { Names } from './names.ts';

const PUBLIC = '93.184.216.34';
const PRIVATE = '10.0.0.1';

let port = 0;
let connections = 0;
const server = createServer(socket => {
  connections++;
  socket.destroy();
});
before(async () => {
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve));
  port = (server.address() as AddressInfo).port;
});
after(() => server.close());

/** Connects to a host. Each look-up of its name returns the next of `answers`. */
async function connected(
  hostname: string,
  {
    answers = [],
    allowed = [],
    to = port,
    protocol = 'http:',
  }: { answers?: string[][]; allowed?: string[]; to?: number; protocol?: string },
): Promise<{ peer: string | undefined; asked: number }> {
  let asked = 0;
  const names = { addresses: async () => answers[asked++] ?? [] } as unknown as Names;
  const connect = guardedConnector({
    allowed: parseNetworks(allowed),
    ports: [443],
    connectTimeoutMs: 1_000,
    names,
  });
  const options = { hostname, port: String(to), protocol } as buildConnector.Options;
  const socket = await new Promise<Socket>((resolve, reject) => {
    connect(options, (error, opened) => (error === null ? resolve(opened as Socket) : reject(error)));
  });
  const peer = socket.remoteAddress;
  socket.destroy();
  return { peer, asked };
}

describe('the guarded connector', () => {
  it('asks for a name once and connects to the address that it has checked, so that no later answer counts', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2'], [PRIVATE]];
    const { peer, asked } = await connected('rebound.example', { answers, allowed: ['127.0.0.1/32'] });
    assert.deepEqual([peer, asked], ['127.0.0.1', 1]);
  });

  it('goes on to the next address of a name where one leads nowhere', async t => {
    const elsewhere = createServer(socket => socket.destroy());
    t.after(() => elsewhere.close());
    await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.2', resolve));
    const { port: to } = elsewhere.address() as AddressInfo;
    const answers = [['127.0.0.1', '127.0.0.2']];
    const { peer, asked } = await connected('half.example', { answers, allowed: ['127.0.0.0/8'], to });
    assert.deepEqual([peer, asked], ['127.0.0.2', 1]);
  });

  it('tells a server of TLS its name without the dot that may end it', async t => {
    const named = Promise.withResolvers<string>();
    const secure = createSecureServer({
      SNICallback: (name, done) => {
        named.resolve(name);
        done(null);
      },
    });
    t.after(() => secure.close());
    secure.on('tlsClientError', () => undefined);
    await new Promise<void>(resolve => secure.listen(0, '127.0.0.1', resolve));
    const { port: to } = secure.address() as AddressInfo;
    const options = { answers: [['127.0.0.1']], allowed: ['127.0.0.0/8'], to, protocol: 'https:' };
    await assert.rejects(connected('dotted.example.', options));
    assert.equal(await named.promise, 'dotted.example');
  });

  it('tells a server that cannot be reached from an address that is refused', async () => {
    const gone = createServer();
    await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve));
    const { port: to } = gone.address() as AddressInfo;
    await new Promise(resolve => gone.close(resolve));
    const options = { answers: [['127.0.0.1']], allowed: ['127.0.0.0/8'], to };
    await assert.rejects(connected('down.example', options), { code: 'ECONNREFUSED' });
  });

  it('refuses a name whole that also points inside, wherever in the answer that stands', async () => {
    for (const answer of [
      [PUBLIC, PRIVATE],
      [PRIVATE, PUBLIC],
      [PUBLIC, '::1'],
    ])
      await assert.rejects(connected('both.example', { answers: [answer], to: 443 }), EgressRefused);
  });

  it('refuses literals, names without an address, and other ports of public addresses', async () => {
    const before = connections;
    for (const literal of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])
      await assert.rejects(connected(literal, {}), EgressRefused);
    await assert.rejects(connected('nowhere.example', {}), EgressRefused);
    await assert.rejects(connected('public.example', { answers: [[PUBLIC]], to: 8080 }), EgressRefused);
    assert.equal(connections, before);
  });

  it('looks at who has answered: what the system makes of an address is not taken on trust', {
    timeout: 60_000,
  }, async t => {
    const over = Promise.withResolvers<void>();
    const sockets: Socket[] = [];
    const inside = createServer(socket => {
      sockets.push(socket);
      socket.on('close', over.resolve).resume();
    });
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      inside.close();
    });
    await new Promise<void>(resolve => inside.listen(0, '0.0.0.0', resolve));
    const { port: to } = inside.address() as AddressInfo;
    // A connection to 0.0.0.0 reaches this machine.
    await assert.rejects(connected('0.0.0.0', { allowed: ['0.0.0.0/32'], to }), EgressRefused);
    // The connection is closed at once.
    await over.promise;
  });
});
