/**
 * Encodes the two requests that are sent all the time (Produce and Fetch) in one buffer each. kafkajs 2.2.4 writes each
 * number, header, record and partition into zeroed memory of its own, at least 512 bytes, copies it from there into
 * what contains it, and looks up the modules of a request's version each time. This covers the latest versions that
 * kafkajs knows; any request that this service does not send is left to kafkajs. response-decoding.ts decodes what a
 * fetch returns.
 */
import { createRequire } from 'node:module';
import { type Bytes, RequestWriter, sizeOfVarint, sizeOfVarintBytes, stringBytes } from './request-writer.ts';
import { decodeFetch } from './response-decoding.ts';

/** A request as kafkajs sends it; it uses these two fields of what `encode` returns. */
interface Outgoing {
  request: {
    apiKey: number;
    apiVersion: number;
    apiName: string;
    encode(): Promise<{ buf: Buffer; buffer: Buffer }>;
  };
  response: Decoder;
  requestTimeout?: number;
}

interface Decoder {
  decode(bytes: Buffer): Promise<unknown>;
  /** Throws the broker's error, if the decoded answer has one. */
  parse(decoded: unknown): Promise<unknown>;
}

interface Definition<Options> {
  protocol(wanted: { version: number }): (options: Options) => Outgoing;
}

export interface ProducedMessage {
  key?: Bytes;
  value: Bytes;
  headers?: Record<string, string | Uint8Array | (string | Uint8Array)[]>;
  timestamp?: string;
}

export interface ProduceOptions {
  acks: number;
  timeout: number;
  compression?: number;
  transactionalId?: string | null;
  producerId?: unknown;
  producerEpoch?: number;
  topicData: readonly {
    topic: string;
    partitions: readonly {
      partition: number;
      firstSequence?: number;
      messages: readonly ProducedMessage[];
    }[];
  }[];
}

export interface FetchOptions {
  replicaId?: number;
  isolationLevel?: number;
  maxWaitTime: number;
  minBytes: number;
  maxBytes: number;
  topics: readonly {
    topic: string;
    partitions: readonly { partition: number; fetchOffset: string; maxBytes: number }[];
  }[];
  rackId?: string;
  /** See fetch-sessions.ts. Without these, every fetch names everything it wants. */
  sessionId?: number;
  sessionEpoch?: number;
  forgottenTopics?: readonly { topic: string; partitions: readonly number[] }[];
}

const load = createRequire(import.meta.url);
const crc32c: (bytes: Buffer) => number = load('kafkajs/src/protocol/recordBatch/crc32C');

const PRODUCE = { name: 'produce', apiName: 'Produce', apiKey: 0, version: 7 };
export const FETCH = { name: 'fetch', apiName: 'Fetch', apiKey: 1, version: 11 };
export const NO_SESSION = 0;
/** The epoch of a fetch that names everything and asks for no session. */
export const NO_EPOCH = -1;
/** Added to the time that a broker may wait. */
const NETWORK_MS = 100;
const READ_COMMITTED = 1;
const UNKNOWN = -1;
const BATCH_MAGIC = 2;
/** Bytes up to the number of topics. */
const PRODUCE_HEAD_BYTES = 12;
const FETCH_HEAD_BYTES = 25;
const FETCHED_PARTITION_BYTES = 28;
/**
 * Layout of a batch: bytes before its first record; bytes not counted by its length; place of its checksum; first byte
 * that the checksum covers.
 */
const BATCH_HEAD_BYTES = 61;
const BEFORE_LENGTH_BYTES = 12;
const CRC_PLACE = 17;
const CRC_FROM = 21;

/** Call it before a client is created; further calls change nothing. */
export function encodeInOnePiece(): void {
  quicken<ProduceOptions>(PRODUCE, { isOurs: isPlain, encode: encodeProduce });
  quicken<FetchOptions>(FETCH, {
    encode: encodeFetch,
    timeoutMs: ({ maxWaitTime }) => maxWaitTime + NETWORK_MS,
    decode: decodeFetch,
  });
}

interface Quick<Options> {
  isOurs?: (options: Options) => boolean;
  encode: (options: Options) => Buffer;
  timeoutMs?: (options: Options) => number;
  /** Undefined if it cannot decode the answer. */
  decode?: (bytes: Buffer) => unknown;
}

const quickened = new WeakSet<object>();

function quicken<Options>(
  { name, apiName, apiKey, version }: typeof PRODUCE,
  { isOurs, encode, timeoutMs, decode }: Quick<Options>,
): void {
  const definition: Definition<Options> = load(`kafkajs/src/protocol/requests/${name}`);
  if (quickened.has(definition)) return;
  quickened.add(definition);
  const { protocol } = definition;
  const theirs = protocol({ version });
  const response: Decoder = { ...load(`kafkajs/src/protocol/requests/${name}/v${version}/response`) };
  const { decode: theirDecode } = response;
  if (decode !== undefined) response.decode = async bytes => decode(bytes) ?? theirDecode(bytes);
  const ours = (options: Options): Outgoing => {
    if (isOurs?.(options) === false) return theirs(options);
    const encoded = async () => {
      const buffer = encode(options);
      return { buf: buffer, buffer };
    };
    const request = { apiKey, apiVersion: version, apiName, encode: encoded };
    return { request, response, ...(timeoutMs && { requestTimeout: timeoutMs(options) }) };
  };
  definition.protocol = wanted => (wanted.version === version ? ours : protocol(wanted));
}

function isPlain({ acks, compression = 0, transactionalId = null, topicData }: ProduceOptions): boolean {
  return (
    acks !== 0 &&
    compression === 0 &&
    transactionalId === null &&
    topicData.every(({ partitions }) =>
      partitions.every(({ messages }) => messages.every(({ timestamp }) => timestamp === undefined)),
    )
  );
}

function encodeFetch({
  replicaId = -1,
  isolationLevel = READ_COMMITTED,
  maxWaitTime,
  minBytes,
  maxBytes,
  topics,
  rackId = '',
  sessionId = NO_SESSION,
  sessionEpoch = NO_EPOCH,
  forgottenTopics = [],
}: FetchOptions): Buffer {
  let size = FETCH_HEAD_BYTES + 4 + 4 + stringBytes(rackId);
  for (const { topic, partitions } of forgottenTopics) size += stringBytes(topic) + 4 + 4 * partitions.length;
  for (const { topic, partitions } of topics)
    size += stringBytes(topic) + 4 + partitions.length * FETCHED_PARTITION_BYTES;
  const writer = new RequestWriter(size);
  for (const value of [replicaId, maxWaitTime, minBytes, maxBytes]) writer.int32(value);
  writer.int8(isolationLevel);
  writer.int32(sessionId);
  writer.int32(sessionEpoch);
  writer.int32(topics.length);
  for (const { topic, partitions } of topics) {
    writer.string(topic);
    writer.int32(partitions.length);
    for (const { partition, fetchOffset, maxBytes: most } of partitions) {
      writer.int32(partition);
      // The leader's epoch and the log's start, both unknown.
      writer.int32(UNKNOWN);
      writer.int64(Number(fetchOffset));
      writer.int64(UNKNOWN);
      writer.int32(most);
    }
  }
  writer.int32(forgottenTopics.length);
  for (const { topic, partitions } of forgottenTopics) {
    writer.string(topic);
    writer.int32(partitions.length);
    for (const partition of partitions) writer.int32(partition);
  }
  writer.string(rackId);
  return writer.bytes;
}

type Header = [name: string, value: string | Uint8Array];

interface SizedRecord {
  message: ProducedMessage;
  headers: Header[];
  /** Size without its own length field. */
  bytes: number;
}

interface SizedBatch {
  records: SizedRecord[];
  /** Size including its head. */
  bytes: number;
}

function encodeProduce({ acks, timeout, topicData, producerId, producerEpoch = 0 }: ProduceOptions): Buffer {
  let size = PRODUCE_HEAD_BYTES;
  const sized = topicData.map(({ topic, partitions }) => {
    size += stringBytes(topic) + 4;
    return partitions.map(({ messages }) => {
      const batch = sizedBatch(messages);
      size += 4 + 4 + batch.bytes;
      return batch;
    });
  });
  const writer = new RequestWriter(size);
  // No transactional id.
  writer.int16(-1);
  writer.int16(acks);
  writer.int32(timeout);
  writer.int32(topicData.length);
  for (const [at, { topic, partitions }] of topicData.entries()) {
    writer.string(topic);
    writer.int32(partitions.length);
    for (const [index, { partition, firstSequence = 0 }] of partitions.entries()) {
      writer.int32(partition);
      const producer = { id: Number(producerId ?? UNKNOWN), epoch: producerEpoch, firstSequence };
      writeBatch(writer, sized[at]?.[index] as SizedBatch, producer);
    }
  }
  return writer.bytes;
}

function sizedBatch(messages: readonly ProducedMessage[]): SizedBatch {
  const records = messages.map(sizedRecord);
  return {
    records,
    bytes: records.reduce((sum, { bytes }) => sum + sizeOfVarint(bytes) + bytes, BATCH_HEAD_BYTES),
  };
}

function sizedRecord(message: ProducedMessage, index: number): SizedRecord {
  const headers = Object.entries(message.headers ?? {}).flatMap(([name, value]): Header[] =>
    Array.isArray(value) ? value.map(each => [name, each]) : [[name, value]],
  );
  // Attributes, and the time relative to the batch's (always 0), are one byte each.
  let bytes = 2 + sizeOfVarint(index) + sizeOfVarintBytes(message.key) + sizeOfVarintBytes(message.value);
  bytes += sizeOfVarint(headers.length);
  for (const [name, value] of headers) bytes += sizeOfVarintBytes(name) + sizeOfVarintBytes(value);
  return { message, headers, bytes };
}

/** Writes a batch after its size: https://kafka.apache.org/documentation/#recordbatch */
function writeBatch(
  writer: RequestWriter,
  { records, bytes: size }: SizedBatch,
  producer: { id: number; epoch: number; firstSequence: number },
): void {
  const now = Date.now();
  writer.int32(size);
  const begin = writer.length;
  writer.int64(0);
  writer.int32(size - BEFORE_LENGTH_BYTES);
  // The broker fills in the leader's epoch.
  writer.int32(0);
  writer.int8(BATCH_MAGIC);
  writer.int32(0);
  writer.int16(0);
  writer.int32(records.length - 1);
  writer.int64(now);
  writer.int64(now);
  writer.int64(producer.id);
  writer.int16(producer.epoch);
  writer.int32(producer.firstSequence);
  writer.int32(records.length);
  for (const [index, record] of records.entries()) writeRecord(writer, record, index);
  writer.uint32At(begin + CRC_PLACE, crc32c(writer.bytes.subarray(begin + CRC_FROM, writer.length)));
}

function writeRecord(writer: RequestWriter, { message, headers, bytes }: SizedRecord, index: number): void {
  writer.varint(bytes);
  writer.int8(0);
  writer.varint(0);
  writer.varint(index);
  writer.varintBytes(message.key);
  writer.varintBytes(message.value);
  writer.varint(headers.length);
  for (const [name, value] of headers) {
    writer.varintBytes(name);
    writer.varintBytes(value);
  }
}
