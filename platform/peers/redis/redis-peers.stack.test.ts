import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stackSettings } from '../../../stack/settings.ts';
import { Keyspace } from '../../view-store/redis/keyspace.ts';
import { peersContract } from '../peers.contract.ts';
import { RedisPeers } from './redis-peers.ts';

const PATIENCE_MS = 5_000;
const onRefused = (reason: string) => assert.fail(reason);

peersContract('Redis', count => {
  const options = {
    url: stackSettings().REDIS_URL!,
    tag: `test-${randomUUID()}`,
    role: 'extractor',
    onRefused,
  };
  return Array.from({ length: count }, () => new RedisPeers(options));
});

test('what others write into the channel of a process is no message of a peer, and ends nothing', async () => {
  const tag = `test-${randomUUID()}`;
  const url = stackSettings().REDIS_URL!;
  const peers = new RedisPeers({ url, tag, role: 'extractor', onRefused });
  const heard: unknown[] = [];
  peers.listen((_, message) => void heard.push(message));
  const { redis, prefix } = new Keyspace(url, tag);
  const from = randomUUID();
  const texts = ['', 'nonsense', 'null', '{}', `{"from":1,"message":{}}`, `{"from":"x","message":{}}`];
  const large = JSON.stringify({ from, message: { text: 'x'.repeat(5_000) } });
  for (const end = Date.now() + PATIENCE_MS; heard.length === 0 && Date.now() < end; await sleep(20)) {
    for (const text of [...texts, large]) await redis.publish(`${prefix}peers:${peers.id}`, text);
    await redis.publish(`${prefix}peers:extractor`, JSON.stringify({ from, message: { kind: 'genuine' } }));
  }
  assert.ok(heard.length > 0);
  for (const message of heard) assert.deepEqual(message, { kind: 'genuine' });
  redis.disconnect();
  peers.close();
});

test('a process whose server is away says nothing and fails nobody', async () => {
  const peers = new RedisPeers({ url: 'redis://127.0.0.1:9', tag: 'test', role: 'extractor', onRefused });
  peers.listen(() => assert.fail('nobody speaks'));
  peers.tell(randomUUID(), {});
  peers.tellAll({});
  await sleep(100);
  peers.close();
});
