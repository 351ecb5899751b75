/** API keys: issued and revoked by events, told apart by id, proven by a secret of which only a hash is stored. */
import type { Event } from '../../schemas/events.ts';

export interface KeyState {
  keyId: string;
  /** Hex SHA-256 of the secret part. */
  secretSha256: string;
  name: string | null;
  plan: string;
  monthlyQuota: number;
  /** Null: the service's default. */
  rateLimitPerMinute: number | null;
  issuedAt: number;
  revokedAt: number | null;
}

/** A revocation that arrives before its issue is impossible (one partition a key); repeats change nothing. */
export function evolveKey(state: KeyState | undefined, event: Event): KeyState | undefined {
  if (event.type === 'ApiKeyIssued' && state === undefined) {
    return {
      keyId: event.key_id,
      secretSha256: event.secret_sha256,
      name: event.name,
      plan: event.plan,
      monthlyQuota: event.monthly_quota,
      rateLimitPerMinute: event.rate_limit_per_minute,
      issuedAt: event.at,
      revokedAt: null,
    };
  }
  if (event.type === 'ApiKeyRevoked' && state?.revokedAt === null) return { ...state, revokedAt: event.at };
  return state;
}

const KEY_PATTERN = /^dk_([A-Za-z0-9-]{1,64})_([A-Za-z0-9]{16,128})$/;

/** Splits `dk_<key_id>_<secret>`; undefined for anything else. */
export function parseKey(text: string): { keyId: string; secret: string } | undefined {
  const match = KEY_PATTERN.exec(text);
  return match?.[1] && match[2] ? { keyId: match[1], secret: match[2] } : undefined;
}
