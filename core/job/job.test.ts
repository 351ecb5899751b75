import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event, ExtractCompleted, ExtractFailed, ExtractRequested } from '../../schemas/events.ts';
import {
  evolveJob,
  freedBlobs,
  inFlightChange,
  isExpired,
  isMetered,
  isTakenCareOf,
  type JobState,
} from './job.ts';
import { nextAttemptAt } from './webhook-schedule.ts';

const ids = { event_id: 'e', job_id: 'j', key_id: 'k' };
const requested: ExtractRequested = {
  type: 'ExtractRequested',
  ...ids,
  at: 100,
  lane: 'bulk',
  asynchronous: true,
  format: 'json',
  source: 'upload',
  source_blob: 's',
  bytes: 1,
  sha256: 'h',
  request_blob: null,
  webhook: true,
  deadline_at: 1_000,
  fingerprint: 'f',
  idempotency_key_hash: 'i',
  source_hmac: null,
  pepper: null,
};
const outcome = {
  content_type: null,
  bytes: 1,
  source_blob: null,
  request_blob: null,
  webhook: true,
  requested_at: 100,
};
const completed: ExtractCompleted = {
  type: 'ExtractCompleted',
  ...ids,
  ...outcome,
  at: 200,
  format: 'json',
  content_type: 'text/html',
  chars: 1,
  pages: null,
  ocr: false,
  warnings: [],
  result_blob: 'r',
  result_bytes: 1,
  started_at: 150,
  duration_ms: 50,
  ocr_pages: null,
  ocr_confidence: null,
  fetch_ms: null,
  result_hmac: null,
  pepper: null,
  build: '2',
};
const failed: ExtractFailed = {
  type: 'ExtractFailed',
  ...ids,
  ...outcome,
  at: 300,
  code: 'timeout',
  abusive: false,
  duration_ms: 1,
  build: '1',
};
const delivery = { ...ids, delivery_id: 'd', duration_ms: 1 };
const attempted = (attempt: number): Event => ({
  type: 'WebhookAttempted',
  ...ids,
  delivery_id: 'd',
  at: 400,
  attempt,
});
const undelivered = (attempt: number, next: number | null): Event => ({
  type: 'WebhookFailed',
  ...delivery,
  at: 401,
  attempt,
  status: 500,
  reason: 'status',
  next_attempt_at: next,
});
const delivered = (attempt: number): Event => ({
  type: 'WebhookDelivered',
  ...delivery,
  at: 402,
  attempt,
  status: 200,
});

/** The job's state after these events. */
function given(...events: Event[]): JobState {
  const state = events.reduce<JobState | undefined>(evolveJob, undefined);
  assert.ok(state);
  return state;
}

describe('a job', () => {
  it('is told with the build whose end of it won', () => {
    assert.equal(given(failed, completed).facts?.build, '1');
    assert.equal(given(requested).facts, null);
  });

  it('is processing once it is requested', () => {
    assert.equal(given(requested).status, 'processing');
  });

  it('ends with its first terminal event, whatever follows', () => {
    assert.equal(given(requested, completed, failed).status, 'completed');
    assert.equal(given(requested, failed, completed).status, 'failed');
    assert.equal(given(requested, failed, completed).code, 'timeout');
  });

  it('is the same whichever of request and outcome is read first', () => {
    assert.deepEqual(given(completed, requested), given(requested, completed));
    assert.deepEqual(given(failed, requested), given(requested, failed));
  });

  it('whose request is lost was there when its end says so, whichever of its events is read first', () => {
    assert.equal(given(completed).requestedAt, requested.at);
    assert.deepEqual(
      given(attempted(1), delivered(1), completed),
      given(completed, attempted(1), delivered(1)),
    );
  });

  it('is the same when any event is read twice', () => {
    const once = given(requested, completed, attempted(1), delivered(1));
    assert.deepEqual(
      given(requested, requested, completed, completed, attempted(1), attempted(1), delivered(1)),
      once,
    );
  });

  it('never goes back to processing', () => {
    assert.equal(given(completed, requested).status, 'completed');
  });

  it('is on the job path once it was moved there, also if its request is read later', () => {
    const deferred: Event = {
      type: 'ExtractDeferred',
      ...ids,
      at: 150,
      format: 'json',
      source_blob: 's',
      bytes: 1,
      sha256: 'h',
      request_blob: null,
      webhook: false,
      requested_at: 100,
      deadline_at: 1_000,
      source_hmac: null,
      pepper: null,
    };
    const waiting = { ...requested, asynchronous: false };
    assert.equal(given(waiting).asynchronous, false);
    assert.equal(given(waiting, deferred).asynchronous, true);
    assert.equal(given(deferred, waiting).asynchronous, true);
  });

  it('is what its first request asked for, whatever else is asked for under its id', () => {
    const other = {
      ...requested,
      at: 120,
      fingerprint: 'other',
      format: 'text' as const,
      asynchronous: false,
    };
    assert.deepEqual(given(requested, other), given(requested));
    assert.deepEqual(given(completed, requested, other), given(requested, completed));
  });

  it('is taken care of once it has ended, or was handed on to the job path', () => {
    const waiting = { ...requested, asynchronous: false };
    const handedOn = { ...given(waiting), asynchronous: true };
    assert.equal(isTakenCareOf(undefined, waiting), false);
    assert.equal(isTakenCareOf(given(waiting), waiting), false);
    assert.equal(isTakenCareOf(handedOn, waiting), true);
    assert.equal(isTakenCareOf(given(requested), requested), false);
    assert.equal(isTakenCareOf(given(requested, failed), requested), true);
  });

  it('is metered by its first terminal event alone, and only by a success', () => {
    assert.equal(isMetered(given(requested), completed), true);
    assert.equal(isMetered(undefined, completed), true);
    assert.equal(isMetered(given(requested), failed), false);
    assert.equal(isMetered(given(requested, completed), completed), false);
    assert.equal(isMetered(given(requested, failed), completed), false);
  });

  it('expires a retention after its end, and not while it runs', () => {
    assert.equal(isExpired(given(requested, completed), 1_199, 1_000), false);
    assert.equal(isExpired(given(requested, completed), 1_200, 1_000), true);
    assert.equal(isExpired(given(requested), 999_999, 1_000), false);
  });

  it('keeps the answer that counts and no other: that of a second end is freed when it is folded', () => {
    const second = { ...completed, event_id: 'second', result_blob: 'r2' };
    assert.deepEqual(freedBlobs(given(requested, completed), second), ['r2']);
    assert.deepEqual(freedBlobs(given(requested, completed), completed), []);
    assert.deepEqual(freedBlobs(given(requested, failed), second), ['r2']);
    for (const event of [requested, failed, attempted(1), delivered(1)])
      assert.deepEqual(freedBlobs(given(requested, completed), event), [], event.type);
  });
});

describe('a webhook', () => {
  it('is due when the job ends, and delivered once a receiver took it', () => {
    assert.equal(given(requested, completed).webhook, 'pending');
    assert.equal(given(requested, completed, attempted(1), delivered(1)).webhook, 'delivered');
  });

  it('is not due where none was asked for', () => {
    assert.equal(given(requested, { ...completed, webhook: false }).webhook, 'none');
  });

  it('counts attempts when they begin, so that a crash never adds one', () => {
    const job = given(requested, completed, attempted(1));
    assert.equal(job.webhookAttempts, 1);
    assert.equal(job.webhook, 'pending');
  });

  it('knows when the last attempt began, until what came of it is known', () => {
    const begun = attempted(1);
    assert.equal(given(requested, completed, begun).webhookAttemptedAt, begun.at);
    assert.equal(given(requested, completed, begun, undelivered(1, 1_401)).webhookAttemptedAt, null);
    assert.equal(given(requested, completed, begun, delivered(1)).webhookAttemptedAt, null);
    assert.equal(given(requested, completed, begun, delivered(1), begun).webhookAttemptedAt, null);
  });

  it('remembers when the next attempt is due, until none is', () => {
    const waiting = given(requested, completed, attempted(1), undelivered(1, 1_401));
    assert.equal(waiting.webhookNextAt, 1_401);
    assert.equal(given(requested, completed, attempted(4), undelivered(4, null)).webhook, 'given_up');
  });

  it('forgets no attempt when an earlier one is read again after the delivery', () => {
    const again = given(requested, completed, attempted(1), attempted(2), delivered(2), attempted(1));
    assert.equal(again.webhookAttempts, 2);
  });

  it('stays delivered, whatever is read late', () => {
    assert.equal(
      given(requested, attempted(1), delivered(1), undelivered(1, 5), completed).webhook,
      'delivered',
    );
  });

  it('is tried again after each pause, jittered by a fifth either way, and then no more', () => {
    const pauses = [1_000, 5_000, 25_000];
    assert.equal(nextAttemptAt(1, pauses, 0, 0), 800);
    assert.equal(nextAttemptAt(1, pauses, 0, 0.5), 1_000);
    assert.equal(nextAttemptAt(3, pauses, 0, 0.999999), 30_000);
    assert.equal(nextAttemptAt(4, pauses, 0, 0.5), null);
  });
});

describe('an erased job', () => {
  const erased: Event = {
    type: 'JobErased',
    ...ids,
    at: 300,
    by: 'operator',
    source_blob: null,
    result_blob: null,
  };
  const attempted: Event = {
    type: 'WebhookAttempted',
    ...ids,
    at: 210,
    delivery_id: 'd',
    attempt: 1,
  };

  it('holds nothing of what it was, and is to its caller one that never was', () => {
    const state = given(requested, completed, attempted, erased);
    assert.deepEqual(
      [state.erased, state.status, state.code, state.resultBlob, state.sourceBlob, state.fingerprint],
      [true, 'failed', 'not_found', null, undefined, null],
    );
    assert.equal(state.webhook, 'none');
  });

  it('is the same whatever of it was folded before, and whatever comes after', () => {
    const expected = given(erased);
    assert.deepEqual(given(requested, erased, completed, attempted), expected);
    assert.deepEqual(given(completed, erased, requested), expected);
    assert.deepEqual(given(attempted, erased, { ...erased, at: 400, by: 'caller' }), expected);
  });

  it('that was in flight is so no longer, and its end on the way is not metered', () => {
    const processing = given(requested);
    const gone = evolveJob(processing, erased);
    assert.equal(inFlightChange(processing, gone), -1);
    assert.equal(isMetered(gone, completed), false);
    assert.equal(inFlightChange(gone, evolveJob(gone, completed)), 0);
  });

  it('frees its document, its addresses and its result, and so does what comes for it later', () => {
    assert.deepEqual(freedBlobs(given(requested, completed), erased), ['request/j', 's', 'r']);
    assert.deepEqual(freedBlobs(undefined, { ...erased, source_blob: 'a' }), ['request/j', 'a']);
    assert.deepEqual(freedBlobs(given(erased), completed), ['r']);
    assert.deepEqual(freedBlobs(given(erased), requested), ['s']);
    assert.deepEqual(freedBlobs(given(erased), { ...requested, request_blob: 'a' }), ['s', 'a']);
    assert.deepEqual(freedBlobs(given(requested), completed), []);
  });
});
