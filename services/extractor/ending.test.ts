import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { type Completed, endsAt, failure } from './ending.ts';

const COMPLETED = { kind: 'completed' } as Completed;
const ABUSE = failure('extraction_failed', true);
const TURN = Date.UTC(2026, 11, 1);
const LONG_BEFORE = TURN - 86_400_000;

/** When an end is dated, where a process thinks that it is `idea` and the store says `told`. */
const dated = (idea: number, told: number, ending = COMPLETED as Parameters<typeof endsAt>[1]) =>
  endsAt({ clock: { now: () => idea }, views: { now: async () => told } }, ending);

it('an end at the month’s turn is dated by the store itself: a new month’s place must not end in the month before', async () => {
  assert.equal(await dated(TURN - 3, TURN + 2), TURN + 2);
  assert.equal(await dated(TURN - 999, TURN + 2), TURN + 2);
  assert.equal(await dated(TURN + 3, TURN - 2), TURN - 2);
});

it('any other end is dated by what its process thinks of that clock, without a question', async () => {
  assert.equal(await dated(LONG_BEFORE, LONG_BEFORE + 3), LONG_BEFORE);
  assert.equal(await dated(LONG_BEFORE, LONG_BEFORE + 3, failure('timeout')), LONG_BEFORE);
});

it('an end that counts as abuse is dated by the store to the ms, or Retry-After would be longer than the lockout', async () => {
  assert.equal(await dated(LONG_BEFORE + 3, LONG_BEFORE, ABUSE), LONG_BEFORE);
});

it('where the store is away they are dated by their process', async () => {
  const views = { now: () => Promise.reject(new ViewStoreUnavailable('away')) };
  assert.equal(await endsAt({ clock: { now: () => TURN }, views }, COMPLETED), TURN);
  assert.equal(await endsAt({ clock: { now: () => LONG_BEFORE }, views }, ABUSE), LONG_BEFORE);
});
