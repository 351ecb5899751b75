import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { decodeFetch } from './response-decoding.ts';

const load = createRequire(import.meta.url);
const Encoder = load('kafkajs/src/protocol/encoder');
const record = load('kafkajs/src/protocol/recordBatch/record/v0');
const { RecordBatch } = load('kafkajs/src/protocol/recordBatch/v0');
const theirs: (bytes: Buffer) => Promise<unknown> = load(
  'kafkajs/src/protocol/requests/fetch/v11/response',
).decode;

const GZIP = 1;
const RECORDS: object[] = [
  {
    key: Buffer.from('a'),
    value: Buffer.from('text'),
    headers: { ce_id: '1', twice: ['1', '2', '3'], ü: 'ö' },
  },
  { key: null, value: null, headers: {} },
  { key: Buffer.from(''), value: Buffer.alloc(70_000, 7), headers: { toString: 'x', none: '' } },
  ...Array.from({ length: 150 }, (_, at) => ({ key: Buffer.from(String(at)), value: Buffer.alloc(at) })),
];

interface BatchOptions {
  firstOffset?: string;
  compression?: number;
  transactional?: boolean;
  producerId?: number;
  /** Attribute bits in addition to those that the other options set. */
  attributes?: number;
}

async function batch(records: object[], { attributes = 0, ...options }: BatchOptions = {}): Promise<Buffer> {
  const encoder = await RecordBatch({
    firstTimestamp: 1_795_999_999_123,
    maxTimestamp: 1_795_999_999_999,
    lastOffsetDelta: records.length - 1,
    records: records.map((each, at) =>
      record({ ...each, offsetDelta: at, timestampDelta: at === 1 ? -5 : at * 99 }),
    ),
    ...options,
  });
  const { buffer } = encoder;
  buffer.writeInt16BE(buffer.readInt16BE(21) | attributes, 21);
  return buffer;
}

function partition(number: number, messages: Buffer, more: { errorCode?: number; aborted?: number } = {}) {
  const { errorCode = 0, aborted = 0 } = more;
  const encoder = new Encoder().writeInt32(number).writeInt16(errorCode);
  for (const offset of ['9007199254740993', '4294967296', '-1']) encoder.writeInt64(offset);
  encoder.writeInt32(aborted === 0 ? -1 : aborted);
  for (let left = aborted; left > 0; left--) encoder.writeInt64(left).writeInt64('77');
  return encoder.writeInt32(-1).writeBytes(messages);
}

function response(...topics: object[][]): Buffer {
  const encoded = topics.map((partitions, at) => new Encoder().writeString(`t${at}ä`).writeArray(partitions));
  return new Encoder().writeInt32(3).writeInt16(0).writeInt32(0).writeArray(encoded).buffer;
}

const NOTHING = Buffer.alloc(0);

test('a fetch is decoded as kafkajs decodes it', async () => {
  const [many, one, second] = await Promise.all([
    batch(RECORDS, { firstOffset: '4294967290' }),
    batch(RECORDS.slice(0, 1), { firstOffset: '17', producerId: 5, transactional: true }),
    batch(RECORDS.slice(1, 3), { firstOffset: '18' }),
  ]);
  const [timed, control] = await Promise.all([
    batch(RECORDS.slice(0, 2), { attributes: 0x08 }),
    batch(RECORDS.slice(1, 2), { attributes: 0x30, firstOffset: '9' }),
  ]);
  const cut = (bytes: Buffer, left: number) => bytes.subarray(0, left);
  for (const bytes of [
    response(),
    response([], [partition(0, NOTHING)]),
    response(
      [partition(0, many), partition(1, NOTHING, { errorCode: 6 })],
      [partition(2, one, { aborted: 2 })],
    ),
    response([partition(0, Buffer.concat([one, second])), partition(3, Buffer.concat([timed, control]))]),
    response([partition(0, Buffer.concat([one, cut(second, 60)])), partition(1, second)]),
    response([partition(0, Buffer.concat([one, cut(second, 20)])), partition(1, second)]),
    response([partition(0, cut(one, 60)), partition(1, second)]),
  ]) {
    const ours = decodeFetch(bytes);
    assert.ok(ours !== undefined);
    assert.deepEqual(ours, await theirs(bytes));
  }
});

test('what is compressed, older or not whole is left to kafkajs', async () => {
  const [packed, plain] = await Promise.all([batch(RECORDS, { compression: GZIP }), batch(RECORDS)]);
  const older = Buffer.from(plain);
  older[16] = 1;
  const whole = response([partition(0, plain)]);
  for (const bytes of [
    response([partition(0, packed)]),
    response([partition(0, Buffer.concat([plain, packed]))]),
    response([partition(0, older)]),
    response([partition(0, plain.subarray(0, 20))]),
    whole.subarray(0, whole.length - 1),
    whole.subarray(0, 30),
    NOTHING,
  ])
    assert.equal(decodeFetch(bytes), undefined);
});
