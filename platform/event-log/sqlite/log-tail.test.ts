import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { EXAMPLE_EVENTS } from '../codec-examples.ts';
import type { RecordedEvent } from '../event-log.ts';
import { LogTail } from './log-tail.ts';

const MANY = 2_000;

describe('the tail of the log', () => {
  let log: RecordedEvent[];
  let selects: number;
  let tail: LogTail<RecordedEvent>;
  const grow = (count: number) => {
    for (let left = count; left > 0; left--) log.push(record(log.length + 1));
    tail.grown();
  };
  const offsets = (next: number, most = MANY) => tail.read(next, most).map(({ offset }) => offset);

  beforeEach(() => {
    log = [];
    selects = 0;
    tail = new LogTail(0, (next, most) => {
      selects++;
      return log.filter(({ offset }) => offset >= next).slice(0, most);
    });
  });

  test('is read from the log once, whoever asks', () => {
    grow(5);
    assert.deepEqual(offsets(1), [1, 2, 3, 4, 5]);
    assert.deepEqual(offsets(4), [4, 5]);
    assert.deepEqual(offsets(6), []);
    assert.deepEqual(offsets(1, 2), [1, 2]);
    assert.equal(selects, 1);
  });

  test('goes on where it ended when the log has grown', () => {
    grow(2);
    assert.deepEqual(offsets(1), [1, 2]);
    grow(2);
    assert.deepEqual(offsets(2), [2, 3, 4]);
  });

  test('leaves a reader who is far behind to the log itself', () => {
    grow(MANY);
    const seen: number[] = [];
    for (let next = 1; ; next = (seen.at(-1) ?? 0) + 1) {
      const batch = offsets(next, 100);
      if (batch.length === 0) break;
      seen.push(...batch);
    }
    assert.deepEqual(
      seen,
      log.map(({ offset }) => offset),
    );
    assert.deepEqual(offsets(1, 3), [1, 2, 3]);
  });

  test('loses nothing when it grows by more than it keeps between two readings', () => {
    grow(3);
    assert.deepEqual(offsets(1), [1, 2, 3]);
    grow(MANY);
    assert.deepEqual(offsets(4, 2), [4, 5]);
    assert.deepEqual(offsets(MANY + 2), [MANY + 2, MANY + 3]);
  });

  test('has what this process appended without reading it, and what another one appended before it', () => {
    grow(2);
    assert.deepEqual(offsets(1), [1, 2]);
    const append = (offset: number) => {
      log.push(record(offset));
      tail.appended([record(offset)]);
    };
    append(3);
    assert.deepEqual([offsets(3), tail.logEnd, selects], [[3], 4, 1]);
    // Another process, such as a command, has committed a record that this one has not heard of.
    log.push(record(4));
    append(5);
    assert.equal(tail.logEnd, undefined);
    assert.deepEqual(offsets(4), [4, 5]);
  });
});

function record(offset: number): RecordedEvent {
  const event = EXAMPLE_EVENTS.ApiKeyRevoked;
  return { event, topic: 'keys', partition: 0, offset, traceparent: undefined };
}
