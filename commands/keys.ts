/** `npm run keys -- issue [--name N] [--plan free|…] [--quota N] [--rate N] | revoke KEY_ID | list | webhook-secret KEY_ID [--rotate [--overlap SECONDS]]` */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { evolveKey, isKeyEvent, type KeyState, parseKey } from '../core/keys/key.ts';
import {
  type IssueOptions,
  issueKey,
  PLAN_QUOTAS,
  revokeKey,
  rotateWebhookSecret,
} from '../platform/keys.ts';
import type { Platform } from '../platform/platform.ts';
import type { ViewStore } from '../platform/view-store/view-store.ts';
import { shownWebhookSecret } from '../platform/webhook-secrets.ts';
import { command, everyRecord, print, type Work } from './open-platform.ts';

const USAGE =
  'npm run keys -- issue [--name N] [--plan free|…] [--quota N] [--rate N] | revoke KEY_ID | list | webhook-secret KEY_ID [--rotate [--overlap SECONDS]]';

const OPTIONS = {
  name: { type: 'string' },
  plan: { type: 'string' },
  quota: { type: 'string' },
  rate: { type: 'string' },
  rotate: { type: 'boolean' },
  overlap: { type: 'string' },
} as const;

/** For which the last secret signs as well: a day, in which receivers are told the new one. */
const OVERLAP_SECONDS = 86_400;

interface KeyOptions {
  name?: string;
  plan?: string;
  quota?: string;
  rate?: string;
}

function issue({ name, plan = 'free', quota, rate }: KeyOptions): Work {
  const monthlyQuota = wholeNumber('--quota', quota) ?? PLAN_QUOTAS.get(plan);
  if (monthlyQuota === undefined) throw new Error(`the plan ${plan} has no quota of its own: give --quota`);
  const rateLimitPerMinute = wholeNumber('--rate', rate) ?? null;
  return platform => issued(platform, { name: name ?? null, plan, monthlyQuota, rateLimitPerMinute });
}

async function issued(platform: Platform, key: IssueOptions): Promise<void> {
  const { plan, monthlyQuota, rateLimitPerMinute } = key;
  const { keyId, apiKey } = await issueKey(platform.log, key);
  await projected(platform.views, keyId, state => state !== undefined);
  print({ key_id: keyId, webhook_secret: shownWebhookSecret(platform.webhookSecrets, keyId) });
  print({
    key_id: keyId,
    api_key: apiKey,
    plan,
    monthly_quota: monthlyQuota,
    rate_limit_per_minute: rateLimitPerMinute ?? platform.settings.RATE_LIMIT_PER_MINUTE,
  });
}

/** Whoever finds a leaked key has the whole of it at hand, and no time to take it apart. */
async function revoke(platform: Platform, given: string): Promise<void> {
  const keyId = parseKey(given)?.keyId ?? given;
  const key = (await keysOf(platform)).get(keyId);
  if (key === undefined) throw new Error(`there is no key ${keyId}`);
  if (key.revokedAt === null) await revokeKey(platform.log, keyId);
  await projected(platform.views, keyId, state => state !== undefined && state.revokedAt !== null);
  print({ key_id: keyId, revoked: true });
}

/** Receivers check either secret until the overlap is over, so they may be told one after the other. */
async function webhookSecret(
  platform: Platform,
  keyId: string,
  overlapSeconds: number | undefined,
): Promise<void> {
  const found = async () => {
    const key = (await keysOf(platform)).get(keyId);
    if (key === undefined) throw new Error(`there is no key ${keyId}`);
    return key;
  };
  const before = await found();
  if (overlapSeconds !== undefined) {
    const generation = (before.webhookSecret?.generation ?? 1) + 1;
    await rotateWebhookSecret(platform.log, keyId, generation, Date.now() + overlapSeconds * 1000);
    await projected(platform.views, keyId, state => (state?.webhookSecret?.generation ?? 1) >= generation);
  }
  const key = await found();
  const previousUntil = key.webhookSecret?.previousUntil ?? 0;
  print({
    key_id: keyId,
    webhook_secret: shownWebhookSecret(platform.webhookSecrets, keyId, key),
    previous_until: previousUntil > Date.now() ? new Date(previousUntil).toISOString() : null,
  });
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
    if (!isKeyEvent(event)) continue;
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

await command('keys', USAGE, args => {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [verb, keyId, ...rest] = positionals;
  const { rotate = false, overlap, ...issuing } = values;
  if (verb === 'webhook-secret' && keyId !== undefined && rest.length === 0) {
    const seconds = wholeNumber('--overlap', overlap) ?? OVERLAP_SECONDS;
    if (Object.keys(issuing).length > 0 || (overlap !== undefined && !rotate)) return undefined;
    return platform => webhookSecret(platform, keyId, rotate ? seconds : undefined);
  }
  if (rotate || overlap !== undefined) return undefined;
  if (verb === 'issue' && keyId === undefined) return issue(issuing);
  // The options describe a key that is to be.
  if (Object.keys(values).length > 0) return undefined;
  if (verb === 'revoke' && keyId !== undefined && rest.length === 0)
    return platform => revoke(platform, keyId);
  return verb === 'list' && keyId === undefined ? list : undefined;
});
