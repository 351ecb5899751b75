import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeEvent } from '../../platform/event-log/codec.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { Event } from '../../schemas/events.ts';
import { openDecoder } from './decode.ts';
import { Report } from './report.ts';

const decode = openDecoder(new URL('../../schemas/events/', import.meta.url));
const completed = EXAMPLE_EVENTS.ExtractCompleted;
const failed = EXAMPLE_EVENTS.ExtractFailed;

function reportOf(...events: Event[]): Report {
  const report = new Report();
  for (const event of events) report.add(decode(encodeEvent(event)));
  return report;
}

test('every event is decoded with nothing but the schema files', () => {
  for (const event of Object.values(EXAMPLE_EVENTS)) {
    const { name, fields } = decode(encodeEvent(event));
    assert.deepEqual({ type: name, ...fields }, event);
  }
});

test('a record in another encoding, or with a schema that the files lack, says so', () => {
  const unknown = encodeEvent(failed);
  unknown.writeBigUInt64LE(1n, 2);
  assert.throws(() => decode(unknown), /newer/);
  assert.throws(() => decode(Buffer.from('0000000001', 'hex')), /registry/);
});

test('documents are counted by day, key, type and format', () => {
  const report = reportOf(
    completed,
    { ...completed, job_id: 'b', pages: null },
    { ...completed, job_id: 'c', format: 'json' },
    { ...completed, job_id: 'd', at: completed.at + 86_400_000 },
  );
  const rows = report.documents().map(({ day, format, documents, pages }) => [day, format, documents, pages]);
  assert.deepEqual(rows, [
    ['2026-11-21', 'json', 1, 4],
    ['2026-11-21', 'text', 2, 4],
    ['2026-11-22', 'text', 1, 4],
  ]);
});

test('failures are counted by code, the most frequent first', () => {
  const report = reportOf(
    { ...failed, job_id: 'a', code: 'timeout' },
    { ...failed, job_id: 'b' },
    { ...failed, job_id: 'c' },
  );
  assert.deepEqual(report.failures(), [
    { code: 'encrypted', documents: 2 },
    { code: 'timeout', documents: 1 },
  ]);
});

test('the first terminal event of a job counts, a repeat and a later one do not', () => {
  const report = reportOf(completed, completed, { ...failed, job_id: completed.job_id });
  assert.equal(report.documents()[0]?.documents, 1);
  assert.deepEqual(report.failures(), []);
});

test('records that cannot be read are counted by reason', () => {
  const report = new Report();
  report.addUnreadable('damaged');
  report.addUnreadable('damaged');
  assert.deepEqual(report.unreadable(), [{ reason: 'damaged', records: 2 }]);
});
