/**
 * Decodes the answer to a fetch into the same objects as kafkajs 2.2.4, in one pass over the bytes. kafkajs reads
 * 64-bit numbers with BigInt, copies a record's headers for each one of them, and waits a turn of the microtask queue
 * for every partition, most of which are empty. Compressed batches, and formats older than record batches, are left to
 * kafkajs.
 */

export interface FetchResponse {
  throttleTime: number;
  clientSideThrottleTime: number;
  errorCode: number;
  sessionId: number;
  responses: { topicName: string; partitions: FetchedPartition[] }[];
}

/** 64-bit numbers are strings. */
interface FetchedPartition {
  partition: number;
  errorCode: number;
  highWatermark: string;
  lastStableOffset: string;
  lastStartOffset: string;
  abortedTransactions: { producerId: string; firstOffset: string }[];
  preferredReadReplica: number;
  messages: FetchedMessage[];
}

interface BatchContext {
  firstOffset: string;
  firstTimestamp: string;
  partitionLeaderEpoch: number;
  inTransaction: boolean;
  isControlBatch: boolean;
  lastOffsetDelta: number;
  producerId: string;
  producerEpoch: number;
  firstSequence: number;
  maxTimestamp: string;
  timestampType: number;
  magicByte: number;
}

type HeaderValue = Buffer | null;

interface FetchedMessage {
  magicByte: number;
  attributes: number;
  timestamp: string;
  offset: string;
  key: Buffer | null;
  value: Buffer | null;
  headers: Record<string, HeaderValue | HeaderValue[]>;
  isControlRecord: boolean;
  batchContext: BatchContext;
}

const BATCH_MAGIC = 2;
/** Offset of the magic number from the start of a batch, or of an older message set. */
const MAGIC_PLACE = 16;
/** Anything shorter is the cut end of a batch, and so is a batch shorter than its own length says. */
const LEAST_BATCH_BYTES = 49;
/** Bytes up to and including the length of a batch; the length counts what follows. */
const BEFORE_LENGTH_BYTES = 12;
const COMPRESSED = 0x07;
const TIME_OF_APPEND = 0x08;
const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;
const TWO_TO_32 = 2 ** 32;

/** Thrown for an answer that has to be left to kafkajs. */
class NotRead extends Error {
  override readonly name = 'NotRead';
}

/** The decoded answer; undefined if kafkajs has to decode it. */
export function decodeFetch(bytes: Buffer): FetchResponse | undefined {
  try {
    const reader = new Reader(bytes);
    const clientSideThrottleTime = reader.int32();
    const [errorCode, sessionId] = [reader.int16(), reader.int32()];
    const responses = reader.array(() => ({
      topicName: reader.text(reader.int16()),
      partitions: reader.array(() => partitionOf(reader)),
    }));
    return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses };
  } catch (error) {
    // kafkajs has its own error for an answer that is too short.
    if (error instanceof NotRead || error instanceof RangeError) return undefined;
    throw error;
  }
}

function partitionOf(reader: Reader): FetchedPartition {
  return {
    partition: reader.int32(),
    errorCode: reader.int16(),
    highWatermark: reader.int64(),
    lastStableOffset: reader.int64(),
    lastStartOffset: reader.int64(),
    abortedTransactions: reader.array(() => ({ producerId: reader.int64(), firstOffset: reader.int64() })),
    preferredReadReplica: reader.int32(),
    messages: messagesOf(reader),
  };
}

function messagesOf(reader: Reader): FetchedMessage[] {
  const size = reader.int32();
  const messages: FetchedMessage[] = [];
  if (size <= 0) return messages;
  const end = reader.at + size;
  if (end > reader.bytes.length) throw new NotRead();
  while (end - reader.at >= LEAST_BATCH_BYTES) {
    const length = reader.bytes.readInt32BE(reader.at + BEFORE_LENGTH_BYTES - 4);
    if (reader.bytes[reader.at + MAGIC_PLACE] !== BATCH_MAGIC) throw new NotRead();
    const next = reader.at + BEFORE_LENGTH_BYTES + length;
    if (next > end) break;
    readBatch(reader, messages);
    reader.at = next;
  }
  // With fewer bytes there is no magic number to recognise a batch by.
  if (messages.length === 0 && size < LEAST_BATCH_BYTES) throw new NotRead();
  reader.at = end;
  return messages;
}

function readBatch(reader: Reader, messages: FetchedMessage[]): void {
  const firstOffset = reader.int64();
  // Skip the length, which is known.
  reader.at += 4;
  const partitionLeaderEpoch = reader.int32();
  // Skip the checksum, which kafkajs does not check either, and the magic number.
  reader.at += 5;
  const attributes = reader.int16();
  if ((attributes & COMPRESSED) !== 0) throw new NotRead();
  const lastOffsetDelta = reader.int32();
  const [firstTimestamp, maxTimestamp, producerId] = [reader.int64(), reader.int64(), reader.int64()];
  const context: BatchContext = {
    firstOffset,
    firstTimestamp,
    partitionLeaderEpoch,
    inTransaction: (attributes & TRANSACTIONAL) !== 0,
    isControlBatch: (attributes & CONTROL) !== 0,
    lastOffsetDelta,
    producerId,
    producerEpoch: reader.int16(),
    firstSequence: reader.int32(),
    maxTimestamp,
    timestampType: (attributes & TIME_OF_APPEND) !== 0 ? 1 : 0,
    magicByte: BATCH_MAGIC,
  };
  const [first, from] = [exact(firstOffset), exact(firstTimestamp)];
  for (let left = reader.int32(); left > 0; left--) messages.push(recordOf(reader, context, first, from));
}

/** `first` and `from`: the batch's base offset and base time, to which its records' are relative. */
function recordOf(reader: Reader, context: BatchContext, first: number, from: number): FetchedMessage {
  const length = reader.varint();
  const end = reader.at + length;
  const attributes = reader.bytes.readInt8(reader.at++);
  const timestamp = String(from + reader.varint());
  const offset = String(first + reader.varint());
  const [key, value] = [reader.varintBytes(), reader.varintBytes()];
  const headers: FetchedMessage['headers'] = {};
  for (let left = reader.varint(); left > 0; left--) {
    const name = reader.text(reader.varint());
    const told = reader.varintBytes();
    const before = headers[name];
    if (before === undefined) headers[name] = told;
    else headers[name] = Array.isArray(before) ? [...before, told] : [before, told];
  }
  reader.at = end;
  return {
    magicByte: BATCH_MAGIC,
    attributes,
    timestamp: context.timestampType === 1 ? context.maxTimestamp : timestamp,
    offset,
    key,
    value,
    headers,
    isControlRecord: context.isControlBatch,
    batchContext: context,
  };
}

function exact(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new NotRead();
  return value;
}

class Reader {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  int16(): number {
    const value = this.bytes.readInt16BE(this.at);
    this.at += 2;
    return value;
  }

  int32(): number {
    const value = this.bytes.readInt32BE(this.at);
    this.at += 4;
    return value;
  }

  int64(): string {
    const value = this.bytes.readInt32BE(this.at) * TWO_TO_32 + this.bytes.readUInt32BE(this.at + 4);
    const text = Number.isSafeInteger(value) ? String(value) : String(this.bytes.readBigInt64BE(this.at));
    this.at += 8;
    return text;
  }

  array<T>(read: () => T): T[] {
    const all: T[] = [];
    for (let left = this.int32(); left > 0; left--) all.push(read());
    return all;
  }

  text(length: number): string {
    if (length < 0) throw new NotRead();
    return this.take(length).toString();
  }

  /** Zigzag encoding, seven bits a byte. */
  varint(): number {
    let [value, weight] = [0, 1];
    for (;;) {
      const byte = this.bytes.readUInt8(this.at++);
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) break;
      weight *= 0x80;
    }
    if (!Number.isSafeInteger(value)) throw new NotRead();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  varintBytes(): Buffer | null {
    const length = this.varint();
    return length < 0 ? null : this.take(length);
  }

  private take(length: number): Buffer {
    const end = this.at + length;
    if (end > this.bytes.length) throw new NotRead();
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}
