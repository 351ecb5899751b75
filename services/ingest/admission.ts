/** The order of checks on a request: rate limit, abuse breaker, quota. The first that refuses answers. */
import type { KeyState } from '../../core/keys/key.ts';
import { quotaRemaining, quotaResetSeconds } from '../../core/quota/quota.ts';
import {
  type Admission,
  type ViewStore,
  ViewStoreUnavailable,
} from '../../platform/view-store/view-store.ts';
import type { FoldAge } from './fold-age.ts';
import { Place } from './place.ts';
import { Refusal } from './refusal.ts';
import { type HashPorts, idempotencyKeyHashes } from './request-hashes.ts';

/**
 * Age of the read model beyond which nobody is admitted and `/readyz` fails: it would learn too late how documents end.
 * Longer than another projector needs to take over from one that was killed (10 s, and a rebalance).
 */
export const READ_MODEL_LIMIT_MS = 20_000;

export interface AdmissionPorts {
  views: Pick<ViewStore, 'admit' | 'holds' | 'giveBack'>;
  peppers: HashPorts['peppers'];
  readModelAge: Pick<FoldAge, 'ageMs'>;
}

export interface Applicant {
  key: KeyState;
  /** The `Idempotency-Key` header as received. */
  idempotencyKey: unknown;
  /** Requests a minute that the key may send. */
  limit: number;
  /** Id of the job to be created. */
  jobId: string;
}

export interface Admitted {
  /** `X-Quota-*` as of admission; computed here because the month may end before the answer is sent. */
  quota: Record<string, string>;
  /** The place in the quota, or the refusal for a request that turns out to need one (a repeat does not). */
  place: Place | Refusal;
  /** `X-RateLimit-*` for a 429 that is found later. */
  headers: Record<string, string>;
}

/**
 * Counts the request, and either throws a `Refusal` with its headers or reserves a place in the quota. A repeat under a
 * live Idempotency-Key extracts nothing, so an exhausted quota does not refuse it: a caller who lost the answer to the
 * month's last document can still get it.
 */
export async function admit(
  { views, peppers, readModelAge }: AdmissionPorts,
  applicant: Applicant,
): Promise<Admitted> {
  const { key, limit, jobId } = applicant;
  const { keyId, monthlyQuota } = key;
  const asked = { keyId, requestsPerWindow: limit, monthlyQuota, reservation: jobId };
  const admission = await views.admit(asked);
  const { at, rate, lockedUntil } = admission;
  if (!rate.admitted) throw refuse('rate_limited', rateHeaders(limit, admission, 0), rate.endsAt, at);
  const place = admission.hasPlace ? new Place(views, keyId, jobId) : full(applicant, admission);
  const isBehind = !admission.isWhole || readModelAge.ageMs() > READ_MODEL_LIMIT_MS;
  if (place instanceof Place && (lockedUntil !== null || isBehind)) await place.giveBack();
  if (lockedUntil !== null) throw refuse('abuse_detected', rateHeaders(limit, admission, 0), lockedUntil, at);
  if (isBehind) throw new ViewStoreUnavailable('the read model is behind the log');
  if (place instanceof Refusal && !(await isRepeat({ views, peppers }, applicant))) throw place;
  const quota = quotaHeaders(key, admission.used, at);
  return { quota, place, headers: rateHeaders(limit, admission, 0) };
}

/**
 * Throws the refusals of `admit` for rate and breaker without counting the request: for routes that must read the body
 * before they know the request.
 */
export async function checkStanding(
  views: Pick<ViewStore, 'standing'>,
  { keyId }: KeyState,
  limit: number,
): Promise<void> {
  const { at, rate, lockedUntil } = await views.standing(keyId);
  const headers = rateHeaders(limit, { rate: rate ?? { endsAt: at } }, 0);
  if (rate !== null && rate.count >= limit) throw refuse('rate_limited', headers, rate.endsAt, at);
  if (lockedUntil !== null) throw refuse('abuse_detected', headers, lockedUntil, at);
}

function full({ key, limit }: Applicant, admission: Admission): Refusal {
  const { at, rate, used } = admission;
  const headers = { ...rateHeaders(limit, admission, limit - rate.count), ...quotaHeaders(key, used, at) };
  return refuse('quota_exceeded', headers, quotaResetSeconds(at) * 1000, at);
}

async function isRepeat(
  { views, peppers }: Pick<AdmissionPorts, 'views' | 'peppers'>,
  { key, idempotencyKey }: Applicant,
): Promise<boolean> {
  if (typeof idempotencyKey !== 'string') return false;
  for (const hash of await idempotencyKeyHashes(peppers, key, idempotencyKey))
    if (await views.holds(key.keyId, hash)) return true;
  return false;
}

/** The three `X-Quota-*` headers of 200, 202 and `quota_exceeded`. */
export function quotaHeaders(key: KeyState, used: number, at: number): Record<string, string> {
  return {
    'X-Quota-Limit': String(key.monthlyQuota),
    'X-Quota-Remaining': String(quotaRemaining(key.monthlyQuota, used)),
    'X-Quota-Reset': String(quotaResetSeconds(at)),
  };
}

function rateHeaders(
  limit: number,
  { rate }: { rate: { endsAt: number } },
  remaining: number,
): Record<string, string> {
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
