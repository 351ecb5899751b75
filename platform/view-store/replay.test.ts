import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Batch, RecordedEvent } from '../event-log/event-log.ts';
import { replay } from './replay.ts';

const event = {} as RecordedEvent;
const batch = (records: RecordedEvent[], partition: number, next: number): Batch => ({
  records,
  next: { topic: 'outcomes', partition, next },
});

test('a replay tells how far it went in the log, records that are no events of the history included', async () => {
  const log = {
    async *read() {
      yield batch([event, event], 0, 3);
      yield batch([], 0, 5);
      yield batch([event], 1, 1);
    },
  };
  const told: number[] = [];
  const events = await replay(log, { apply: async () => undefined }, async places => void told.push(places));
  assert.deepEqual([events, told], [3, [3, 2, 1]]);
});
