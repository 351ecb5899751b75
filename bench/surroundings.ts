/** Gives a benchmark names of its own in the running stack, and removes what it left. */

import { BLOB_PREFIXES } from '../platform/blob-store/blob-store.ts';
import { S3BlobStore } from '../platform/blob-store/s3/s3-blob-store.ts';
import { ClientFactory, FINITE_RETRY } from '../platform/event-log/kafka/client.ts';
import { newId } from '../platform/ids.ts';
import { Keyspace } from '../platform/view-store/redis/keyspace.ts';
import { stackSettings } from '../stack/settings.ts';
import { percentiles } from './load.ts';
import type { Environment } from './roles.ts';

/** Kept between runs and emptied by each, because the blob store's port cannot remove buckets. */
const BUCKET = 'textrail-bench';
const UNLIMITED = '1000000000';
const SCAN_KEYS = 1_000;
const PUTS = 200;
const SMALL_BLOB = Buffer.alloc(1_500, 'text');
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The stack's settings, with topics and keys that nothing else uses. */
export function surroundings(): Environment {
  return {
    ...stackSettings(),
    S3_BUCKET: BUCKET,
    KAFKA_TOPIC_PREFIX: `bench-${process.pid}.`,
    REDIS_PREFIX: `bench-${process.pid}`,
    RATE_LIMIT_PER_MINUTE: UNLIMITED,
    LOG_LEVEL: 'error',
    DRAIN_MS: '2000',
  };
}

export async function cleanUp(environment: Environment, s3Endpoints: readonly string[]): Promise<void> {
  await Promise.all([
    removeTopics(environment),
    removeKeys(environment),
    ...s3Endpoints.map(endpoint => removeBlobs({ ...environment, S3_ENDPOINT: endpoint })),
  ]);
}

async function removeTopics({ KAFKA_BROKERS = '', KAFKA_TOPIC_PREFIX = '' }: Environment): Promise<void> {
  const clients = new ClientFactory({ brokers: KAFKA_BROKERS.split(','), clientId: 'bench', log: silent });
  const admin = clients.create().admin({ retry: FINITE_RETRY });
  await admin.connect();
  const topics = (await admin.listTopics()).filter(topic => topic.startsWith(KAFKA_TOPIC_PREFIX));
  if (topics.length > 0) await admin.deleteTopics({ topics });
  await admin.disconnect();
}

async function removeKeys({ REDIS_URL = '', REDIS_PREFIX = '' }: Environment): Promise<void> {
  const { redis, prefix } = new Keyspace(REDIS_URL, REDIS_PREFIX);
  for (let cursor = '0'; ; ) {
    const [next, names] = await redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', SCAN_KEYS);
    if (names.length > 0) await redis.unlink(...names);
    cursor = next;
    if (cursor === '0') break;
  }
  redis.disconnect();
}

async function removeBlobs(environment: Environment): Promise<void> {
  const store = await openStore(environment);
  for (const prefix of BLOB_PREFIXES) {
    const blobs = await Array.fromAsync(store.list(prefix, Number.MAX_SAFE_INTEGER));
    await store.delete(blobs.map(({ key }) => key));
  }
  await store.close();
}

/** p50 in ms of one small put alone. A synchronous request waits for two of them, one after the other. */
export async function putAlone(environment: Environment): Promise<number> {
  const store = await openStore(environment);
  const times: number[] = [];
  for (let at = 0; at < PUTS; at++) {
    const begun = performance.now();
    await store.put({ key: `source/${newId()}`, bytes: SMALL_BLOB });
    times.push(performance.now() - begun);
  }
  await store.close();
  return percentiles(times).p50;
}

function openStore(environment: Environment): Promise<S3BlobStore> {
  return S3BlobStore.open({
    endpoint: environment.S3_ENDPOINT ?? '',
    accessKey: environment.S3_ACCESS_KEY ?? '',
    secretKey: environment.S3_SECRET_KEY ?? '',
    bucket: BUCKET,
    region: 'us-east-1',
  });
}
