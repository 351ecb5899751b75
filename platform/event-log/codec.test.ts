import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Event, type EventType, topicOf } from '../../schemas/events.ts';
import { SCHEMA_RELEASES, WRITE_RELEASE } from '../../schemas/releases.ts';
import {
  decodeEvent,
  EventDecodeError,
  EventEncodeError,
  encodeEvent,
  MAX_EVENT_BYTES,
  singleObjectCodecOf,
} from './codec.ts';
import { EXAMPLE_EVENTS } from './codec-examples.ts';
import { NEWEST_FILES, SCHEMA_FILES, writersOf } from './codec-schemas.ts';

const failed = EXAMPLE_EVENTS.ExtractFailed;
const completed = EXAMPLE_EVENTS.ExtractCompleted;

const refusal = (reason: string) => (error: unknown) =>
  error instanceof EventDecodeError && error.reason === reason;

test('every event is read as it was written', () => {
  for (const event of Object.values(EXAMPLE_EVENTS)) assert.deepEqual(decodeEvent(encodeEvent(event)), event);
});

test('every published record has an example', () => {
  const names = new Set(SCHEMA_FILES.map(({ schema }) => schema.name));
  assert.deepEqual(names, new Set(Object.keys(EXAMPLE_EVENTS)));
});

test('a record starts with C3 01 and the little-endian fingerprint of its schema', () => {
  const record = encodeEvent(failed);
  const file = NEWEST_FILES.find(({ schema }) => schema.name === 'ExtractFailed');
  assert.deepEqual([...record.subarray(0, 2)], [0xc3, 0x01]);
  assert.equal(record.readBigUInt64LE(2), file?.fingerprint);
});

test('a record read from SQLite, which gives no Buffer, is read as well', () => {
  assert.deepEqual(decodeEvent(new Uint8Array(encodeEvent(completed))), completed);
});

test('sizes and times beyond 32 bits are kept', () => {
  const event: Event = { ...completed, bytes: 5_000_000_000, at: Date.UTC(2199, 0) };
  assert.deepEqual(decodeEvent(encodeEvent(event)), event);
});

test('a record kept by its holder does not change when the next one is encoded', () => {
  const first = encodeEvent(failed);
  const copy = Buffer.from(first);
  encodeEvent(completed);
  assert.deepEqual(first, copy);
});

test('an unknown fingerprint is one typed error', () => {
  const record = encodeEvent(failed);
  record.writeBigUInt64LE(1n, 2);
  assert.throws(() => decodeEvent(record), refusal('schema'));
});

test('bytes that are no single-object record are one typed error', () => {
  for (const bytes of ['', 'c3', 'c301', '0000000001ffff', '7b7d7b7d7b7d7b7d7b7d7b7d']) {
    assert.throws(() => decodeEvent(Buffer.from(bytes, 'hex')), refusal('framing'));
  }
  assert.throws(() => decodeEvent(Buffer.alloc(MAX_EVENT_BYTES + 1)), refusal('framing'));
});

test('a record cut short, or with bytes after its end, is damaged', () => {
  const record = encodeEvent(completed);
  for (let length = 10; length < record.length; length += 1) {
    assert.throws(() => decodeEvent(record.subarray(0, length)), refusal('body'));
  }
  assert.throws(() => decodeEvent(Buffer.concat([record, Buffer.alloc(1)])), refusal('body'));
});

test('no flipped bit makes the decoder throw anything but its error, hang, or fill memory', () => {
  const record = encodeEvent(completed);
  for (let bit = 80; bit < record.length * 8; bit += 1) {
    const damaged = Buffer.from(record);
    damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    try {
      decodeEvent(damaged);
    } catch (error) {
      assert.ok(refusal('body')(error), String(error));
    }
  }
});

test('an array that announces more items than bytes remain is damaged, and found so at once', () => {
  const announced = Buffer.from('feffffffff7f', 'hex'); // zig-zag varint of a number above 2^40
  const plain = encodeEvent({ ...completed, warnings: [] });
  const warningsAt = plain.indexOf('result-') - 2; // the byte between them is the string's length
  const bomb = Buffer.concat([plain.subarray(0, warningsAt), announced, plain.subarray(warningsAt + 1)]);
  assert.throws(() => decodeEvent(bomb), refusal('body'));
});

test('an event that its schema does not allow names the field and never the value', () => {
  const wrong = { ...failed, duration_ms: 'https://secret.example/' } as unknown as Event;
  assert.throws(
    () => encodeEvent(wrong),
    (error: Error) =>
      error instanceof EventEncodeError &&
      error.message.includes('duration_ms') &&
      !error.message.includes('secret'),
  );
  assert.throws(() => encodeEvent({ ...completed, bytes: 2 ** 53 }), EventEncodeError);
  assert.throws(() => encodeEvent({ ...completed, duration_ms: 0.5 }), EventEncodeError);
  assert.throws(() => encodeEvent({ type: 'Nothing' } as unknown as Event), EventEncodeError);
});

test('an event larger than the ceiling is refused before a broker refuses it', () => {
  const warnings = Array.from({ length: MAX_EVENT_BYTES / 4 }, () => 'font');
  assert.throws(() => encodeEvent({ ...completed, warnings }), EventEncodeError);
});

test('requests travel by lane, deferred ones in the bulk lane, everything else by kind', () => {
  const topics = Object.values(EXAMPLE_EVENTS).map((event): [EventType, string] => [
    event.type,
    topicOf(event),
  ]);
  assert.deepEqual(Object.fromEntries(topics), {
    ApiKeyChanged: 'keys',
    ApiKeyIssued: 'keys',
    ApiKeyRevoked: 'keys',
    ExtractCompleted: 'outcomes',
    ExtractDeferred: 'requests-bulk',
    ExtractFailed: 'outcomes',
    ExtractRequested: 'requests-interactive',
    JobEnded: 'jobs',
    JobErased: 'outcomes',
    WebhookAttempted: 'webhooks',
    WebhookDelivered: 'webhooks',
    WebhookFailed: 'webhooks',
    WebhookSecretRotated: 'keys',
  });
  assert.equal(topicOf({ ...EXAMPLE_EVENTS.ExtractRequested, lane: 'bulk' }), 'requests-bulk');
});

test('what is written is pinned to a release of the schemas, and told by the record and its header', () => {
  const codec = singleObjectCodecOf(WRITE_RELEASE);
  for (const [name, { file }] of writersOf(WRITE_RELEASE)) {
    const event = EXAMPLE_EVENTS[name as EventType];
    assert.equal(codec.encode(event).readBigUInt64LE(2), file.fingerprint);
    assert.ok(codec.cloudEventType(event).endsWith(`.v${file.version}`));
  }
});

test('an event that the pinned release does not have is refused, and not written as something else', () => {
  assert.throws(() => singleObjectCodecOf(0).encode(failed), /EVENT_WRITE_RELEASE/);
});

test('each published schema belongs to one release, and a build writes the newest or the one before it', () => {
  const files = SCHEMA_FILES.map(({ file }) => file.replace('.avsc', ''));
  assert.deepEqual(SCHEMA_RELEASES.flat().toSorted(), files.toSorted());
  assert.ok([SCHEMA_RELEASES.length, SCHEMA_RELEASES.length - 1].includes(WRITE_RELEASE));
});
