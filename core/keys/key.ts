/** API keys: issued and revoked by events, told apart by id, proven by a secret of which only a hash is stored. */
import type {
  ApiKeyChanged,
  ApiKeyIssued,
  ApiKeyRevoked,
  Event,
  EventType,
  WebhookSecretRotated,
} from '../../schemas/events.ts';

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
  /** Which secret signs its webhooks, and until when the one before it does; absent while it is the first. */
  webhookSecret?: { generation: number; previousUntil: number };
}

/** What the topic `keys` holds. */
export type KeyEvent = ApiKeyChanged | ApiKeyIssued | ApiKeyRevoked | WebhookSecretRotated;

const KEY_EVENTS: ReadonlySet<EventType> = new Set<KeyEvent['type']>([
  'ApiKeyChanged',
  'ApiKeyIssued',
  'ApiKeyRevoked',
  'WebhookSecretRotated',
]);

export function isKeyEvent(event: Event): event is KeyEvent {
  return KEY_EVENTS.has(event.type);
}

/** Generations of the secret whose signatures a key's webhooks carry at `at` (epoch ms), newest first. */
export function webhookGenerations(state: KeyState | undefined, at: number): number[] {
  const { generation, previousUntil } = state?.webhookSecret ?? { generation: 1, previousUntil: 0 };
  return generation > 1 && at < previousUntil ? [generation, generation - 1] : [generation];
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
  if (event.type === 'WebhookSecretRotated' && state !== undefined) {
    const { generation, previous_until: previousUntil } = event;
    // Two operators at once may have written the same generation: the first counts.
    const isNext = generation > (state.webhookSecret?.generation ?? 1);
    return isNext ? { ...state, webhookSecret: { generation, previousUntil } } : state;
  }
  return state;
}

const KEY_PATTERN = /^dk_([A-Za-z0-9-]{1,64})_([A-Za-z0-9]{16,128})$/;

/** Splits `dk_<key_id>_<secret>`; undefined for anything else. */
export function parseKey(text: string): { keyId: string; secret: string } | undefined {
  const match = KEY_PATTERN.exec(text);
  return match?.[1] && match[2] ? { keyId: match[1], secret: match[2] } : undefined;
}
