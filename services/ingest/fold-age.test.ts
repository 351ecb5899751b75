import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogUnavailable } from '../../platform/event-log/event-log.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { FoldAge } from './fold-age.ts';

/** The age of a fold. The test sets the fold's position, the log's end and the time in `state`. */
function world(position: number, end: number) {
  const state = { position, end, now: 1_000, isAway: false, askedForPosition: 0 };
  const at = (next: number) => [{ topic: 'outcomes' as const, partition: 0, next }];
  const age = new FoldAge({
    name: 'the jobs',
    ends: async () => {
      if (state.isAway) throw new LogUnavailable('away');
      return at(state.end);
    },
    positions: async () => {
      state.askedForPosition++;
      return at(state.position);
    },
    clock: () => state.now,
  });
  return { state, age };
}

describe('the age of a fold', { timeout: 20_000 }, () => {
  it('is infinite until the fold is known to have held everything once, and counts from that moment', async () => {
    const { state, age } = world(7, 7);
    assert.equal(age.ageMs(), Number.POSITIVE_INFINITY);
    await age.upToNow();
    assert.equal(age.ageMs(), 0);
    state.now += 500;
    state.isAway = true;
    await assert.rejects(age.upToNow(), LogUnavailable);
    assert.equal(age.ageMs(), 500);
  });

  it('takes one look at a fold that stands at the end', async () => {
    const { state, age } = world(7, 7);
    await age.upToNow();
    assert.equal(state.askedForPosition, 1);
  });

  it('is waited for by whoever must know what is in the log now', async () => {
    const { state, age } = world(6, 7);
    let isThere = false;
    const asked = age.upToNow().then(() => {
      isThere = true;
    });
    await sleep(30);
    assert.equal(isThere, false);
    state.position = 7;
    await asked;
  });

  it('grows while the fold stands still, and is small again when it has reached the end of that time', async () => {
    const { state, age } = world(7, 7);
    const stopping = new AbortController();
    await age.begin(stopping.signal);
    state.end = 9;
    state.now += 60_000;
    await sleep(1_200);
    assert.equal(age.ageMs(), 60_000);
    state.position = 9;
    await sleep(300);
    assert.equal(age.ageMs(), 0);
    stopping.abort();
  });

  it('is small again at once when a fold that stood still has reached the end, however long that took', async () => {
    const { state, age } = world(7, 7);
    const stopping = new AbortController();
    await age.begin(stopping.signal);
    state.end = 9;
    // By now the watch has read the end, and waits for the fold to reach it.
    await sleep(1_200);
    state.now += 60_000;
    state.position = 9;
    await sleep(300);
    assert.equal(age.ageMs(), 0);
    stopping.abort();
  });

  it('is not known of a fold that is ahead of the log: it was folded from another one', async () => {
    const { age } = world(8, 7);
    await assert.rejects(age.upToNow(), (error: unknown) => {
      return error instanceof ViewStoreUnavailable && /cut or replaced/.test(error.message);
    });
    assert.equal(age.ageMs(), Number.POSITIVE_INFINITY);
  });

  it('tells a fold that stands before where it stood, until that is folded again', async () => {
    const { state, age } = world(7, 7);
    await age.upToNow();
    state.end = 9;
    assert.equal(await age.hasGoneBack(), false);
    state.position = 5;
    assert.equal(await age.hasGoneBack(), true);
    state.position = 8;
    assert.equal(await age.hasGoneBack(), false);
  });

  it('is infinite from the look on that finds an older copy of the fold, until that holds everything again', async () => {
    const { state, age } = world(7, 7);
    const stopping = new AbortController();
    await age.begin(stopping.signal);
    state.position = 5;
    await sleep(1_200);
    assert.equal(age.ageMs(), Number.POSITIVE_INFINITY);
    state.end = 9;
    state.position = 8;
    await sleep(300);
    assert.equal(age.ageMs(), 0, 'all of what was in the log when it was looked at');
    stopping.abort();
  });

  it('measures no fold by a log that was replaced by an older copy', async () => {
    const { state, age } = world(7, 7);
    await age.upToNow();
    state.position = 4;
    state.end = 4;
    await age.upToNow();
    assert.equal(await age.hasGoneBack(), false);
  });
});
