import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Topic } from '../../../schemas/events.ts';
import { until } from '../../../tests/support/waiting.ts';
import { JournalDatabase } from '../../sqlite/journal-database.ts';
import { EXAMPLE_EVENTS } from '../codec-examples.ts';
import { eventLogContract } from '../event-log.contract.ts';
import type { ReadOptions } from '../event-log.ts';
import { SqliteEventLog } from './sqlite-event-log.ts';

async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'textrail-log-'));
}

eventLogContract('SQLite', async () => {
  const folder = await temporaryFolder();
  const open: JournalDatabase[] = [];
  return {
    open: async () => {
      const journal = new JournalDatabase(folder);
      open.push(journal);
      return new SqliteEventLog(journal);
    },
    destroy: async () => {
      for (const journal of open) journal.close();
      await rm(folder, { recursive: true });
    },
  };
});

/** A log for this test alone, deleted after it. */
async function ownLog(
  t: TestContext,
  sink?: { error: () => void },
): Promise<{ log: SqliteEventLog; journal: JournalDatabase }> {
  const folder = await temporaryFolder();
  const journal = new JournalDatabase(folder);
  const log = new SqliteEventLog(journal, sink);
  t.after(async () => {
    await log.close();
    journal.close();
    await rm(folder, { recursive: true });
  });
  return { log, journal };
}

it('a projection that is ahead of the log stops, since the log was replaced or lost', async t => {
  const { log } = await ownLog(t);
  const projector = log.project({
    name: 'ahead',
    topics: ['outcomes'],
    positions: async () => [{ topic: 'outcomes', partition: 0, next: 5 }],
    apply: async () => undefined,
  });
  await assert.rejects(projector.closed, /replaced or cut; run rebuild/);
});

it('consumers are given what is durable, and those that ask for it what is not yet', async t => {
  const folder = await temporaryFolder();
  const journal = new JournalDatabase(folder);
  const log = new SqliteEventLog(journal);
  const syncs: fs.NoParamCallback[] = [];
  const syncing = t.mock.method(fs, 'fdatasync', (_descriptor: number, done: fs.NoParamCallback) => {
    syncs.push(done);
  });
  syncBuiltinESMExports();
  t.after(async () => {
    syncing.mock.restore();
    syncBuiltinESMExports();
    await log.close();
    journal.close();
    await rm(folder, { recursive: true });
  });
  const seen: string[] = [];
  const { ExtractCompleted } = EXAMPLE_EVENTS;
  const consume = (group: string, beforeDurable: boolean) =>
    log.consume({
      group,
      topics: ['outcomes'],
      maxInFlight: 10,
      beforeDurable,
      handle: async ({ event }) => void seen.push(`${group} ${event.event_id}`),
    });
  consume('late', false);
  consume('early', true);
  const appended = log.append([{ ...ExtractCompleted, event_id: '1' }]);
  await until('the first to be seen', () => seen.length === 1);
  assert.deepEqual(seen, ['early 1']);
  const next = log.append([{ ...ExtractCompleted, event_id: '2' }]);
  await until('the second to be seen', () => seen.length === 2);
  assert.deepEqual(seen, ['early 1', 'early 2']);
  syncs[0]?.(null);
  await appended;
  await until('the first to be seen by all', () => seen.length === 3);
  assert.deepEqual(seen.slice(2), ['late 1']);
  syncs[1]?.(null);
  await next;
  await until('the second to be seen by all', () => seen.length === 4);
  assert.deepEqual(seen.slice(3), ['late 2']);
});

it('finds the events of a time by halves, past what is no event, without reading those before', async t => {
  const { log, journal } = await ownLog(t, { error: () => undefined });
  const hour = 3_600_000;
  const poison = journal.database.prepare(
    "INSERT INTO events (topic, key, value) VALUES ('outcomes', 'k', x'00')",
  );
  for (let at = 0; at < 100; at++) {
    await log.append([{ ...EXAMPLE_EVENTS.ExtractFailed, event_id: String(at), at: at * hour }]);
    if (at % 10 === 5) poison.run();
  }
  const read = async (options: ReadOptions) => {
    const hours: number[] = [];
    for await (const { records } of log.read(['outcomes'], options))
      hours.push(...records.map(({ event }) => event.at / hour));
    return hours;
  };
  assert.deepEqual(await read({ since: 96 * hour }), [96, 97, 98, 99]);
  assert.deepEqual(await read({ until: 2 * hour }), [0, 1, 2]);
  assert.deepEqual(await read({ since: 54 * hour, until: 57 * hour }), [54, 55, 56, 57]);
  assert.deepEqual(await read({ since: 200 * hour }), []);
  assert.deepEqual(await read({ until: -hour }), []);
  assert.equal((await read({})).length, 100);
});

it('finds the events of a time behind records of jobs that were written long after their ends', async t => {
  const { log } = await ownLog(t);
  const { ExtractRequested, JobEnded } = EXAMPLE_EVENTS;
  const days = Array.from({ length: 40 }, (_, day) => day);
  const requestOf = (day: number) => ({ ...ExtractRequested, at: day * 86_400_000, job_id: `job-${day}` });
  await log.append(days.slice(0, 30).map(requestOf));
  // A version that finds no job records writes one for every job of the log: old times then follow newer ones.
  await log.append(
    days.slice(0, 30).map(day => ({ ...JobEnded, at: day * 86_400_000, job_id: `job-${day}` })),
  );
  await log.append(days.slice(30).map(requestOf));
  for (const since of [0, 5, 20, 29, 35]) {
    const found: number[] = [];
    for await (const { records } of log.read(['requests-bulk', 'requests-interactive'], {
      since: since * 86_400_000,
    }))
      for (const { event } of records) if (event.at >= since * 86_400_000) found.push(event.at / 86_400_000);
    assert.deepEqual(found, days.slice(since), `since day ${since}`);
  }
});

it('takes the listeners of its consumers off when they stop, those for a failure too', async t => {
  const { log } = await ownLog(t);
  const listening = new Set<object>();
  const noted =
    (register: typeof log.onFailure): typeof log.onFailure =>
    listener => {
      const entry = {};
      listening.add(entry);
      const takeOff = register(listener);
      return () => {
        listening.delete(entry);
        takeOff();
      };
    };
  log.onFailure = noted(log.onFailure.bind(log));
  const topics = ['outcomes'] as const;
  const projection = { name: 'p', topics, positions: async () => [], apply: async () => undefined };
  const consumers = [
    log.project(projection),
    log.consume({ group: 'g', topics, maxInFlight: 1, handle: async () => undefined }),
    log.follow({ name: 'f', topics, onRecords: () => undefined }),
  ];
  assert.equal(listening.size, consumers.length);
  for (const consumer of consumers) await consumer.stop(1_000);
  assert.equal(listening.size, 0);
});

it('what is seldom is found among many others without decoding them, and others have their turn meanwhile', async t => {
  let poison = 0;
  const { log, journal } = await ownLog(t, { error: () => poison++ });
  const { ApiKeyIssued, ExtractRequested } = EXAMPLE_EVENTS;
  await log.append([ApiKeyIssued]);
  // Records of another topic that cannot be decoded.
  journal.database.exec(`
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 120000)
    INSERT INTO events (topic, key, value) SELECT 'outcomes', 'other', x'00' FROM numbers`);
  await log.append([ExtractRequested]);
  const found = async (topics: Topic[], options?: ReadOptions) =>
    (await Array.fromAsync(log.read(topics, options))).flatMap(({ records }) =>
      records.map(({ event }) => event),
    );
  let turns = 0;
  const count = setInterval(() => turns++);
  assert.deepEqual(await found(['keys']), [ApiKeyIssued]);
  const { job_id: partitionKey, lane } = ExtractRequested;
  assert.deepEqual(await found([`requests-${lane}`], { partitionKey }), [ExtractRequested]);
  clearInterval(count);
  assert.ok(turns > 1, `${turns} turns`);
  assert.equal(poison, 0);
});

it('a consumer whose position cannot be written ends after a few tries, and one on a full disk waits', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { log, journal } = await ownLog(t);
  let handled = 0;
  const handle = async () => void handled++;
  const { closed } = log.consume({ group: 'g', topics: ['outcomes'], maxInFlight: 10, handle });
  let isClosed = false;
  const ended = assert.rejects(closed, /a mistake of ours/).finally(() => {
    isClosed = true;
  });
  await log.append([EXAMPLE_EVENTS.ExtractCompleted]);
  await until('it to be handled', () => handled === 1);
  let failure: Error = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const writes = t.mock.method(journal.commits, 'write', () => Promise.reject(failure));
  const tries = async (count: number) => {
    const most = writes.mock.callCount() + count;
    for (let left = count; left > 0; left--) {
      t.mock.timers.tick(500);
      for (let turns = 0; turns < 5; turns++) await turn();
    }
    assert.equal(writes.mock.callCount(), most);
  };
  await tries(10);
  failure = new Error('a mistake of ours');
  await tries(4);
  assert.equal(isClosed, false);
  await tries(1);
  await ended;
  writes.mock.restore();
});
