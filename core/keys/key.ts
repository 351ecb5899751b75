/** API keys: issued, changed and revoked by events, identified by id, and proven by a secret of which only a hash is stored. */
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
  /** Hash of the secret that the key was issued with, from which its jobs' ids are made. Absent while it is the only one. */
  firstSecretSha256?: string;
  /** The previous secret, and until when (epoch ms) it is still accepted; absent if there was none. */
  previousSecret?: { sha256: string; until: number };
  /** The account the key belongs to; absent if none was given. */
  account?: string;
  /** Id of the pepper used in hashes about its documents; absent if these are plain SHA-256. */
  pepper?: string;
  name: string | null;
  plan: string;
  monthlyQuota: number;
  /** Null means the service's default. */
  rateLimitPerMinute: number | null;
  issuedAt: number;
  revokedAt: number | null;
  /** The generation of the secret that signs its webhooks, and until when the previous one signs too; absent for the first. */
  webhookSecret?: { generation: number; previousUntil: number };
}

/** The events of the topic `keys`. */
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

/** Generations of the secrets that sign a key's webhooks at `at` (epoch ms), newest first. */
export function webhookGenerations(state: KeyState | undefined, at: number): number[] {
  const { generation, previousUntil } = state?.webhookSecret ?? { generation: 1, previousUntil: 0 };
  return generation > 1 && at < previousUntil ? [generation, generation - 1] : [generation];
}

/** The key after `event`. A revocation cannot precede its issue (they share a partition); repeats change nothing. */
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
      ...(event.account === null ? {} : { account: event.account }),
      ...(event.pepper === null ? {} : { pepper: event.pepper }),
    };
  }
  if (event.type === 'ApiKeyChanged' && state !== undefined) return changed(state, event);
  if (event.type === 'ApiKeyRevoked' && state?.revokedAt === null) return { ...state, revokedAt: event.at };
  if (event.type === 'WebhookSecretRotated' && state !== undefined) {
    const { generation, previous_until: previousUntil } = event;
    // Two operators may have written the same generation at once: the first counts.
    const isNext = generation > (state.webhookSecret?.generation ?? 1);
    return isNext ? { ...state, webhookSecret: { generation, previousUntil } } : state;
  }
  return state;
}

function changed(state: KeyState, event: ApiKeyChanged): KeyState {
  const { account, secret_sha256, rate_limit_per_minute: rate } = event;
  const { account: _, ...rest } = state;
  const whose = account ?? state.account ?? '';
  return {
    ...rest,
    ...(whose === '' ? {} : { account: whose }),
    ...(event.pepper === null ? {} : { pepper: event.pepper }),
    name: event.name ?? state.name,
    plan: event.plan ?? state.plan,
    monthlyQuota: event.monthly_quota ?? state.monthlyQuota,
    rateLimitPerMinute: rate === null ? state.rateLimitPerMinute : rate || null,
    ...(secret_sha256 === null ? {} : secretsAfter(state, secret_sha256, event.previous_secret_until)),
  };
}

/** Giving the current secret again (an event that was written twice) changes nothing. */
function secretsAfter(state: KeyState, sha256: string, previousUntil: number | null) {
  if (sha256 === state.secretSha256) return {};
  return {
    secretSha256: sha256,
    firstSecretSha256: state.firstSecretSha256 ?? state.secretSha256,
    previousSecret: { sha256: state.secretSha256, until: previousUntil ?? 0 },
  };
}

/** Hex SHA-256 of every secret that proves the key at `at` (epoch ms). */
export function acceptedSecrets({ secretSha256, previousSecret }: KeyState, at: number): string[] {
  const isLive = previousSecret !== undefined && at < previousSecret.until;
  return isLive ? [secretSha256, previousSecret.sha256] : [secretSha256];
}

const KEY_PATTERN = /^dk_([A-Za-z0-9-]{1,64})_([A-Za-z0-9]{16,128})$/;

/** Splits `dk_<key_id>_<secret>`; undefined for anything else. */
export function parseKey(text: string): { keyId: string; secret: string } | undefined {
  const match = KEY_PATTERN.exec(text);
  return match?.[1] && match[2] ? { keyId: match[1], secret: match[2] } : undefined;
}
