import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { Client, type LifecycleConfig } from 'minio';
import { stackSettings } from '../../../stack/settings.ts';
import { blobStoreContract } from '../blob-store.contract.ts';
import { BlobMissing, BlobStoreUnavailable } from '../blob-store.ts';
import { ConfiguredKeys } from '../sealed/configured-keys.ts';
import { SealedBlobStore } from '../sealed/sealed-blob-store.ts';
import type { ExpiryRules } from './expiry-rules.ts';
import { S3BlobStore } from './s3-blob-store.ts';

const settings = stackSettings();

const MIB = 1024 * 1024;

const optionsOf = (endpoint: string) => ({
  endpoint,
  accessKey: settings.S3_ACCESS_KEY!,
  secretKey: settings.S3_SECRET_KEY!,
  bucket: `test-${randomUUID()}`,
  region: 'us-east-1',
  expiry: { days: { source: 2, request: 8, result: 8, page: 2 } },
});

async function* chunks(bytes: Buffer, failAt = Number.POSITIVE_INFINITY) {
  for (let at = 0; at < bytes.length; at += 64 * 1024) {
    if (at >= failAt) throw new Error('the connection was cut');
    yield bytes.subarray(at, at + 64 * 1024);
  }
}

test('S3 (versitygw): what a writer that died has left is listed from its beginning on, and deleted with its parts', async () => {
  const options = optionsOf(settings.S3_SECOND_ENDPOINT!);
  const blobs = await S3BlobStore.open(options);
  const { hostname, port } = new URL(options.endpoint);
  const client = new Client({ ...options, endPoint: hostname, port: Number(port), useSSL: false });
  await client.initiateNewMultipartUpload(options.bucket, 'source/half', {});
  await blobs.put({ key: 'source/whole', bytes: Buffer.from('whole') });
  const listed = async (before: number) => {
    const keys: string[] = [];
    for await (const { key } of blobs.list('source', before)) keys.push(key);
    return keys;
  };
  const unfinished = async () =>
    (await client.listIncompleteUploadsQuery(options.bucket, 'source/', '', '', '')).uploads.length;
  assert.deepEqual(await listed(Date.now() - 60_000), []);
  assert.equal(await unfinished(), 1);
  assert.deepEqual(await listed(Date.now() + 60_000), ['source/whole', 'source/half']);
  await blobs.delete(['source/half']);
  assert.equal(await unfinished(), 0);
  assert.deepEqual(await listed(Date.now() + 60_000), ['source/whole']);
  await blobs.close();
});

/** Tests with the most widely used server, and with one that is still maintained. */
for (const [name, endpoint] of [
  ['S3 (MinIO)', settings.S3_ENDPOINT!],
  ['S3 (versitygw)', settings.S3_SECOND_ENDPOINT!],
] as const) {
  blobStoreContract(name, async () => {
    const options = optionsOf(endpoint);
    return { open: () => S3BlobStore.open(options), destroy: async () => undefined };
  });

  blobStoreContract(`${name}, sealed`, async () => {
    const options = optionsOf(endpoint);
    const keys = new ConfiguredKeys(`key:${randomBytes(32).toString('base64')}`);
    return {
      open: async () => new SealedBlobStore(await S3BlobStore.open(options), keys, { refusesPlain: true }),
      storedBytes: bytes => 55 + bytes + 16 * Math.max(1, Math.ceil(bytes / 65_536)),
      destroy: async () => undefined,
    };
  });

  test(`${name}: a stream of several parts arrives whole, and one that breaks off leaves nothing`, async () => {
    const blobs = await S3BlobStore.open(optionsOf(endpoint));
    const bytes = randomBytes(20 * MIB);
    await blobs.write('source/whole', chunks(bytes));
    assert.ok((await blobs.read('source/whole', 64 * MIB)).equals(bytes));
    await assert.rejects(blobs.write('source/broken', chunks(bytes, 12 * MIB)), /the connection was cut/);
    await assert.rejects(blobs.read('source/broken', 64 * MIB), BlobMissing);
    await blobs.close();
  });
}

test('an S3 server that refuses our credentials ends the start, instead of being waited for', async () => {
  const options = { ...optionsOf(settings.S3_ENDPOINT!), secretKey: 'not-the-secret' };
  await assert.rejects(S3BlobStore.open(options), BlobStoreUnavailable);
});

describe('lifecycle rules on MinIO', () => {
  const options = optionsOf(settings.S3_ENDPOINT!);
  const client = new Client({
    endPoint: '127.0.0.1',
    port: Number(new URL(options.endpoint).port),
    useSSL: false,
    accessKey: options.accessKey,
    secretKey: options.secretKey,
  });
  const opened = async (result: number): Promise<ExpiryRules> => {
    const said: ExpiryRules[] = [];
    const expiry = {
      days: { source: 9, request: 9, result, page: 2 },
      onRules: (rules: ExpiryRules) => said.push(rules),
    };
    await (await S3BlobStore.open({ ...options, expiry })).close();
    assert.equal(said.length, 1);
    return said[0]!;
  };
  const daysOf = async (id: string) => {
    const { Rule } = (await client.getBucketLifecycle(options.bucket)) as LifecycleConfig;
    return [Rule].flat().find(rule => rule.ID === id)?.Expiration?.Days;
  };

  test('are made, follow a changed setting at the next start, and are left alone otherwise', async () => {
    assert.equal((await opened(8)).outcome, 'set');
    assert.equal(Number(await daysOf('expire-result')), 8);
    assert.equal((await opened(8)).outcome, 'up to date');
    assert.equal((await opened(31)).outcome, 'set');
    assert.equal(Number(await daysOf('expire-result')), 31);
    assert.equal(Number(await daysOf('expire-source')), 9);
  });

  test("an operator's own rules stay, and one that deletes too soon is told", async () => {
    const own = { Status: 'Enabled', Expiration: { Days: 3 } };
    await client.setBucketLifecycle(options.bucket, {
      Rule: [
        { ...own, ID: 'logs', Filter: { Prefix: 'logs/' } },
        { ...own, ID: 'everything', Filter: { Prefix: '' } },
      ],
    });
    const said = { tooSoon: ['everything'], keepsVersions: false };
    assert.deepEqual(await opened(8), { outcome: 'set', ...said });
    assert.deepEqual(await opened(8), { outcome: 'up to date', ...said });
    assert.equal(Number(await daysOf('logs')), 3);
  });

  test('end the versions that a bucket keeps of what was deleted, a destroyed pepper too, and say that it does', async () => {
    await client.setBucketVersioning(options.bucket, { Status: 'Enabled' });
    await client.removeBucketLifecycle(options.bucket);
    assert.equal((await opened(31)).keepsVersions, true);
    const { Rule } = (await client.getBucketLifecycle(options.bucket)) as LifecycleConfig;
    const ends = Object.fromEntries(
      [Rule]
        .flat()
        .map(({ ID, Expiration, NoncurrentVersionExpiration: hidden }) => [
          ID,
          [Number(Expiration?.Days), Number(hidden?.NoncurrentDays)],
        ]),
    );
    assert.deepEqual(ends, {
      'expire-source': [9, 1],
      'expire-request': [9, 1],
      'expire-result': [31, 1],
      'expire-page': [2, 1],
      'expire-pepper': [Number.NaN, 1],
    });
    await client.setBucketVersioning(options.bucket, { Status: 'Suspended' });
    assert.deepEqual(await opened(31), { outcome: 'up to date', tooSoon: [], keepsVersions: true });
  });
});
