import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { Pepper } from '../../platform/peppers.ts';
import { proofInName, proofOf, resultHmac } from '../../platform/result-blob.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { type Completed, completed, endsAt, failure } from './ending.ts';

const REQUEST = EXAMPLE_EVENTS.ExtractRequested;
const SPAN = { startedAt: 1_000, at: 1_250, build: 'test' };
const RESPONSE = Buffer.from('{"status":"success"}');
const PEPPER = new Pepper('pepper', Buffer.alloc(32, 1));

function endOf(pepper: Pepper | undefined, kept?: Completed['kept']) {
  const answer = { kind: 'completed', ocrCount: { pages: null, confidence: null } };
  const ending = { kind: 'completed', answer, response: RESPONSE, kept, bytes: 9, fetchMs: null };
  return completed(REQUEST, { ...(ending as unknown as Completed), pepper }, SPAN);
}

test('the name of a result proves its text under the key’s pepper, and says whose it is', () => {
  const { result_blob, result_hmac, result_bytes, pepper, duration_ms } = endOf(PEPPER);
  const hmac = resultHmac(PEPPER, hash('sha256', RESPONSE));
  assert.equal(result_hmac, hmac);
  assert.deepEqual(proofInName(result_blob as `result/${string}`), {
    keyId: REQUEST.key_id,
    pepper: 'pepper',
    code: proofOf(hmac),
    isLarge: false,
  });
  assert.ok(result_blob?.includes(REQUEST.job_id));
  assert.deepEqual([result_bytes, pepper, duration_ms], [RESPONSE.length, 'pepper', 250]);
});

test('without a pepper no hash of a result is told, and two ends of a job have results of different names', () => {
  const ends = [endOf(undefined), endOf(undefined)];
  for (const { result_blob, result_hmac, pepper } of ends) {
    assert.equal(proofInName(result_blob as `result/${string}`), undefined);
    assert.deepEqual([result_hmac, pepper], [null, null]);
  }
  assert.notEqual(ends[0]?.result_blob, ends[1]?.result_blob);
});

test('a large result that is stored already keeps its name, and is told by its own hash and size', () => {
  const kept = { key: 'result/kept', bytes: 1_000_000, sha256: hash('sha256', 'large') } as const;
  const { result_blob, result_hmac, result_bytes } = endOf(PEPPER, kept);
  assert.deepEqual([result_blob, result_bytes], ['result/kept', 1_000_000]);
  assert.equal(result_hmac, resultHmac(PEPPER, kept.sha256));
  assert.equal(endOf(undefined, kept).result_hmac, null);
});

const COMPLETED = { kind: 'completed' } as Completed;
const ABUSE = failure('extraction_failed', true);
const TURN = Date.UTC(2026, 11, 1);
const LONG_BEFORE = TURN - 86_400_000;

/** The time that an end is given if the process's clock says `idea` and the store's clock `told`. */
const dated = (idea: number, told: number, ending = COMPLETED as Parameters<typeof endsAt>[1]) =>
  endsAt({ clock: { now: () => idea }, views: { now: async () => told } }, ending);

test('an end at the month’s turn is dated by the store itself: a new month’s place must not end in the month before', async () => {
  assert.equal(await dated(TURN - 3, TURN + 2), TURN + 2);
  assert.equal(await dated(TURN - 999, TURN + 2), TURN + 2);
  assert.equal(await dated(TURN + 3, TURN - 2), TURN - 2);
});

test('any other end is dated by what its process thinks of that clock, without a question', async () => {
  assert.equal(await dated(LONG_BEFORE, LONG_BEFORE + 3), LONG_BEFORE);
  assert.equal(await dated(LONG_BEFORE, LONG_BEFORE + 3, failure('timeout')), LONG_BEFORE);
});

test('an end that counts as abuse is dated by the store to the ms, or Retry-After would be longer than the lockout', async () => {
  assert.equal(await dated(LONG_BEFORE + 3, LONG_BEFORE, ABUSE), LONG_BEFORE);
});

test('where the store is away they are dated by their process', async () => {
  const views = { now: () => Promise.reject(new ViewStoreUnavailable('away')) };
  assert.equal(await endsAt({ clock: { now: () => TURN }, views }, COMPLETED), TURN);
  assert.equal(await endsAt({ clock: { now: () => LONG_BEFORE }, views }, ABUSE), LONG_BEFORE);
});
