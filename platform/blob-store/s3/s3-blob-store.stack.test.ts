import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { stackSettings } from '../../../stack/settings.ts';
import { blobStoreContract } from '../blob-store.contract.ts';
import { BlobMissing, BlobStoreUnavailable } from '../blob-store.ts';
import { S3BlobStore } from './s3-blob-store.ts';

const settings = stackSettings();

const MIB = 1024 * 1024;

const optionsOf = (endpoint: string) => ({
  endpoint,
  accessKey: settings.S3_ACCESS_KEY!,
  secretKey: settings.S3_SECRET_KEY!,
  bucket: `test-${randomUUID()}`,
  region: 'us-east-1',
  expiryDays: { source: 2, result: 8 },
});

async function* chunks(bytes: Buffer, failAt = Number.POSITIVE_INFINITY) {
  for (let at = 0; at < bytes.length; at += 64 * 1024) {
    if (at >= failAt) throw new Error('the connection was cut');
    yield bytes.subarray(at, at + 64 * 1024);
  }
}

/** Both the server that most people have and one that is still maintained. */
for (const [name, endpoint] of [
  ['S3 (MinIO)', settings.S3_ENDPOINT!],
  ['S3 (versitygw)', settings.S3_SECOND_ENDPOINT!],
] as const) {
  blobStoreContract(name, async () => {
    const options = optionsOf(endpoint);
    return { open: () => S3BlobStore.open(options), destroy: async () => undefined };
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
