import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyState } from '../../core/keys/key.ts';
import { timeOfId } from '../../platform/ids.ts';
import { derivedJobId, isGenuineJobId, newJobId } from './job-id.ts';

const KEY: KeyState = {
  keyId: 'k',
  secretSha256: 'ab'.repeat(32),
  name: null,
  plan: 'free',
  monthlyQuota: 1,
  rateLimitPerMinute: null,
  issuedAt: 0,
  revokedAt: null,
};
const OTHER: KeyState = { ...KEY, keyId: 'other' };
const AT = Date.UTC(2026, 0, 15, 12);
const REQUEST = { idempotencyKeyHash: 'h', fingerprint: 'f' };
const DAY_MS = 86_400_000;

describe('a job id', () => {
  it('proves itself to its own key and to no other', () => {
    for (const id of [newJobId(KEY, AT), derivedJobId(KEY, REQUEST, AT, DAY_MS)]) {
      assert.ok(isGenuineJobId(KEY, id));
      assert.ok(!isGenuineJobId(OTHER, id));
      assert.notEqual(timeOfId(id), undefined);
    }
  });

  it('is not genuine once a single digit of it is changed', () => {
    const id = derivedJobId(KEY, REQUEST, AT, DAY_MS);
    for (const [at, digit] of [...id].entries()) {
      if (!/[0-9a-f]/.test(digit)) continue;
      const changed = id.slice(0, at) + (digit === '0' ? '1' : '0') + id.slice(at + 1);
      assert.ok(!isGenuineJobId(KEY, changed), changed);
    }
  });

  it('is the same for a repeat within the window of an Idempotency-Key, and another one after it', () => {
    const first = derivedJobId(KEY, REQUEST, AT, DAY_MS);
    assert.equal(derivedJobId(KEY, REQUEST, AT + 1, DAY_MS), first);
    assert.notEqual(derivedJobId(KEY, REQUEST, AT + DAY_MS, DAY_MS), first);
  });

  it('is another one for another document under the same Idempotency-Key: neither gets the other’s answer', () => {
    const other = derivedJobId(KEY, { ...REQUEST, fingerprint: 'another' }, AT, DAY_MS);
    assert.notEqual(other, derivedJobId(KEY, REQUEST, AT, DAY_MS));
  });

  it("is different for each of a day's Idempotency-Keys, however many there are", () => {
    const count = 200_000;
    const keyed = (n: number) => derivedJobId(KEY, { ...REQUEST, idempotencyKeyHash: `h${n}` }, AT, DAY_MS);
    const ids = new Set(Array.from({ length: count }, (_, n) => keyed(n)));
    assert.equal(ids.size, count);
  });
});
