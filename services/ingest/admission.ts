/** The order of checks on a request: rate limit, abuse breaker, quota. The first that refuses answers. */
import type { KeyState } from '../../core/keys/key.ts';
import { quotaRemaining, quotaResetSeconds } from '../../core/quota/quota.ts';
import type { Admission, ViewStore } from '../../platform/view-store/view-store.ts';
import { idempotencyKeyHashOf } from './idempotency-key.ts';
import { Refusal } from './refusal.ts';

export interface Applicant {
  key: KeyState;
  /** The request's header, as it came. */
  idempotencyKey: unknown;
  /** Requests a minute that the key may send. */
  limit: number;
}

export interface Admitted {
  /** Documents of the month. */
  used: number;
  /** `X-RateLimit-*` of a 429 that is found later. */
  headers: Record<string, string>;
}

/**
 * Counts the request and throws a `Refusal` with its headers, or returns what it was admitted with. A repeat under a
 * live Idempotency-Key extracts nothing, so an exhausted quota does not refuse it: whoever lost the answer to the
 * month's last document still gets it.
 */
export async function admit(views: ViewStore, applicant: Applicant): Promise<Admitted> {
  const { key, limit } = applicant;
  const admission = await views.admit({ keyId: key.keyId, requestsPerWindow: limit });
  const { at, rate, lockedUntil, used } = admission;
  if (!rate.admitted) throw refuse('rate_limited', rateHeaders(limit, admission, 0), rate.endsAt, at);
  if (lockedUntil !== null) throw refuse('abuse_detected', rateHeaders(limit, admission, 0), lockedUntil, at);
  if (used >= key.monthlyQuota && !(await isRepeat(views, applicant, at))) {
    const headers = { ...rateHeaders(limit, admission, limit - rate.count), ...quotaHeaders(key, used, at) };
    throw refuse('quota_exceeded', headers, quotaResetSeconds(at) * 1000, at);
  }
  return { used, headers: rateHeaders(limit, admission, 0) };
}

async function isRepeat(views: ViewStore, { key, idempotencyKey }: Applicant, at: number): Promise<boolean> {
  if (typeof idempotencyKey !== 'string') return false;
  return views.holds(key.keyId, idempotencyKeyHashOf(key.keyId, idempotencyKey), at);
}

/** The three `X-Quota-*` headers of 200, 202 and `quota_exceeded`. */
export function quotaHeaders(key: KeyState, used: number, at: number): Record<string, string> {
  return {
    'X-Quota-Limit': String(key.monthlyQuota),
    'X-Quota-Remaining': String(quotaRemaining(key.monthlyQuota, used)),
    'X-Quota-Reset': String(quotaResetSeconds(at)),
  };
}

function rateHeaders(limit: number, { rate }: Admission, remaining: number): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, remaining)),
    'X-RateLimit-Reset': String(Math.ceil(rate.endsAt / 1000)),
  };
}

function refuse(
  code: 'rate_limited' | 'abuse_detected' | 'quota_exceeded',
  headers: Record<string, string>,
  until: number,
  at: number,
): Refusal {
  const seconds = Math.max(1, Math.ceil((until - at) / 1000));
  return new Refusal(code, undefined, { headers: { ...headers, 'Retry-After': String(seconds) } });
}
