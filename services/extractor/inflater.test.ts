import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { constants, deflateRawSync, deflateSync, Inflate } from 'node:zlib';
import {
  inflate,
  inflateBriefly,
  inflatedAnew,
  inflateRaw,
  inflaterOf,
  rawInflatedAnew,
  TooLong,
} from './inflater.ts';

/** Bytes that deflate can hardly compress: each depends on all before it. */
function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let value = 1;
  for (let at = 0; at < length; at++) {
    value = (value * 1_103_515_245 + 12_345) % 0x80000000;
    bytes[at] = value >> 16;
  }
  return bytes;
}

const CEILING = 10 * 1024 * 1024;
/** The size of the buffer that is filled at a time. */
const OUTPUT = 256 * 1024;
const SHORT = deflateSync('Minutes');

for (const [name, run] of Object.entries({ inflate, inflatedAnew })) {
  describe(`zlib by ${name}`, () => {
    for (const length of [0, 1, 70_000, OUTPUT - 1, OUTPUT, OUTPUT + 1, 3 * OUTPUT, 4 * OUTPUT - 5])
      test(`gives ${length} bytes back`, () => {
        const bytes = bytesOf(length);
        assert.deepEqual(Buffer.from(run(deflateSync(bytes), CEILING, constants.Z_FINISH)), bytes);
      });

    test('refuses what is damaged, cut off or empty, and reads the next stream as ever', () => {
      const damaged = Buffer.from(deflateSync(bytesOf(5_000)));
      damaged.fill(0xff, 100, 200);
      for (const bad of [
        damaged,
        deflateSync(bytesOf(5_000)).subarray(0, 900),
        Buffer.of(),
        Buffer.from('no'),
      ]) {
        assert.throws(
          () => run(bad, CEILING, constants.Z_FINISH),
          error => !(error instanceof TooLong),
        );
        assert.equal(Buffer.from(run(SHORT, CEILING, constants.Z_FINISH)).toString(), 'Minutes');
      }
    });

    test('reads the beginning of a stream that is cut off where that is asked for', () => {
      const bytes = bytesOf(50_000);
      const beginning = run(deflateSync(bytes).subarray(0, 2_048), CEILING, constants.Z_SYNC_FLUSH);
      assert.ok(beginning.length > 1_000);
      assert.deepEqual(Buffer.from(beginning), bytes.subarray(0, beginning.length));
    });

    test('leaves alone what follows a stream', () => {
      const followed = Buffer.concat([SHORT, bytesOf(50)]);
      assert.equal(Buffer.from(run(followed, CEILING, constants.Z_FINISH)).toString(), 'Minutes');
    });

    test('stops at its ceiling, which is of bytes that it gives', () => {
      const packed = deflateSync(Buffer.alloc(2 * OUTPUT));
      assert.equal(run(packed, 2 * OUTPUT, constants.Z_FINISH).length, 2 * OUTPUT);
      assert.throws(() => run(packed, 2 * OUTPUT - 1, constants.Z_FINISH), TooLong);
    });

    test('gives each stream a buffer of its own', () => {
      const first = run(SHORT, CEILING, constants.Z_FINISH);
      run(deflateSync('another'), CEILING, constants.Z_FINISH);
      assert.equal(Buffer.from(first).toString(), 'Minutes');
      assert.equal(first.buffer.byteLength, first.length);
    });
  });
}

for (const [name, run] of Object.entries({ inflateRaw, inflateBriefly, rawInflatedAnew })) {
  describe(`parts of archives by ${name}`, () => {
    for (const length of [0, 1, 70_000, OUTPUT, OUTPUT + 1, 3 * OUTPUT])
      for (const expected of [0, length >> 1, length, 2 * length])
        test(`gives ${length} bytes back where ${expected} are expected`, () => {
          const bytes = bytesOf(length);
          assert.deepEqual(Buffer.from(run(deflateRawSync(bytes), CEILING, expected)), bytes);
        });

    test('refuses what is damaged or cut off, and reads the next part as ever', () => {
      const part = deflateRawSync('Minutes');
      for (const bad of [Buffer.of(), Buffer.of(0xff), part.subarray(0, 4)]) {
        assert.throws(
          () => run(bad, CEILING, 7),
          error => !(error instanceof TooLong),
        );
        assert.equal(run(part, CEILING, 7).toString(), 'Minutes');
      }
    });

    test('stops at its ceiling, whatever is expected', () => {
      const part = deflateRawSync(Buffer.alloc(2 * OUTPUT));
      for (const expected of [0, OUTPUT, 2 * OUTPUT]) {
        assert.equal(run(part, 2 * OUTPUT, expected).length, 2 * OUTPUT);
        assert.throws(() => run(part, 2 * OUTPUT - 1, expected), TooLong);
      }
    });
  });
}

test('a part that is kept has a buffer of its own', () => {
  const kept = inflateRaw(deflateRawSync('Minutes'), CEILING, 7);
  inflateBriefly(deflateRawSync('another'), CEILING, 7);
  assert.equal(kept.toString(), 'Minutes');
});

test('this Node has a state that may be used again, and another object is none', () => {
  assert.notEqual(inflaterOf(new Inflate()), null);
  assert.equal(inflaterOf({}), null);
  assert.equal(inflaterOf({ _handle: { reset() {}, writeSync() {} } }), null);
});

test('streams that are inflated leave nothing to full collections', () => {
  setFlagsFromString('--expose-gc');
  const collectYoung = () => (runInNewContext('gc') as (options: object) => void)({ type: 'minor' });
  const part = deflateRawSync('Minutes');
  const run = () => [inflate(SHORT, CEILING), inflateBriefly(part, CEILING), inflateRaw(part, CEILING)];
  run();
  collectYoung();
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 300; count++) run();
  for (let count = 0; count < 3; count++) collectYoung();
  assert.ok(process.memoryUsage().arrayBuffers - before < 100_000);
});
