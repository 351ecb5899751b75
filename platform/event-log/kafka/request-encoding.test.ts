import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { encodeInOnePiece, type FetchOptions, type ProducedMessage } from './request-encoding.ts';

const load = createRequire(import.meta.url);
const definitions = {
  produce: load('kafkajs/src/protocol/requests/produce'),
  fetch: load('kafkajs/src/protocol/requests/fetch'),
};
const theirs = { produce: definitions.produce.protocol, fetch: definitions.fetch.protocol };
encodeInOnePiece();

async function compare(name: 'produce' | 'fetch', version: number, options: object): Promise<void> {
  const [ours, original] = [definitions[name], { protocol: theirs[name] }].map(definition =>
    definition.protocol({ version })(options),
  );
  const [{ request, response, ...rest }, { request: wanted, response: read, ...others }] = [ours, original];
  assert.deepEqual(rest, others);
  assert.equal(response.parse, read.parse);
  for (const field of ['apiKey', 'apiVersion', 'apiName']) assert.equal(request[field], wanted[field]);
  const [bytes, expected] = await Promise.all([request.encode(), wanted.encode()]);
  assert.equal(bytes.buffer.toString('hex'), expected.buffer.toString('hex'));
  assert.ok(Buffer.isBuffer(bytes.buf));
}

const bytes = (length: number) => Buffer.alloc(length, length);

const MESSAGES: ProducedMessage[] = [
  { key: 'a', value: bytes(3), headers: { ce_id: '1', 'ce-länge': 'ü', many: ['1', bytes(2)], none: '' } },
  { key: 'ключ', value: null },
  { key: null, value: 'text' },
  { value: bytes(0), headers: {} },
  ...[1, 62, 63, 64, 65, 8_191, 8_192, 70_000].map(length => ({
    key: 'k'.repeat(length),
    value: bytes(length),
  })),
  ...Array.from({ length: 200 }, (_, at) => ({ key: String(at), value: bytes(1) })),
];

test('produces what kafkajs would', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_795_999_999_123 });
  const partition = (partition: number, messages: ProducedMessage[]) => ({
    partition,
    firstSequence: 0,
    messages,
  });
  const usual = { acks: -1, timeout: 5_000, compression: 0, producerId: -1, producerEpoch: 0 };
  const topicData = [
    {
      topic: 'requests-interactive',
      partitions: [partition(0, MESSAGES), partition(5, MESSAGES.slice(0, 1))],
    },
    { topic: 'ausgänge', partitions: [partition(2, MESSAGES.slice(1, 3))] },
  ];
  await compare('produce', 7, { ...usual, topicData });
  await compare('produce', 7, { ...usual, transactionalId: undefined, acks: 1, topicData: [] });
  for (const message of MESSAGES)
    await compare('produce', 7, {
      ...usual,
      topicData: [{ topic: 't', partitions: [partition(1, [message])] }],
    });
});

test('leaves to kafkajs what it does not write itself', async () => {
  const message = { key: 'a', value: bytes(3), timestamp: '1795999999123' };
  const topicData = [{ topic: 't', partitions: [{ partition: 0, firstSequence: 0, messages: [message] }] }];
  const usual = { acks: -1, timeout: 5_000, compression: 0, producerId: -1, producerEpoch: 0, topicData };
  await compare('produce', 7, usual);
  await compare('produce', 7, { ...usual, compression: 1 });
  await compare('produce', 3, usual);
});

test('fetches what kafkajs would', async () => {
  const fetched = (partition: number, fetchOffset: string) => ({ partition, fetchOffset, maxBytes: 65_536 });
  const topics: FetchOptions['topics'] = [
    { topic: 'outcomes', partitions: [fetched(3, '0'), fetched(1, '-1'), fetched(2, '-2')] },
    { topic: 'ausgänge', partitions: [fetched(0, '4294967295'), fetched(0, '4294967296')] },
    { topic: 'keys', partitions: [fetched(0, String(Number.MAX_SAFE_INTEGER))] },
  ];
  const usual = { maxWaitTime: 250, minBytes: 1, maxBytes: 10_485_760, topics };
  await compare('fetch', 11, usual);
  await compare('fetch', 11, {
    ...usual,
    replicaId: -1,
    isolationLevel: 0,
    rackId: 'zürich',
    maxWaitTime: 100,
  });
  await compare('fetch', 11, { ...usual, rackId: '', topics: [] });
  const forgottenTopics = [
    { topic: 'ausgänge', partitions: [5, 0] },
    { topic: 'keys', partitions: [] },
  ];
  await compare('fetch', 11, {
    ...usual,
    sessionId: 1_795_999_999,
    sessionEpoch: 2 ** 31 - 1,
    forgottenTopics,
  });
  await compare('fetch', 4, usual);
});
