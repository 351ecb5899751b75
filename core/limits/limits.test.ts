import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Breaker, CLOSED_BREAKER, lockedUntil, recordAbuse } from './breaker.ts';
import { countRequest, RATE_WINDOW_MS } from './rate-window.ts';

const NOW = Date.UTC(2026, 10, 21);

describe('the rate window', () => {
  it('begins with the first request of a key and lasts 60 seconds', () => {
    assert.deepEqual(countRequest(undefined, 2, NOW), {
      count: 1,
      endsAt: NOW + RATE_WINDOW_MS,
      admitted: true,
    });
  });

  it('admits up to the limit and does not count what it refuses', () => {
    const full = { count: 2, endsAt: NOW + 1 };
    assert.deepEqual(countRequest(full, 2, NOW), { ...full, admitted: false });
  });

  it('begins anew at the very end of the window', () => {
    const full = { count: 2, endsAt: NOW };
    assert.deepEqual(countRequest(full, 2, NOW), { count: 1, endsAt: NOW + RATE_WINDOW_MS, admitted: true });
  });

  it('that was begun before the clock was set back does not last until the clock has caught up', () => {
    const full = { count: 2, endsAt: NOW + RATE_WINDOW_MS };
    const hourAgo = NOW - 3_600_000;
    assert.deepEqual(countRequest(full, 2, hourAgo), {
      count: 1,
      endsAt: hourAgo + RATE_WINDOW_MS,
      admitted: true,
    });
  });

  it('is not voided by an instance whose clock is a little behind', () => {
    const full = { count: 2, endsAt: NOW + RATE_WINDOW_MS };
    assert.equal(countRequest(full, 2, NOW - 2_000).admitted, false);
  });

  it('keeps to a limit that was lowered within the window', () => {
    assert.equal(countRequest({ count: 5, endsAt: NOW + 1 }, 3, NOW).admitted, false);
  });
});

describe('the abuse breaker', () => {
  const policy = { threshold: 3, windowMs: 1_000, lockoutMs: 5_000 };
  const after = (...times: number[]): Breaker =>
    times.reduce((breaker, at, index) => recordAbuse(breaker, at, `${index}`, policy), CLOSED_BREAKER);

  it('stays closed below the threshold', () => {
    assert.equal(lockedUntil(after(NOW, NOW + 1), NOW + 2, policy), null);
  });

  it('trips at the threshold, for the lockout, counted from the outcome that tripped it', () => {
    assert.equal(lockedUntil(after(NOW, NOW + 1, NOW + 2), NOW + 3, policy), NOW + 5_002);
  });

  it('forgets what is older than the window', () => {
    assert.equal(lockedUntil(after(NOW, NOW + 500, NOW + 1_000), NOW + 1_001, policy), null);
  });

  it('counts an outcome that is told again once', () => {
    const told = (breaker: Breaker, id: string) => recordAbuse(breaker, NOW, id, policy);
    const again = ['one', 'one', 'one', 'two'].reduce(told, CLOSED_BREAKER);
    assert.equal(lockedUntil(again, NOW + 2, policy), null);
  });

  it('counts each of those of one millisecond', () => {
    assert.equal(lockedUntil(after(NOW, NOW, NOW), NOW + 2, policy), NOW + 5_000);
  });

  it('opens again when the lockout ends, with nothing held against the key', () => {
    const breaker = after(NOW, NOW, NOW);
    assert.equal(lockedUntil(breaker, NOW + 5_000, policy), null);
    assert.deepEqual(breaker.outcomes, []);
  });

  it('that locked before the clock was set back does not lock until the clock has caught up', () => {
    const breaker = after(NOW, NOW, NOW);
    const hourAgo = NOW - 3_600_000;
    assert.equal(lockedUntil(breaker, hourAgo, policy), null);
    assert.deepEqual(recordAbuse({ outcomes: [NOW, NOW], lockedUntil: 0 }, hourAgo, '', policy).outcomes, [
      hourAgo,
    ]);
  });

  it('prolongs a lockout that is tripped again, and never shortens one', () => {
    const long: Breaker = { outcomes: [], lockedUntil: NOW + 9_000 };
    const told = (breaker: Breaker, id: string) => recordAbuse(breaker, NOW, id, policy);
    const tripped = ['one', 'two', 'three'].reduce(told, long);
    assert.equal(tripped.lockedUntil, NOW + 9_000);
  });
});
