import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BLOB_PREFIXES } from '../../platform/blob-store/blob-store.ts';
import { S3BlobStore } from '../../platform/blob-store/s3/s3-blob-store.ts';
import { readSettings } from '../../platform/settings.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { MODE, suite } from '../support/mode.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const SENTINEL = 'the-secret-recipe';
const [OLD, NEW] = ['old', 'new'].map(id => `${id}:${randomBytes(32).toString('base64')}`) as [
  string,
  string,
];
/** Sizes for the three ways: in memory only; streamed into the store; with a result streamed out of it. */
const WORDS = [3, 30_000, 150_000];

const documentOf = (words: number): Buffer => page(`${SENTINEL} `.repeat(words));
const wordsIn = (text: string): number => text.split(SENTINEL).length - 1;

/** All bytes that the service stores of documents: its data folder or its bucket. */
async function kept({ environment, dataFolder }: Service): Promise<Buffer[]> {
  if (MODE === 'embedded')
    return readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
      .map(name => join(dataFolder, name))
      .filter(path => statSync(path).isFile())
      .map(path => readFileSync(path));
  const settings = readSettings(environment, true);
  const store = await S3BlobStore.open({
    endpoint: settings.S3_ENDPOINT,
    accessKey: settings.S3_ACCESS_KEY,
    secretKey: settings.S3_SECRET_KEY,
    bucket: settings.S3_BUCKET,
    region: settings.S3_REGION,
  });
  const blobs: Buffer[] = [];
  for (const prefix of BLOB_PREFIXES)
    for await (const { key } of store.list(prefix, Number.MAX_SAFE_INTEGER))
      blobs.push(await store.read(key, 100_000_000));
  await store.close();
  return blobs;
}

describe(suite('a service whose blobs are encrypted'), () => {
  let service: Service;
  let key: TestKey;
  let receiver: Receiver;
  const jobs: { jobId: string; words: number }[] = [];
  before(async () => {
    receiver = await startReceiver();
    service = await startService({
      BLOB_KEYS: OLD,
      SOURCE_REPLAY_SECONDS: '3600',
      EGRESS_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'debug',
    });
    key = await issueKey(service);
  });
  after(async () => {
    await service.dispose();
    await receiver.close();
  });

  test('answers as any other: at once, to polls and to webhooks, small results and large ones', async () => {
    for (const words of WORDS) {
      const file = documentOf(words);
      assert.equal(wordsIn((await key.client.extract({ file })).text), words);
      const webhook = receiver.url(`/${SENTINEL}/${words}`);
      const jobId = await key.client.accepted({ file, query: { webhook_url: webhook } });
      assert.equal(wordsIn((await key.client.finished(jobId, 60_000)).text), words);
      jobs.push({ jobId, words });
    }
    for (const words of WORDS) {
      const delivery = await until(
        'the webhook',
        async () => receiver.at(`/${SENTINEL}/${words}`)[0],
        30_000,
      );
      assert.equal(wordsIn(delivery.body), words);
    }
  });

  test('keeps documents, results and addresses, and none of them can be read where they lie', async () => {
    const files = await kept(service);
    const bytes = files.reduce((sum, file) => sum + file.length, 0);
    // Documents and results of all sizes are there, so the next check does not pass because nothing was stored.
    assert.ok(bytes > 4 * SENTINEL.length * WORDS.reduce((sum, words) => sum + words, 0));
    for (const file of files) assert.equal(file.includes(SENTINEL), false);
  });

  test('says which keys it has, and never a key', async () => {
    assert.match(service.log(), /blobs are encrypted by master keys/);
    const [, secret = ''] = OLD.split(':');
    assert.equal(service.log().includes(secret), false);
  });

  test('goes on reading what an older key sealed; without that key it answers 503 and loses nothing', async () => {
    const { jobId, words } = jobs[0]!;
    const check = async (blobKeys: string, status: number) => {
      await service.stop();
      service = await service.again({ BLOB_KEYS: blobKeys });
      const client = new Client(service, key.apiKey);
      const answer = await client.poll(jobId);
      assert.equal(answer.status, status, answer.text.slice(0, 200));
      if (status === 200) assert.equal(wordsIn(answer.text), words);
      assert.equal(wordsIn(await client.text(documentOf(5))), 5);
    };
    await check(NEW, 503);
    await check(`plain,${NEW},${OLD}`, 200);
  });
});
