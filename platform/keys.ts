/** Issues, changes and revokes API keys by writing events. */
import { createHash, randomBytes } from 'node:crypto';
import type { ApiKeyChanged } from '../schemas/events.ts';
import type { EventLog } from './event-log/event-log.ts';
import { newId } from './ids.ts';
import type { Peppers } from './peppers.ts';

/** Documents a month by plan. The free plan's number is part of the public interface; other plans need an explicit quota. */
export const PLAN_QUOTAS: ReadonlyMap<string, number> = new Map([['free', 500]]);

export interface IssueOptions {
  name: string | null;
  plan: string;
  monthlyQuota: number;
  /** Null means RATE_LIMIT_PER_MINUTE. */
  rateLimitPerMinute: number | null;
  account?: string | null;
  /** Id of a pepper that was made for `keyId`. Without one, hashes about the key's documents are not peppered. */
  pepper?: { keyId: string; id: string };
}

/** Fields that are missing stay as they are. */
export interface KeyChanges {
  /** An empty string removes the account. */
  account?: string;
  name?: string;
  plan?: string;
  monthlyQuota?: number;
  /** 0 means RATE_LIMIT_PER_MINUTE. */
  rateLimitPerMinute?: number;
}

const KEY_ID_BYTES = 8;
const SECRET_BYTES = 24;

const newKeyId = (): string => randomBytes(KEY_ID_BYTES).toString('hex');

/**
 * Makes a key id and its pepper. The pepper must exist before the key does, because every service that serves the key
 * must find it.
 */
export async function newPepper(peppers: Peppers): Promise<{ keyId: string; id: string }> {
  const keyId = newKeyId();
  return { keyId, id: await peppers.make(keyId) };
}

/** Gives the key another pepper: from now on, hashes about its documents use it, and earlier Idempotency-Keys no longer match. */
export async function changePepper(log: EventLog, keyId: string, pepper: string): Promise<void> {
  await log.append([{ ...changeOf(keyId, {}), pepper }]);
}

/** Issues a key. Its text is returned here and stored nowhere. */
export async function issueKey(
  log: EventLog,
  options: IssueOptions,
): Promise<{ keyId: string; apiKey: string }> {
  const keyId = options.pepper?.keyId ?? newKeyId();
  const { secret, sha256 } = newSecret();
  await log.append([
    {
      type: 'ApiKeyIssued',
      event_id: newId(),
      at: Date.now(),
      key_id: keyId,
      secret_sha256: sha256,
      name: options.name,
      plan: options.plan,
      monthly_quota: options.monthlyQuota,
      rate_limit_per_minute: options.rateLimitPerMinute,
      account: options.account ?? null,
      pepper: options.pepper?.id ?? null,
    },
  ]);
  return { keyId, apiKey: `dk_${keyId}_${secret}` };
}

function newSecret(): { secret: string; sha256: string } {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  return { secret, sha256: createHash('sha256').update(secret).digest('hex') };
}

/** Changes a key. Every ingest applies the change as fast as a revocation. */
export async function changeKey(log: EventLog, keyId: string, changes: KeyChanges): Promise<void> {
  await log.append([changeOf(keyId, changes)]);
}

/**
 * Gives a key another secret; its quota, jobs and Idempotency-Keys stay. The old secret is accepted until
 * `previousUntil` (epoch ms). The key's new text is returned here and stored nowhere.
 */
export async function rotateKey(
  log: EventLog,
  keyId: string,
  previousUntil: number,
): Promise<{ apiKey: string; secretSha256: string }> {
  const { secret, sha256 } = newSecret();
  const change = changeOf(keyId, {});
  await log.append([{ ...change, secret_sha256: sha256, previous_secret_until: previousUntil }]);
  return { apiKey: `dk_${keyId}_${secret}`, secretSha256: sha256 };
}

function changeOf(keyId: string, changes: KeyChanges): ApiKeyChanged {
  return {
    type: 'ApiKeyChanged',
    event_id: newId(),
    at: Date.now(),
    key_id: keyId,
    account: changes.account ?? null,
    name: changes.name ?? null,
    plan: changes.plan ?? null,
    monthly_quota: changes.monthlyQuota ?? null,
    rate_limit_per_minute: changes.rateLimitPerMinute ?? null,
    secret_sha256: null,
    previous_secret_until: null,
    pepper: null,
  };
}

/**
 * `generation`: the generation of the key's webhook secret from now on. The one before it also signs until
 * `previousUntil` (epoch ms).
 */
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
