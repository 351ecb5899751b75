import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Event, ExtractCompleted, ExtractRequested } from '../../../schemas/events.ts';
import { EXAMPLE_EVENTS } from '../../event-log/codec-examples.ts';
import type { RecordedEvent } from '../../event-log/event-log.ts';
import { CONTRACT_POLICY } from '../view-store-under-test.ts';
import { ViewDatabase } from './view-database.ts';

/** SQLITE_FULL. */
const FULL = 13;

const requested: ExtractRequested = EXAMPLE_EVENTS.ExtractRequested;
const completed: ExtractCompleted = EXAMPLE_EVENTS.ExtractCompleted;
const month = new Date(completed.at).toISOString().slice(0, 7);

const recorded = (event: Event, offset: number): RecordedEvent => ({
  event,
  offset,
  topic: 'outcomes',
  partition: 0,
  traceparent: undefined,
});

describe('one generation of the embedded read model', () => {
  let folder: string;
  let views: ViewDatabase;
  const open = () => new ViewDatabase(join(folder, 'views.db'), CONTRACT_POLICY);
  const other = (offset: number, jobId: string) => recorded({ ...requested, job_id: jobId }, offset);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'textrail-generation-'));
    views = open();
    // The first fold of a process is stored at once, with its fold version.
    views.apply([other(0, 'first')], 1);
  });
  afterEach(async () => {
    views.close();
    await rm(folder, { recursive: true });
  });

  const told = (of: ViewDatabase) => ({
    next: of.next,
    job: of.job(completed.job_id),
    used: of.used(completed.key_id, month),
    inFlight: of.inFlight(completed.key_id),
    key: of.idempotency(requested.key_id, requested.idempotency_key_hash ?? ''),
  });

  test('tells what is folded, whether or not it is in the file', () => {
    views.apply([recorded(requested, 1)], 2);
    assert.equal(views.job(completed.job_id)?.status, 'processing');
    assert.equal(views.inFlight(completed.key_id), 2);
    views.apply([recorded(completed, 2)], 3);
    const pending = told(views);
    assert.equal(pending.job?.status, 'completed');
    assert.deepEqual([pending.used, pending.inFlight, views.isStored], [1, 1, false]);
    views.store();
    assert.deepEqual(told(views), pending);
    const opened = open();
    assert.deepEqual(told(opened), pending);
    opened.close();
  });

  test('forgets what is swept in its files, too, the write-ahead log among them', async () => {
    views.apply([recorded(requested, 1), recorded(completed, 2)], 3);
    views.store();
    const hits = async () => {
      const texts = (await readdir(folder)).map(name => readFile(join(folder, name), 'latin1'));
      return (await Promise.all(texts)).filter(text => text.includes(`"jobId":"${completed.job_id}"`)).length;
    };
    assert.ok((await hits()) > 0);
    assert.equal(views.sweep({ finishedBefore: completed.at + 1, foldedAt: completed.at }, 10), 1);
    assert.equal(views.job(completed.job_id), undefined);
    assert.equal(await hits(), 0);
  });

  test('without a store is read on from where the file stands, and comes to the same', () => {
    const records = [recorded(requested, 1), recorded(completed, 2)];
    views.apply(records, 3);
    const pending = told(views);
    const opened = open();
    assert.equal(opened.next, 1);
    assert.equal(opened.job(completed.job_id), undefined);
    opened.apply(records, 3);
    assert.deepEqual(told(opened), pending);
    opened.close();
  });

  test('keeps what a full disk does not take, and counts nothing twice', t => {
    views.apply([recorded(requested, 1), recorded(completed, 2)], 3);
    const pending = told(views);
    const full = t.mock.method(DatabaseSync.prototype, 'exec', (sql: string) => {
      throw Object.assign(new Error(sql), { errcode: FULL });
    });
    assert.throws(() => views.store());
    assert.deepEqual(told(views), pending);
    views.apply([other(3, 'later')], 4);
    full.mock.restore();
    views.store();
    assert.deepEqual({ ...told(views), next: 3, inFlight: 1 }, pending);
    const opened = open();
    assert.deepEqual(told(opened), told(views));
    opened.close();
  });

  test('holds no more than some thousand jobs that a full disk does not take: then the fold waits for it', t => {
    const full = t.mock.method(DatabaseSync.prototype, 'exec', (sql: string) => {
      throw Object.assign(new Error(sql), { errcode: FULL });
    });
    const many = Array.from({ length: 5_000 }, (_, at) => other(1 + at, `job-${at}`));
    views.apply(many, 5_001);
    const next = [other(5_001, 'next')];
    assert.throws(() => views.apply(next, 5_002), { errcode: FULL });
    assert.deepEqual([views.next, views.job('next')], [5_001, undefined]);
    full.mock.restore();
    views.apply(next, 5_002);
    assert.deepEqual([views.next, views.inFlight(requested.key_id)], [5_002, 5_002]);
  });

  test('adds no amount twice where two processes fold the same records into one file', () => {
    views.apply([recorded(requested, 1)], 2);
    views.store();
    const [one, other] = [open(), open()];
    for (const each of [one, other]) assert.equal(each.next, 2);
    one.apply([recorded(completed, 2), recorded({ ...requested, job_id: 'later' }, 3)], 4);
    other.apply([recorded(completed, 2)], 3);
    other.store();
    one.store();
    for (const each of [one, other]) {
      assert.deepEqual(
        [each.next, each.used(completed.key_id, month), each.inFlight(completed.key_id)],
        [4, 1, 2],
      );
      each.close();
    }
  });

  test('folds nothing of records of which it cannot read what they change', () => {
    views.apply([recorded(requested, 1)], 2);
    const before = told(views);
    const unreadable = {
      ...recorded(completed, 3),
      get event(): Event {
        throw new Error('unreadable');
      },
    };
    assert.throws(() => views.apply([recorded(completed, 2), unreadable], 4));
    assert.deepEqual(told(views), before);
  });
});
