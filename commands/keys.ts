/** `npm run keys -- …`: issues, changes, rotates, shows and revokes API keys; see the usage below. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type KeyState, parseKey } from '../core/keys/key.ts';
import { monthOf } from '../core/quota/quota.ts';
import type { EventLog } from '../platform/event-log/event-log.ts';
import {
  changeKey,
  changePepper,
  type IssueOptions,
  issueKey,
  type KeyChanges,
  newPepper,
  PLAN_QUOTAS,
  revokeKey,
  rotateWebhookSecret,
} from '../platform/keys.ts';
import type { Platform } from '../platform/platform.ts';
import { LONGEST_SECONDS } from '../platform/setting-value.ts';
import type { ViewStore } from '../platform/view-store/view-store.ts';
import { shownWebhookSecret } from '../platform/webhook-secrets.ts';
import { busiest } from './keys/busiest.ts';
import { keyNow, keysNow } from './keys/keys-now.ts';
import { rotation } from './keys/rotation.ts';
import { moment, optionalMoment, told } from './moments.ts';
import { command, print, type Work } from './open-platform.ts';

const USAGE =
  'npm run keys -- issue [DETAILS] | change KEY_ID [DETAILS] [--new-pepper] | rotate KEY_ID [--overlap SECONDS] | revoke KEY_ID | show KEY_ID | list [--account A] | busiest [--since TIME] [--until TIME] | webhook-secret KEY_ID [--rotate [--overlap SECONDS]]; DETAILS: [--name N] [--account A] [--plan free|…] [--monthly N] [--requests-per-minute N]';

const OPTIONS = {
  name: { type: 'string' },
  account: { type: 'string' },
  plan: { type: 'string' },
  quota: { type: 'string' },
  rate: { type: 'string' },
  monthly: { type: 'string' },
  'requests-per-minute': { type: 'string' },
  'new-pepper': { type: 'boolean' },
  json: { type: 'boolean' },
  rotate: { type: 'boolean' },
  overlap: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
} as const;

/** How long the previous secret stays valid: a day, in which callers or receivers can be given the new one. */
const OVERLAP_SECONDS = 86_400;

const ANOTHER_SECRET =
  'the service of this DATA_DIR signs by another secret: give this command the WEBHOOK_SIGNING_SECRET that the service has';

/** Default for `busiest`: the recent past. */
const BUSY_SINCE = '15m';

interface KeyOptions {
  name?: string;
  account?: string;
  plan?: string;
  /** Aliases of `monthly` and `requests-per-minute`, whose names say what they count. */
  quota?: string;
  rate?: string;
  monthly?: string;
  'requests-per-minute'?: string;
  'new-pepper'?: boolean;
}

/** The changes that the options ask for; undefined for what they do not mention. */
function detailsOf({ name, account, plan, ...numbers }: KeyOptions): KeyChanges {
  const monthlyQuota =
    wholeNumber('--monthly', numbers.monthly) ??
    wholeNumber('--quota', numbers.quota) ??
    (plan === undefined ? undefined : PLAN_QUOTAS.get(plan));
  const rate = numbers['requests-per-minute'] ?? numbers.rate;
  const rateLimitPerMinute =
    rate === 'default' ? 0 : wholeNumber('--requests-per-minute', rate, LARGEST_RATE);
  return {
    ...(name !== undefined && { name }),
    ...(account !== undefined && { account }),
    ...(plan !== undefined && { plan }),
    ...(monthlyQuota !== undefined && { monthlyQuota }),
    ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
  };
}

function issue(options: KeyOptions): Work {
  const {
    name,
    account,
    monthlyQuota,
    rateLimitPerMinute,
    plan = 'free',
  } = detailsOf({ plan: 'free', ...options });
  if (monthlyQuota === undefined) throw new Error(`the plan ${plan} has no quota of its own: give --monthly`);
  const work: Work = async platform => {
    const key: IssueOptions = {
      name: name ?? null,
      account: account || null,
      plan,
      monthlyQuota,
      rateLimitPerMinute: rateLimitPerMinute || null,
      pepper: await newPepper(platform.peppers),
    };
    const { keyId, apiKey } = await issueKey(platform.log, key);
    await projected(platform.views, keyId, state => state !== undefined);
    // The key exists: print it even if its webhook secret cannot be shown.
    const secret = platform.signsByAnother ? null : shownWebhookSecret(platform.webhookSecrets, keyId);
    if (secret === null) process.stderr.write(`keys: webhook_secret is not told: ${ANOTHER_SECRET}\n`);
    print({ key_id: keyId, webhook_secret: secret });
    print({
      key_id: keyId,
      api_key: apiKey,
      ...(key.account === null ? {} : { account: key.account }),
      plan,
      monthly_quota: monthlyQuota,
      rate_limit_per_minute: key.rateLimitPerMinute ?? platform.settings.RATE_LIMIT_PER_MINUTE,
    });
  };
  // A script may issue keys before the service first starts.
  work.mayComeFirst = true;
  return work;
}

function change(keyId: string, options: KeyOptions): Work {
  const changes = detailsOf(options);
  const pepper = options['new-pepper'] === true;
  if (Object.keys(changes).length === 0 && !pepper) throw new Error('nothing is to be changed: name what');
  return async platform => {
    await liveKey(platform, keyId);
    if (Object.keys(changes).length > 0) await changeKey(platform.log, keyId, changes);
    if (pepper) await changePepper(platform.log, keyId, await platform.peppers.make(keyId));
    const key = await keyNow(platform.log, keyId);
    await projected(platform.views, keyId, state => sameKey(state, key));
    print(shown(platform, key));
  };
}

async function rotate(platform: Platform, keyId: string, overlapSeconds: number): Promise<void> {
  await liveKey(platform, keyId);
  const until = Date.now() + overlapSeconds * 1000;
  const { apiKey, key } = await rotation(platform.log, keyId, until);
  await projected(platform.views, keyId, state => state?.secretSha256 === key.secretSha256);
  print({ key_id: keyId, api_key: apiKey, previous_secret_until: told(until) });
}

async function show(platform: Platform, keyId: string): Promise<void> {
  const key = await keyNow(platform.log, keyId);
  const used = await platform.views.used(keyId, monthOf(Date.now()));
  print({ ...shown(platform, key), used_this_month: used });
}

async function liveKey(platform: Platform, keyId: string): Promise<void> {
  const { revokedAt } = await keyNow(platform.log, keyId);
  if (revokedAt !== null) throw new Error(`the key ${keyId} is revoked, for ever`);
}

const sameKey = (one: KeyState | undefined, other: KeyState) =>
  JSON.stringify(one && Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** Accepts the whole text of a key as well: whoever finds a leaked key has that, and no time to take it apart. */
async function revoke(platform: Platform, given: string): Promise<void> {
  const keyId = await revokeInLog(platform.log, given);
  await projected(platform.views, keyId, state => state !== undefined && state.revokedAt !== null);
  print({ key_id: keyId, revoked: true });
}

/** Revokes a key. Services fold keys from the log themselves, so the event is enough. Returns the key's id. */
async function revokeInLog(log: EventLog, given: string): Promise<string> {
  const keyId = parseKey(given)?.keyId ?? given;
  const key = await keyNow(log, keyId);
  if (key.revokedAt === null) await revokeKey(log, keyId);
  return keyId;
}

/**
 * Shows or rotates the webhook secret. Receivers can check either secret until the overlap is over, so they can be
 * updated one after the other.
 */
async function webhookSecret(
  platform: Platform,
  keyId: string,
  overlapSeconds: number | undefined,
): Promise<void> {
  if (platform.signsByAnother) throw new Error(ANOTHER_SECRET);
  const before = await keyNow(platform.log, keyId);
  if (overlapSeconds !== undefined) {
    const generation = (before.webhookSecret?.generation ?? 1) + 1;
    await rotateWebhookSecret(platform.log, keyId, generation, Date.now() + overlapSeconds * 1000);
    await projected(platform.views, keyId, state => (state?.webhookSecret?.generation ?? 1) >= generation);
  }
  const key = await keyNow(platform.log, keyId);
  const previousUntil = key.webhookSecret?.previousUntil ?? 0;
  print({
    key_id: keyId,
    webhook_secret: shownWebhookSecret(platform.webhookSecrets, keyId, key),
    previous_until: previousUntil > Date.now() ? told(previousUntil) : null,
  });
}

async function list(platform: Platform, account: string | undefined): Promise<void> {
  for (const key of (await keysNow(platform.log)).values())
    if (account === undefined || key.account === account) print(shown(platform, key));
}

function shown({ settings }: Platform, key: KeyState): object {
  const time = (at: number | null | undefined) => (at ? told(at) : null);
  return {
    key_id: key.keyId,
    name: key.name,
    account: key.account ?? null,
    plan: key.plan,
    monthly_quota: key.monthlyQuota,
    rate_limit_per_minute: key.rateLimitPerMinute ?? settings.RATE_LIMIT_PER_MINUTE,
    issued_at: time(key.issuedAt),
    revoked_at: time(key.revokedAt),
    previous_secret_until: time(key.previousSecret?.until),
  };
}

/** Longest wait in ms. A projector sees another process's events within 200 ms; if no service runs, nothing ever does. */
const PROJECTED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 20;

/** Waits until a running service applies what was just written, so that the next line of a script can rely on it. */
async function projected(
  views: ViewStore,
  keyId: string,
  isThere: (key: KeyState | undefined) => boolean,
): Promise<void> {
  const until = Date.now() + PROJECTED_WITHIN_MS;
  // The log already has the change, so a read model that cannot be read now is not a failure of the command.
  while (Date.now() < until && !isThere(await views.key(keyId).catch(() => undefined)))
    await sleep(LOOK_EVERY_MS);
}

/** An event stores it in 32 bits. */
const LARGEST_RATE = 2 ** 31 - 1;

function wholeNumber(
  option: string,
  text: string | undefined,
  largest = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text) || Number(text) > largest)
    throw new Error(`${option} takes a whole number up to ${largest}`);
  return Number(text);
}

await command('keys', USAGE, args => {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [verb, keyId, ...rest] = positionals;
  const { rotate: isRotated = false, overlap, since, until, json: _, ...details } = values;
  const says = Object.keys(details);
  if (rest.length > 0) return undefined;
  if (verb === 'busiest' && keyId === undefined && says.length === 0 && !isRotated && overlap === undefined) {
    const now = Date.now();
    const from = moment('--since', since ?? BUSY_SINCE, now);
    const to = optionalMoment('--until', until, now);
    return platform => busiest(platform, from, to);
  }
  if (since !== undefined || until !== undefined) return undefined;
  const seconds = wholeNumber('--overlap', overlap, LONGEST_SECONDS) ?? OVERLAP_SECONDS;
  if (verb === 'webhook-secret' && keyId !== undefined) {
    if (says.length > 0 || (overlap !== undefined && !isRotated)) return undefined;
    return platform => webhookSecret(platform, keyId, isRotated ? seconds : undefined);
  }
  if (isRotated) return undefined;
  if (verb === 'rotate' && keyId !== undefined && says.length === 0)
    return platform => rotate(platform, keyId, seconds);
  if (overlap !== undefined) return undefined;
  if (verb === 'issue' && keyId === undefined && details['new-pepper'] === undefined) return issue(details);
  if (verb === 'change' && keyId !== undefined) return change(keyId, details);
  if (verb === 'list' && keyId === undefined && says.every(name => name === 'account'))
    return platform => list(platform, details.account);
  // The other options describe a key to be issued.
  if (says.length > 0 || keyId === undefined) return undefined;
  if (verb === 'revoke') {
    const byLogAlone = async (log: EventLog) =>
      print({ key_id: await revokeInLog(log, keyId), revoked: true });
    return Object.assign((platform: Platform) => revoke(platform, keyId), { byLogAlone });
  }
  return verb === 'show' ? platform => show(platform, keyId) : undefined;
});
