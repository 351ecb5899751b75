import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Source, type Textrail, TextrailError } from '../../clients/typescript/textrail.ts';
import { CallersBucket } from '../../platform/blob-store/s3/callers-bucket.ts';
import { readOrder, WrongUse } from './arguments.ts';
import { bucketsOf, objectsBelow } from './buckets.ts';
import { findInputs, type StoredObject } from './inputs.ts';
import { Unread } from './reader.ts';
import { keyOf, ServiceReader } from './service-reader.ts';

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
const NOON = Date.UTC(2026, 10, 22, 12);

describe('a bucket in an order', () => {
  test('is named as s3://bucket/prefix, with its credentials in the environment', () => {
    const { buckets, to } = readOrder(['s3://documents/in', '--to', 's3://results']);
    assert.deepEqual(buckets, [{ bucket: 'documents', prefix: 'in' }]);
    assert.deepEqual(to, { bucket: 'results', prefix: '' });
    for (const args of [
      ['s3://'],
      ['s3:///key'],
      ['s3://Bad_Name/'],
      ['a.pdf', '--to', '/folder'],
      ['s3://documents/', '--to', 's3://results/', '--out', 'folder'],
    ])
      assert.throws(() => readOrder(args), WrongUse, args.join(' '));
    assert.throws(() => bucketsOf({}), WrongUse);
    assert.throws(() => bucketsOf({ ...CREDENTIALS, AWS_ENDPOINT_URL: 'localhost:9000' }), WrongUse);
  });

  const listed = (...keys: string[]) =>
    ({
      list: async () => keys.map(key => ({ key, etag: 'e', bytes: 1, changedAt: 0 })),
    }) as unknown as CallersBucket;
  const namesBelow = async (prefix: string, to: string | null, ...keys: string[]) => {
    const place = to === null ? null : { bucket: 'b', prefix: to };
    const found = await objectsBelow(() => listed(...keys), { bucket: 'b', prefix }, place);
    return found.map(({ outName }) => outName);
  };

  test('gives results the names of the documents below the prefix, a folder or the beginning of a name', async () => {
    assert.deepEqual(await namesBelow('in', null, 'in/a.pdf', 'in/sub/b.pdf'), ['a.pdf', 'sub/b.pdf']);
    assert.deepEqual(await namesBelow('in/', null, 'in/a.pdf'), ['a.pdf']);
    assert.deepEqual(await namesBelow('in/20', null, 'in/2025.pdf', 'in/20/x.pdf'), ['2025.pdf', 'x.pdf']);
    assert.deepEqual(await namesBelow('', null, 'a.pdf'), ['a.pdf']);
  });

  test('is not read for what an earlier run has written to it', async () => {
    assert.deepEqual(await namesBelow('', 'out/', 'a.pdf', 'out/a.pdf.txt'), ['a.pdf']);
  });

  test('writes nothing outside of the folder that was named, whatever its keys say', async () => {
    const order = readOrder(['s3://documents/', '--out', '/tmp/results']);
    for (const key of ['../a.pdf', 'x/../../a.pdf']) {
      const objects = await objectsBelow(() => listed(key), { bucket: 'b', prefix: '' }, null);
      assert.throws(() => findInputs(order, objects), WrongUse, key);
    }
  });
});

test('an object has one presigned address a day, over https alone', async () => {
  const options = {
    region: 'us-east-1',
    accessKey: 'a',
    secretKey: 's',
    sessionToken: undefined,
    bucket: 'documents',
  };
  const secure = new CallersBucket({ ...options, endpoint: 'https://s3.example' });
  const address = await secure.addressOf('in/ä b.pdf', NOON);
  assert.match(
    address ?? '',
    /^https:\/\/s3\.example\/documents\/in\/%C3%A4%20b\.pdf\?.*X-Amz-Date=20261122T000000Z/,
  );
  assert.equal(await secure.addressOf('in/ä b.pdf', NOON + 3_600_000), address);
  assert.notEqual(await secure.addressOf('in/ä b.pdf', NOON + 86_400_000), address);
  const plain = new CallersBucket({ ...options, endpoint: 'http://s3.example' });
  assert.equal(await plain.addressOf('a', NOON), null);
});

describe('documents of a bucket and a service', () => {
  const object = (name: string, bytes = 4): StoredObject => ({
    version: 'e',
    bytes,
    address: async () => `https://s3.example/${name}`,
    read: async () => Buffer.from(name),
  });
  /** A service that answers each document with the bytes it was sent. */
  function reader(canFetch: boolean) {
    const asked: string[] = [];
    const client = {
      extract: async (source: Source) => {
        asked.push('url' in source ? 'fetch' : 'upload');
        await new Promise(resolve => setImmediate(resolve));
        if ('url' in source && !canFetch)
          throw new TextrailError('fetch_failed', 'The document cannot be fetched.', 400);
        return { status: 'success' };
      },
    };
    return { asked, reader: new ServiceReader(client as unknown as Textrail, true) };
  }
  const { signal } = new AbortController();
  const names = ['a', 'b', 'c'];

  test('are fetched by the service where it can', async () => {
    const { asked, reader: own } = reader(true);
    await Promise.all(names.map(name => own.read({ object: object(name) }, 'text', signal)));
    assert.deepEqual(asked, ['fetch', 'fetch', 'fetch']);
  });

  test('are uploaded where it cannot, after one try: each would count towards its breaker', async () => {
    const { asked, reader: own } = reader(false);
    await Promise.all(names.map(name => own.read({ object: object(name) }, 'text', signal)));
    assert.deepEqual(asked.sort(), ['fetch', 'upload', 'upload', 'upload']);
    const large = own.read({ object: object('d', 10_485_761) }, 'text', signal);
    await assert.rejects(large, error => error instanceof Unread && error.code === 'too_large');
  });

  test('are another request after each change', () => {
    const url = 'https://s3.example/a';
    const keys = [{ url }, { url, version: '1' }, { url, version: '2' }].map(each =>
      keyOf(each, 'text', true),
    );
    assert.equal(new Set(keys).size, 3);
  });
});
