import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { stackSettings } from '../../../stack/settings.ts';
import { Keyspace } from './keyspace.ts';
import { SCRIPTS } from './scripts.ts';

/** One client behind a network that can swallow the traffic of its open connections, and one with a direct connection. */
async function behindNetwork(t: TestContext) {
  const url = new URL(stackSettings().REDIS_URL!);
  const clients = new Set<Socket>();
  const swallowed = new Set<Socket>();
  const relay = createServer(client => {
    clients.add(client);
    const server = connect(Number(url.port), '127.0.0.1');
    client.on('data', chunk => swallowed.has(client) || server.write(chunk));
    server.on('data', chunk => swallowed.has(client) || client.write(chunk));
    client.on('error', () => server.destroy());
    client.on('close', () => server.destroy());
  });
  await new Promise<void>(resolve => relay.listen(0, '127.0.0.1', resolve));
  const { port } = relay.address() as AddressInfo;
  const tag = `test-${randomUUID()}`;
  const keyspace = new Keyspace(`redis://127.0.0.1:${port}`, tag);
  const beside = new Keyspace(url.href, tag);
  t.after(() => {
    keyspace.redis.disconnect();
    beside.redis.disconnect();
    relay.close();
  });
  const ask = () => keyspace.reach(() => keyspace.redis.ping());
  await ask();
  const swallow = () => {
    for (const client of clients) swallowed.add(client);
  };
  /** Resolves when a new connection works; the first question may still go out on the old one. */
  const reached = () => ask().catch(ask);
  return { keyspace, beside, swallow, reached, hasReconnected: () => clients.size > swallowed.size };
}

const UNREACHED = { name: 'ViewStoreUnavailable' };

test('a connection whose answers are swallowed is given up for another', async t => {
  const { keyspace, swallow, reached, hasReconnected } = await behindNetwork(t);
  swallow();
  await assert.rejects(
    keyspace.reach(() => keyspace.redis.ping()),
    UNREACHED,
  );
  await reached();
  assert.ok(hasReconnected());
});

test('what its caller was told of as failed is not done when the network is back', async t => {
  const { keyspace, swallow, reached } = await behindNetwork(t);
  const name = `${keyspace.prefix}late`;
  swallow();
  await assert.rejects(
    keyspace.reach(() => keyspace.redis.set(name, 'done')),
    UNREACHED,
  );
  await reached();
  assert.equal(await keyspace.redis.get(name), null);
});

test('a place of the quota that could not be given back stays with the request that has taken it since', async t => {
  const { keyspace, beside, swallow, reached } = await behindNetwork(t);
  const admitted = async (store: Keyspace, reservation: string) => {
    const [requestsPerWindow, windowMs, clock, quota, leaseMs] = [100, 60_000, '', 1, 60_000];
    const args = ['key', requestsPerWindow, windowMs, clock, quota, reservation, leaseMs];
    const reply = await store.run(SCRIPTS.admit, '', ...args);
    return Array.isArray(reply) && reply.at(-1) === 1;
  };
  await beside.run(SCRIPTS.markCaughtUp, '');
  // From here on, the server knows the script.
  await beside.run(SCRIPTS.giveBack, '', 'key', randomUUID());
  // Both requests have the same Idempotency-Key, so they are the same job.
  const job = randomUUID();
  assert.ok(await admitted(keyspace, job));
  swallow();
  await assert.rejects(keyspace.run(SCRIPTS.giveBack, '', 'key', job), UNREACHED);
  assert.ok(await admitted(beside, job), 'the request again');
  await reached();
  assert.equal(await admitted(beside, randomUUID()), false, 'the month has one place');
});
