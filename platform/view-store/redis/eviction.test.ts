import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { MemoryLog } from '../memory-log.test-support.ts';
import { CONTRACT_POLICY } from '../view-store-under-test.ts';
import { checkEviction } from './eviction.ts';
import type { Keyspace } from './keyspace.ts';
import { RedisViewStore } from './redis-view-store.ts';

const server = (info: () => Promise<string>) =>
  ({ redis: { info }, reach: (work: () => Promise<unknown>) => work() }) as unknown as Keyspace;
const policy = (name: string) =>
  server(async () => `# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:${name}\r\n`);

describe('a Redis server', () => {
  it('that may evict any key is refused in one clear line', async () => {
    for (const name of ['allkeys-lru', 'allkeys-lfu', 'allkeys-random'])
      await assert.rejects(checkEviction(policy(name)), /^WrongEviction: REDIS_URL: .*noeviction$/);
  });

  it('that evicts nothing, or only what has an end of its own, is taken', async () => {
    for (const name of ['noeviction', 'volatile-ttl']) await checkEviction(policy(name));
  });

  it('that may not tell is believed', async () => {
    await checkEviction(server(() => Promise.reject(new Error('NOPERM this user has no permissions'))));
  });

  it('that is told to evict any key while it is used makes its users unready until it is told otherwise', async t => {
    let told = 'noeviction';
    const connections = new Set<Socket>();
    const redis = createServer(socket => {
      connections.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', data => {
        for (const [command = ''] of data.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n\w+/g)) {
          const memory = `maxmemory_policy:${told}\r\n`;
          socket.write(/info$/i.test(command) ? `$${memory.length}\r\n${memory}\r\n` : '+PONG\r\n');
        }
      });
    });
    redis.listen(0, '127.0.0.1');
    await once(redis, 'listening');
    const url = `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`;
    const views = await RedisViewStore.open({ url, policy: CONTRACT_POLICY, log: new MemoryLog() });
    t.after(async () => {
      await views.close();
      redis.close();
      for (const socket of connections) socket.destroy();
    });
    await views.check();
    told = 'allkeys-lru';
    await assert.rejects(views.check(), /maxmemory-policy allkeys-lru/);
    told = 'noeviction';
    await views.check();
  });
});
