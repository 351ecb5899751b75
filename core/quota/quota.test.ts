import assert from 'node:assert/strict';
import { it } from 'node:test';
import { monthOf, quotaRemaining, quotaResetSeconds } from './quota.ts';

it('a month ends at midnight UTC, wherever the service runs', () => {
  const end = Date.UTC(2026, 11, 1);
  const { TZ } = process.env;
  for (const zone of ['Pacific/Auckland', 'America/Los_Angeles', 'UTC']) {
    process.env.TZ = zone;
    assert.equal(monthOf(end - 1), '2026-11', zone);
    assert.equal(monthOf(end), '2026-12', zone);
  }
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

it('the quota resets at the first moment of the next UTC month', () => {
  assert.equal(quotaResetSeconds(Date.UTC(2026, 10, 1)), Date.UTC(2026, 11, 1) / 1000);
  assert.equal(quotaResetSeconds(Date.UTC(2026, 10, 30, 23, 59, 59, 999)), Date.UTC(2026, 11, 1) / 1000);
});

it('the month after December is January of the next year', () => {
  assert.equal(quotaResetSeconds(Date.UTC(2026, 11, 31)), Date.UTC(2027, 0, 1) / 1000);
});

it('what remains is never below zero, even when work in flight went over the quota', () => {
  assert.equal(quotaRemaining(500, 499), 1);
  assert.equal(quotaRemaining(500, 502), 0);
});
