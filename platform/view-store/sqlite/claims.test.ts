import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CLAIM_LEASE_MS, type ClaimRequest } from '../view-store.ts';
import { Claims } from './claims.ts';

const KEY_LIFE_MS = 10 * CLAIM_LEASE_MS;
const request = (jobId: string): ClaimRequest => ({
  jobId,
  keyId: 'key',
  asynchronous: true,
  at: 0,
  reservation: jobId,
  idempotency: { keyHash: 'h', fingerprint: 'f', ends: [] },
});

describe('claims that come to nothing', () => {
  test('are shown until the end of their lease, and hold their Idempotency-Key until the end of its life', () => {
    const claims = new Claims(KEY_LIFE_MS);
    claims.claim(request('job'), { at: 0, isReached: true, hasPlace: () => true });
    claims.expire(CLAIM_LEASE_MS - 1);
    assert.equal(claims.job('job')?.status, 'processing');
    claims.expire(CLAIM_LEASE_MS);
    assert.equal(claims.job('job'), undefined);
    claims.expire(KEY_LIFE_MS - 1);
    const again = claims.claim(request('another'), {
      at: KEY_LIFE_MS - 1,
      isReached: true,
      hasPlace: () => true,
    });
    assert.deepEqual(again, { outcome: 'new', jobId: 'job' });
  });

  test('hold nothing beyond that', () => {
    const claims = new Claims(KEY_LIFE_MS);
    claims.claim(request('job'), { at: 0, isReached: true, hasPlace: () => true });
    assert.equal(claims.holds('key', 'h', KEY_LIFE_MS - 1), true);
    assert.equal(claims.holds('key', 'h', KEY_LIFE_MS), false);
    claims.expire(KEY_LIFE_MS);
    assert.equal(claims.holds('key', 'h', 0), false, 'it is forgotten');
  });

  test('take nothing from the next holder of their Idempotency-Key, however late and often they are let go', () => {
    for (const at of [1, KEY_LIFE_MS]) {
      const claims = new Claims(KEY_LIFE_MS);
      const claim = (jobId: string, when: number) =>
        claims.claim(request(jobId), { at: when, isReached: true, hasPlace: () => true }).outcome;
      assert.equal(claim('first', 0), 'new');
      if (at < KEY_LIFE_MS) claims.remove('first');
      assert.equal(claim('next', at), 'new');
      claims.remove('first');
      assert.equal(claims.holds('key', 'h', at), true, `after ${at} ms`);
      claims.remove('next');
      assert.equal(claims.holds('key', 'h', at), false);
    }
  });
});
