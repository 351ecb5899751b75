import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkEviction } from './eviction.ts';
import type { Keyspace } from './keyspace.ts';

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
});
