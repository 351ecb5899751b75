import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cloudEventHeaders, traceparentOf } from './cloud-events.ts';
import { EXAMPLE_EVENTS } from './codec-examples.ts';

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const origin = { source: '/textrail/extractor' };

test('a record carries every required CloudEvents attribute, its time and its subject', () => {
  const event = EXAMPLE_EVENTS.ExtractCompleted;
  assert.deepEqual(cloudEventHeaders(event, origin), {
    ce_specversion: '1.0',
    ce_id: event.event_id,
    ce_source: '/textrail/extractor',
    ce_type: 'textrail.extract.completed.v3',
    ce_time: '2026-11-21T09:30:00.140Z',
    ce_subject: event.job_id,
    'content-type': 'avro/binary',
  });
});

test('the subject of a key event is the key', () => {
  const event = EXAMPLE_EVENTS.ApiKeyRevoked;
  assert.equal(cloudEventHeaders(event, origin).ce_subject, event.key_id);
});

test('the trace travels with the event and is read back, whatever the client makes of a header', () => {
  const headers = cloudEventHeaders(EXAMPLE_EVENTS.ExtractFailed, { ...origin, traceparent: TRACE });
  assert.equal(traceparentOf(headers), TRACE);
  assert.equal(traceparentOf({ traceparent: Buffer.from(TRACE) }), TRACE);
  assert.equal(traceparentOf({ traceparent: [Buffer.from(TRACE), 'second'] }), TRACE);
});

test('a malformed trace is neither written nor read', () => {
  for (const traceparent of ['', 'x', `${TRACE}\r\nevil: 1`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]) {
    const headers = cloudEventHeaders(EXAMPLE_EVENTS.ExtractFailed, { ...origin, traceparent });
    assert.ok(!('traceparent' in headers));
    assert.equal(traceparentOf({ traceparent }), undefined);
  }
  assert.equal(traceparentOf(undefined), undefined);
});
