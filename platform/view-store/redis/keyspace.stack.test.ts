import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { stackSettings } from '../../../stack/settings.ts';
import { Keyspace } from './keyspace.ts';

test('a connection whose answers are swallowed is given up for another', async () => {
  const { port: redisPort } = new URL(stackSettings().REDIS_URL!);
  const clients = new Set<Socket>();
  const swallowed = new Set<Socket>();
  const relay = createServer(client => {
    clients.add(client);
    const server = connect(Number(redisPort), '127.0.0.1');
    client.pipe(server);
    server.on('data', chunk => swallowed.has(client) || client.write(chunk));
    client.on('error', () => server.destroy());
    client.on('close', () => server.destroy());
  });
  await new Promise<void>(resolve => relay.listen(0, '127.0.0.1', resolve));
  const { port } = relay.address() as AddressInfo;
  const keyspace = new Keyspace(`redis://127.0.0.1:${port}`, `test-${randomUUID()}`);
  const ask = () => keyspace.reach(() => keyspace.redis.ping());
  try {
    await ask();
    for (const client of clients) swallowed.add(client);
    await assert.rejects(ask(), { name: 'ViewStoreUnavailable' });
    // Sent on the old connection still, or already on the next one.
    await ask().catch(ask);
    assert.ok(clients.size > swallowed.size);
  } finally {
    keyspace.redis.disconnect();
    relay.close();
  }
});
