import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXAMPLE_EVENTS } from '../../event-log/codec-examples.ts';
import { StepChanges, type Versioned } from './step.ts';

const IDEMPOTENCY_MS = 60_000;
const { ExtractRequested, ExtractCompleted, ExtractFailed, ApiKeyIssued, ApiKeyRevoked } = EXAMPLE_EVENTS;
const job = ExtractRequested.job_id;

const nothing = <T>(): Map<string, Versioned<T>> => new Map();
const fresh = () => new StepChanges({ jobs: nothing(), keys: nothing(), foldedAt: '' }, IDEMPOTENCY_MS);

test('events of one job in one step are folded one after the other', () => {
  const changes = fresh();
  changes.fold(ExtractRequested, 0);
  changes.fold({ ...ExtractCompleted, job_id: job }, 0);
  assert.equal(changes.jobs.get(job)?.status, 'completed');
  assert.equal(changes.jobs.size, 1);
});

test('only the first success of a job is counted, in the month of its completion', () => {
  const changes = fresh();
  const requested_at = Date.UTC(2026, 9, 31);
  for (let times = 0; times < 3; times++) changes.fold({ ...ExtractCompleted, job_id: job, requested_at }, 0);
  assert.deepEqual([...changes.quota], [[`${ExtractCompleted.key_id}/2026-11`, 1]]);
});

test('a job that has failed before the step is not metered by a later success', () => {
  const before = fresh();
  before.fold({ ...ExtractFailed, job_id: job }, 0);
  const state = before.jobs.get(job);
  const changes = new StepChanges(
    { jobs: new Map([[job, { version: '3', state }]]), keys: nothing(), foldedAt: '' },
    IDEMPOTENCY_MS,
  );
  changes.fold({ ...ExtractCompleted, job_id: job }, 0);
  assert.equal(changes.quota.size, 0);
  assert.equal(changes.jobs.size, 0, 'nothing is written for it');
});

test('a job settles once: by its end, or by its move to the job path', () => {
  const changes = fresh();
  changes.fold({ ...ExtractRequested, asynchronous: false }, 0);
  assert.equal(changes.hasSettled(changes.jobs.get(job)!), false);
  changes.fold({ ...ExtractCompleted, job_id: job }, 0);
  const state = changes.jobs.get(job)!;
  assert.equal(changes.hasSettled(state), true);
  const later = new StepChanges(
    { jobs: new Map([[job, { version: '1', state }]]), keys: nothing(), foldedAt: '' },
    IDEMPOTENCY_MS,
  );
  assert.equal(later.hasSettled(state), false);
});

test('an Idempotency-Key is remembered from its request on, for its life', () => {
  const changes = fresh();
  changes.fold({ ...ExtractRequested, idempotency_key_hash: 'hash', at: 1_000 }, 0);
  const [remembered] = changes.idempotency;
  assert.equal(remembered?.field, `${ExtractRequested.key_id}/hash`);
  assert.equal(remembered?.liveUntil, 1_000 + IDEMPOTENCY_MS);
  changes.fold({ ...ExtractRequested, idempotency_key_hash: null }, 0);
  assert.equal(changes.idempotency.length, 1);
});

test('keys are folded as they are issued and revoked', () => {
  const changes = fresh();
  changes.fold(ApiKeyIssued, 0);
  changes.fold({ ...ApiKeyRevoked, key_id: ApiKeyIssued.key_id }, 0);
  assert.equal(changes.keys.get(ApiKeyIssued.key_id)?.revokedAt, ApiKeyRevoked.at);
});
