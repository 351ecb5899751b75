/** Makes and revokes API keys: events, like everything else. */
import { createHash, randomBytes } from 'node:crypto';
import type { EventLog } from './event-log/event-log.ts';
import { newId } from './ids.ts';

/** Documents a month by plan; the free plan's number is the interface's. Another plan needs its own quota named. */
export const PLAN_QUOTAS: ReadonlyMap<string, number> = new Map([['free', 500]]);

export interface IssueOptions {
  name: string | null;
  plan: string;
  monthlyQuota: number;
  /** Null: RATE_LIMIT_PER_MINUTE. */
  rateLimitPerMinute: number | null;
}

const KEY_ID_BYTES = 8;
const SECRET_BYTES = 24;

/** The key's text is returned here and kept nowhere. */
export async function issueKey(
  log: EventLog,
  options: IssueOptions,
): Promise<{ keyId: string; apiKey: string }> {
  const keyId = randomBytes(KEY_ID_BYTES).toString('hex');
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  await log.append([
    {
      type: 'ApiKeyIssued',
      event_id: newId(),
      at: Date.now(),
      key_id: keyId,
      secret_sha256: createHash('sha256').update(secret).digest('hex'),
      name: options.name,
      plan: options.plan,
      monthly_quota: options.monthlyQuota,
      rate_limit_per_minute: options.rateLimitPerMinute,
      account: null,
      pepper: null,
    },
  ]);
  return { keyId, apiKey: `dk_${keyId}_${secret}` };
}

/** `generation`: of the key's webhook secret from now on; the one before it signs until `previousUntil` (epoch ms). */
export async function rotateWebhookSecret(
  log: EventLog,
  keyId: string,
  generation: number,
  previousUntil: number,
): Promise<void> {
  await log.append([
    {
      type: 'WebhookSecretRotated',
      event_id: newId(),
      at: Date.now(),
      key_id: keyId,
      generation,
      previous_until: previousUntil,
    },
  ]);
}

export async function revokeKey(log: EventLog, keyId: string): Promise<void> {
  await log.append([{ type: 'ApiKeyRevoked', event_id: newId(), at: Date.now(), key_id: keyId }]);
}
