import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, describe, test } from 'node:test';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { SqliteEventLog } from '../../platform/event-log/sqlite/sqlite-event-log.ts';
import { JournalDatabase } from '../../platform/sqlite/journal-database.ts';
import type { Event } from '../../schemas/events.ts';
import { Progress } from '../progress.ts';
import { DAY_MS, ExportFolder } from './days.ts';

const MONDAY = Date.UTC(2026, 10, 2);
const DAYS = ['2026-11-02', '2026-11-03'];
const LONG_AFTER = MONDAY + 30 * DAY_MS;
const { ExtractCompleted, JobEnded, JobErased } = EXAMPLE_EVENTS;

const folder = mkdtempSync(join(tmpdir(), 'textrail-job-days-'));
const database = new JournalDatabase(join(folder, 'data'));
const log = new SqliteEventLog(database);
const progress = new Progress({ unit: 'events', json: true, stream: new PassThrough() });
after(async () => {
  progress.end();
  await log.close();
  database.close();
  rmSync(folder, { recursive: true });
});

const ended = (jobId: string, at: number): Event => ({
  ...ExtractCompleted,
  event_id: jobId,
  job_id: jobId,
  at,
});
const record = (jobId: string, at: number): Event => ({ ...JobEnded, event_id: jobId, job_id: jobId, at });

function rowsOf(out: string, day: string): string[] {
  const lines = readFileSync(join(out, 'jobs', `${day}.ndjson`), 'utf8')
    .split('\n')
    .filter(Boolean);
  return lines.map(line => (JSON.parse(line) as { job_id: string }).job_id);
}

describe('exported records of jobs', () => {
  test('are all of a day, though written long after it, without those of jobs that were erased', async () => {
    await log.append([ended('a', MONDAY + 1), ended('b', MONDAY + 2), ended('c', MONDAY + DAY_MS)]);
    await log.append([{ ...JobErased, event_id: 'erased', job_id: 'b', at: MONDAY + 9 * DAY_MS }]);
    // A projector that finds no records of these jobs writes them like this; they stay until it comes to the erasure.
    await log.append([record('a', MONDAY + 1), record('b', MONDAY + 2), record('c', MONDAY + DAY_MS)]);
    const out = join(folder, 'late');
    const exported = new ExportFolder(out, 'ndjson');
    const whole = { read: log.read.bind(log), isBehind: async () => false };
    assert.deepEqual(await exported.writeJobs(whole, DAYS, LONG_AFTER, progress), [
      { day: '2026-11-02', jobs: 1, complete: true },
      { day: '2026-11-03', jobs: 1, complete: true },
    ]);
    assert.deepEqual([rowsOf(out, '2026-11-02'), rowsOf(out, '2026-11-03')], [['a'], ['c']]);
    assert.ok(DAYS.every(day => new ExportFolder(out, 'ndjson').hasJobs(day)));
  });

  test('are written again while the day goes on, or their writer is behind it', async () => {
    const out = join(folder, 'behind');
    const exported = new ExportFolder(out, 'ndjson');
    /** Behind only for the second day. */
    const isBehind = async (_group: string, _topics: unknown, before: number) => before > MONDAY + 2 * DAY_MS;
    const written = await exported.writeJobs(
      { read: log.read.bind(log), isBehind },
      DAYS,
      LONG_AFTER,
      progress,
    );
    assert.deepEqual(
      written.map(({ complete }) => complete),
      [true, false],
    );
    const whole = { read: log.read.bind(log), isBehind: async () => false };
    const [today] = await exported.writeJobs(whole, ['2026-11-03'], MONDAY + DAY_MS + 1, progress);
    assert.equal(today?.complete, false);
    assert.deepEqual(
      DAYS.map(day => exported.hasJobs(day)),
      [true, false],
    );
  });
});
