/** GET /v1/usage: what a key has used, month by month, and its limits. */
import type { KeyState } from '../../../core/keys/key.ts';
import { monthOf, quotaRemaining, quotaResetSeconds } from '../../../core/quota/quota.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { ViewStore } from '../../../platform/view-store/view-store.ts';
import type { Usage } from '../../../schemas/jobs-api.ts';
import { time, timeOrNull } from './job-body.ts';

const MONTHS = 12;

export interface UsagePorts {
  views: Pick<ViewStore, 'standing' | 'used'>;
  /** Rejects if the read model may not have counted every document. */
  checkWhole: () => Promise<void>;
  settings: Pick<Settings, 'MAX_UPLOAD_BYTES' | 'MAX_URL_BYTES' | 'ASYNC_THRESHOLD_BYTES'>;
}

/** The usage of a key. `limit`: requests a minute. */
export async function usageOf(
  { views, checkWhole, settings }: UsagePorts,
  key: KeyState,
  limit: number,
): Promise<Usage> {
  await checkWhole();
  const { keyId, plan, monthlyQuota } = key;
  const { at, rate, lockedUntil, inFlight } = await views.standing(keyId);
  const names = monthsUntil(at);
  const counts = await Promise.all(names.map(month => views.used(keyId, month)));
  const used = counts[0] ?? 0;
  return {
    status: 'success',
    key_id: keyId,
    plan,
    months: names.map((month, index) => ({ month, documents: counts[index] ?? 0 })),
    documents: {
      limit: monthlyQuota,
      used,
      remaining: quotaRemaining(monthlyQuota, used),
      resets_at: time(quotaResetSeconds(at) * 1_000),
    },
    requests: {
      limit_per_minute: limit,
      remaining: Math.max(0, limit - (rate?.count ?? 0)),
      resets_at: timeOrNull(rate?.endsAt ?? null),
    },
    locked_until: timeOrNull(lockedUntil),
    jobs_in_flight: inFlight,
    limits: {
      upload_bytes: settings.MAX_UPLOAD_BYTES,
      url_bytes: settings.MAX_URL_BYTES,
      async_threshold_bytes: settings.ASYNC_THRESHOLD_BYTES,
    },
  };
}

/** The UTC month of `at` and those before it. */
function monthsUntil(at: number): string[] {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return Array.from({ length: MONTHS }, (_, ago) => monthOf(Date.UTC(year, month - ago, 1)));
}
