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

  it('keeps to a limit that was lowered within the window', () => {
    assert.equal(countRequest({ count: 5, endsAt: NOW + 1 }, 3, NOW).admitted, false);
  });
});

describe('the abuse breaker', () => {
  const policy = { threshold: 3, windowMs: 1_000, lockoutMs: 5_000 };
  const after = (...times: number[]): Breaker =>
    times.reduce((breaker, at) => recordAbuse(breaker, at, policy), CLOSED_BREAKER);

  it('stays closed below the threshold', () => {
    assert.equal(lockedUntil(after(NOW, NOW + 1), NOW + 2), null);
  });

  it('trips at the threshold, for the lockout, counted from the outcome that tripped it', () => {
    assert.equal(lockedUntil(after(NOW, NOW + 1, NOW + 2), NOW + 3), NOW + 5_002);
  });

  it('forgets what is older than the window', () => {
    assert.equal(lockedUntil(after(NOW, NOW + 500, NOW + 1_000), NOW + 1_001), null);
  });

  it('opens again when the lockout ends, with nothing held against the key', () => {
    const breaker = after(NOW, NOW, NOW);
    assert.equal(lockedUntil(breaker, NOW + 5_000), null);
    assert.deepEqual(breaker.outcomes, []);
  });

  it('prolongs a lockout that is tripped again, and never shortens one', () => {
    const long: Breaker = { outcomes: [], lockedUntil: NOW + 9_000 };
    const tripped = [NOW, NOW, NOW].reduce<Breaker>((breaker, at) => recordAbuse(breaker, at, policy), long);
    assert.equal(tripped.lockedUntil, NOW + 9_000);
  });
});
