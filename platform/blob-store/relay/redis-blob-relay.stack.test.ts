import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stackSettings } from '../../../stack/settings.ts';
import { until } from '../../../tests/support/waiting.ts';
import { Keyspace } from '../../view-store/redis/keyspace.ts';
import { blobStoreContract } from '../blob-store.contract.ts';
import type { NewBlob } from '../blob-store.ts';
import { S3BlobStore } from '../s3/s3-blob-store.ts';
import { RedisBlobRelay } from './redis-blob-relay.ts';
import { RelayedBlobStore } from './relayed-blob-store.ts';

const settings = stackSettings();
const PATIENCE_MS = 5_000;

blobStoreContract('S3 beside a relay on Redis', async () => {
  const tag = `test-${randomUUID()}`;
  const options = {
    endpoint: settings.S3_ENDPOINT!,
    accessKey: settings.S3_ACCESS_KEY!,
    secretKey: settings.S3_SECRET_KEY!,
    bucket: tag,
    region: 'us-east-1',
  };
  const open = async () =>
    new RelayedBlobStore(
      await S3BlobStore.open(options),
      new RedisBlobRelay(settings.REDIS_URL!, tag),
      'source',
    );
  return { open, destroy: async () => undefined };
});

test('every listener hears the bytes of its prefix as they were sent, and no others', async () => {
  const tag = `test-${randomUUID()}`;
  const relays = Array.from({ length: 3 }, () => new RedisBlobRelay(settings.REDIS_URL!, tag));
  const [sender, ...listeners] = relays as [RedisBlobRelay, ...RedisBlobRelay[]];
  const heard = new Map<RedisBlobRelay, NewBlob[]>(listeners.map(listener => [listener, []]));
  for (const listener of listeners) listener.listen('source', blob => heard.get(listener)?.push(blob));
  const bytes = Buffer.concat([Buffer.from('\n\0'), randomBytes(2_000)]);
  const isHeard = () => [...heard.values()].every(blobs => blobs.length > 0);
  // A listener that has not joined yet misses the blob; that is why blobs are only sent in addition to the store.
  for (const end = Date.now() + PATIENCE_MS; !isHeard() && Date.now() < end; await sleep(20)) {
    sender.send({ key: 'result/1', bytes });
    sender.send({ key: 'source/1', bytes });
  }
  for (const [blob] of heard.values()) assert.deepEqual(blob, { key: 'source/1', bytes });
  for (const relay of relays) relay.close();
});

test('a listener hears again after its connection was lost', async t => {
  const tag = `test-${randomUUID()}`;
  const [sender, listener] = [
    new RedisBlobRelay(settings.REDIS_URL!, tag),
    new RedisBlobRelay(settings.REDIS_URL!, tag),
  ];
  const operator = new Keyspace(settings.REDIS_URL!, tag);
  t.after(() => {
    for (const relay of [sender, listener]) relay.close();
    operator.redis.disconnect();
  });
  let heard = 0;
  listener.listen('source', () => heard++);
  const hears = () =>
    until('a blob', async () => {
      await sender.send({ key: 'source/1', bytes: Buffer.from('text') });
      return heard > 0;
    });
  await hears();
  await operator.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  heard = 0;
  await hears();
});

test('a relay whose server is away sends nothing and fails nobody', async () => {
  const relay = new RedisBlobRelay('redis://127.0.0.1:9', 'test');
  relay.listen('source', () => assert.fail('nothing was sent'));
  relay.send({ key: 'source/1', bytes: Buffer.from('text') });
  await sleep(100);
  relay.close();
});
