/** Authenticates a request: from the Authorization header to a key. */
import { hash, timingSafeEqual } from 'node:crypto';
import { acceptedSecrets, type KeyState, parseKey } from '../../core/keys/key.ts';
import type { KnownKeys } from './known-keys.ts';

export type Authentication = { kind: 'authenticated'; key: KeyState } | Refused;

/** 401 without a header, 403 with one that names no live key. */
export interface Refused {
  kind: 'refused';
  status: 401 | 403;
  message: string;
}

const MISSING: Refused = {
  kind: 'refused',
  status: 401,
  message: 'Give an API key: Authorization: Bearer API_KEY.',
};
/** One message for all three cases, so that guessing keys reveals nothing. */
const FORBIDDEN: Refused = {
  kind: 'refused',
  status: 403,
  message: 'The API key is malformed, unknown or revoked. It is given as Authorization: Bearer API_KEY.',
};

/** Thrown if a key was revoked while its document was being received. */
export class NotAllowedAnyMore extends Error {
  override readonly name = 'NotAllowedAnyMore';
  readonly decision = FORBIDDEN;
}

export class Authenticator {
  private readonly keys: Pick<KnownKeys, 'key'>;

  constructor(keys: Pick<KnownKeys, 'key'>) {
    this.keys = keys;
  }

  /** Rejects with an outage if it cannot be known whether the key is live. */
  async authenticate(header: string | undefined): Promise<Authentication> {
    if (header === undefined) return MISSING;
    const parsed = parseKey(/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '');
    if (parsed === undefined) return FORBIDDEN;
    const key = await this.keys.key(parsed.keyId);
    if (key === undefined || key.revokedAt !== null || !proves(parsed.secret, key, Date.now()))
      return FORBIDDEN;
    return { kind: 'authenticated', key };
  }

  /** Whether a key that was authenticated earlier has been revoked since. Rejects with an outage if that cannot be known. */
  async isRevoked(keyId: string): Promise<boolean> {
    return (await this.keys.key(keyId))?.revokedAt !== null;
  }
}

function proves(secret: string, key: KeyState, at: number): boolean {
  // Hashed to text first: `hash` would allocate separate memory for each digest returned as a Buffer.
  const given = Buffer.from(hash('sha256', secret), 'hex');
  return acceptedSecrets(key, at)
    .map(sha256 => Buffer.from(sha256, 'hex'))
    .some(stored => given.length === stored.length && timingSafeEqual(given, stored));
}
