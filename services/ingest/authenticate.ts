/** Who is asking: the Authorization header to a key, with decisions cached for AUTH_CACHE_SECONDS. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type KeyState, parseKey } from '../../core/keys/key.ts';
import { type ViewStore, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';

export type Authentication =
  | { kind: 'authenticated'; key: KeyState }
  /** 401 without a header, 403 with one that names no live key. */
  | { kind: 'refused'; status: 401 | 403; message: string };

const MISSING: Authentication = { kind: 'refused', status: 401, message: 'Unauthorized' };
const FORBIDDEN: Authentication = { kind: 'refused', status: 403, message: 'Forbidden' };

/** Keys remembered; beyond it the oldest decisions are made afresh. */
const CACHE_KEYS = 10_000;

interface Decision {
  key: KeyState;
  until: number;
}

export class Authenticator {
  private readonly views: ViewStore;
  private readonly cacheMs: number;
  private readonly decisions = new Map<string, Decision>();

  constructor(views: ViewStore, cacheSeconds: number) {
    this.views = views;
    this.cacheMs = cacheSeconds * 1000;
  }

  async authenticate(header: string | undefined, at: number): Promise<Authentication> {
    if (header === undefined) return MISSING;
    const parsed = parseKey(/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '');
    if (parsed === undefined) return FORBIDDEN;
    const key = await this.key(parsed.keyId, at);
    if (key === undefined || key.revokedAt !== null || !proves(parsed.secret, key)) return FORBIDDEN;
    return { kind: 'authenticated', key };
  }

  /** Only existing keys are remembered: an unknown one may be issued the next moment. */
  private async key(keyId: string, at: number): Promise<KeyState | undefined> {
    const decision = this.decisions.get(keyId);
    const leftMs = (decision?.until ?? 0) - at;
    // More than it began with: the clock was set back, and must not prolong the life of a revoked key.
    if (decision !== undefined && leftMs > 0 && leftMs <= this.cacheMs) return decision.key;
    this.decisions.delete(keyId);
    const key = await this.views.key(keyId);
    if (key === undefined) {
      // A read model that was lost knows no key: nobody may be turned away for that.
      if (await this.views.caughtUp()) return undefined;
      throw new ViewStoreUnavailable('the keys are being read up');
    }
    const [oldest] = this.decisions.keys();
    if (this.decisions.size >= CACHE_KEYS && oldest !== undefined) this.decisions.delete(oldest);
    this.decisions.set(keyId, { key, until: at + this.cacheMs });
    return key;
  }
}

function proves(secret: string, key: KeyState): boolean {
  const given = createHash('sha256').update(secret).digest();
  const stored = Buffer.from(key.secretSha256, 'hex');
  return given.length === stored.length && timingSafeEqual(given, stored);
}
