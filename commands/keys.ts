/** `npm run keys -- issue [--name N] [--plan free|…] [--quota N] [--rate N] | revoke KEY_ID | list` */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { evolveKey, type KeyState } from '../core/keys/key.ts';
import { issueKey, PLAN_QUOTAS, revokeKey } from '../platform/keys.ts';
import type { Platform } from '../platform/platform.ts';
import type { ViewStore } from '../platform/view-store/view-store.ts';
import { command, everyRecord, print } from './open-platform.ts';

const USAGE =
  'usage: npm run keys -- issue [--name N] [--plan free|…] [--quota N] [--rate N] | revoke KEY_ID | list';

const OPTIONS = {
  name: { type: 'string' },
  plan: { type: 'string', default: 'free' },
  quota: { type: 'string' },
  rate: { type: 'string' },
} as const;

async function issue(
  platform: Platform,
  options: { name?: string; plan: string; quota?: string; rate?: string },
): Promise<void> {
  const { name = null, plan } = options;
  const monthlyQuota = wholeNumber('--quota', options.quota) ?? PLAN_QUOTAS.get(plan);
  if (monthlyQuota === undefined) throw new Error(`the plan ${plan} has no quota of its own: give --quota`);
  const rateLimitPerMinute = wholeNumber('--rate', options.rate) ?? null;
  const { keyId, apiKey } = await issueKey(platform.log, { name, plan, monthlyQuota, rateLimitPerMinute });
  await projected(platform.views, keyId, key => key !== undefined);
  print({
    key_id: keyId,
    api_key: apiKey,
    plan,
    monthly_quota: monthlyQuota,
    rate_limit_per_minute: rateLimitPerMinute ?? platform.settings.RATE_LIMIT_PER_MINUTE,
  });
}

async function revoke(platform: Platform, keyId: string): Promise<void> {
  const key = (await keysOf(platform)).get(keyId);
  if (key === undefined) throw new Error(`there is no key ${keyId}`);
  if (key.revokedAt === null) await revokeKey(platform.log, keyId);
  await projected(platform.views, keyId, state => state !== undefined && state.revokedAt !== null);
  print({ key_id: keyId, revoked: true });
}

async function list(platform: Platform): Promise<void> {
  for (const key of (await keysOf(platform)).values()) {
    print({
      key_id: key.keyId,
      name: key.name,
      plan: key.plan,
      monthly_quota: key.monthlyQuota,
      rate_limit_per_minute: key.rateLimitPerMinute ?? platform.settings.RATE_LIMIT_PER_MINUTE,
      issued_at: new Date(key.issuedAt).toISOString(),
      revoked_at: key.revokedAt === null ? null : new Date(key.revokedAt).toISOString(),
    });
  }
}

/** From the log, not from the read model: the answer is right beside a service that is down or behind. */
async function keysOf(platform: Platform): Promise<Map<string, KeyState>> {
  const keys = new Map<string, KeyState>();
  for (const { event } of await everyRecord(platform.log, ['keys'])) {
    if (event.type !== 'ApiKeyIssued' && event.type !== 'ApiKeyRevoked') continue;
    const state = evolveKey(keys.get(event.key_id), event);
    if (state !== undefined) keys.set(event.key_id, state);
  }
  return keys;
}

/** A projector hears of another process' events within 200 ms; where no service runs, nobody ever does. */
const PROJECTED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 20;

/** Waits until a running service goes by what was just written, so that the next line of a script can rely on it. */
async function projected(
  views: ViewStore,
  keyId: string,
  isThere: (key: KeyState | undefined) => boolean,
): Promise<void> {
  const until = Date.now() + PROJECTED_WITHIN_MS;
  // The log has it already: a read model that cannot be asked now is no failure of the command.
  while (Date.now() < until && !isThere(await views.key(keyId).catch(() => undefined)))
    await sleep(LOOK_EVERY_MS);
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Error(`${option} takes a whole number`);
  return Number(text);
}

await command('keys', async platform => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [verb, keyId, ...rest] = positionals;
  if (verb === 'issue' && keyId === undefined) return issue(platform, values);
  if (verb === 'revoke' && keyId !== undefined && rest.length === 0) return revoke(platform, keyId);
  if (verb === 'list' && keyId === undefined) return list(platform);
  throw new Error(USAGE);
});
