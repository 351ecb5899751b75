/** Records in the embedded log that cannot be read. The same rules hold on Kafka (tests/resilience/kafka-records). */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Topic } from '../../../schemas/events.ts';
import { JournalDatabase } from '../../sqlite/journal-database.ts';
import { EXAMPLE_EVENTS } from '../codec-examples.ts';
import type { RecordedEvent, Step } from '../event-log.ts';
import { SqliteEventLog } from './sqlite-event-log.ts';

const REQUESTS: readonly Topic[] = ['requests-bulk', 'requests-interactive'];
const REQUEST = EXAMPLE_EVENTS.ExtractRequested;
/** An event's envelope without the event. */
const DAMAGED = Buffer.from('no event at all');
const NEWER = Buffer.from('c3010102030405060708', 'hex');

describe('a record in the embedded log that is no event', () => {
  let folder: string;
  let journal: JournalDatabase;
  let log: SqliteEventLog;
  let said: object[];
  let counted: Topic[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'textrail-poison-'));
    journal = new JournalDatabase(folder);
    said = [];
    counted = [];
    log = new SqliteEventLog(journal, { error: fields => void said.push(fields) }, topic =>
      counted.push(topic),
    );
  });
  afterEach(async () => {
    await log.close();
    journal.close();
    await rm(folder, { recursive: true });
  });

  const write = (value: Buffer) =>
    journal.commits.write(() => {
      const insert = journal.database.prepare('INSERT INTO events (topic, key, value) VALUES (?, ?, ?)');
      insert.run('requests-bulk', REQUEST.job_id, value);
    });

  it('is said once and skipped by every consumer, and what stands behind it is read', async () => {
    await log.append([REQUEST]);
    await write(DAMAGED);
    await log.append([REQUEST]);
    const handled: RecordedEvent[] = [];
    const both = Promise.withResolvers<void>();
    const consumers = ['first', 'second'].map(group =>
      log.consume({
        group,
        topics: REQUESTS,
        maxInFlight: 4,
        handle: async record => {
          if (handled.push(record) === 4) both.resolve();
        },
      }),
    );
    await both.promise;
    assert.deepEqual(said, [{ topic: 'requests-bulk', offset: 2, reason: 'framing' }]);
    assert.deepEqual(counted, ['requests-bulk']);
    // If a consumer never gets there, the runner's time limit reports it.
    for (const consumer of consumers) while ((await consumer.lag()).records > 0) await setImmediate();
  });

  it('at the end of the log is passed by a projection, which is caught up then', async () => {
    await log.append([REQUEST]);
    await write(DAMAGED);
    const end = Promise.withResolvers<void>();
    const records: RecordedEvent[] = [];
    log.project({
      name: 'poisoned',
      topics: REQUESTS,
      positions: async () => [],
      apply: async (batch, { next }: Step) => {
        records.push(...batch);
        if (next === log.end()) end.resolve();
      },
    });
    await end.promise;
    assert.equal(records.length, 1);
  });

  it('is left out of a replay of the whole log', async () => {
    await write(DAMAGED);
    await log.append([REQUEST]);
    const counts: number[] = [];
    for await (const { records } of log.read(REQUESTS)) counts.push(records.length);
    assert.deepEqual(counts, [1]);
  });

  it('but of a newer version stops the consumer: it is left for a service that can read it', async () => {
    const consumer = log.consume({
      group: 'older',
      topics: REQUESTS,
      maxInFlight: 4,
      handle: async () => {},
    });
    await write(NEWER);
    await assert.rejects(consumer.closed, /fingerprint/);
    assert.deepEqual(said, []);
  });

  it('is passed by a follower, which is told what stands behind it', async () => {
    const followed: RecordedEvent[] = [];
    const follower = log.follow({
      name: 'follower',
      topics: REQUESTS,
      onRecords: records => followed.push(...records),
    });
    await write(DAMAGED);
    await log.append([EXAMPLE_EVENTS.ExtractCompleted]);
    await log.append([REQUEST]);
    assert.deepEqual(
      followed.map(({ offset }) => offset),
      [3],
    );
    assert.equal((await follower.lag()).records, 0);
    await follower.stop(0);
    await follower.closed;
  });

  it('but of a newer version ends a follower, and not the commit that it hears of it by', async () => {
    const offsets: number[] = [];
    const follower = log.follow({
      name: 'older',
      topics: REQUESTS,
      onRecords: records => offsets.push(...records.map(({ offset }) => offset)),
    });
    await log.append([REQUEST]);
    await write(NEWER);
    await assert.rejects(follower.closed, /fingerprint/);
    await log.append([REQUEST]);
    assert.deepEqual(offsets, [1]);
    assert.deepEqual(said, []);
  });
});
