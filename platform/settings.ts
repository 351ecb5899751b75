/**
 * Every setting of the service, once: name, kind, default and meaning. Read from the environment and checked once at
 * start; `docs/settings.md` is generated from this table and checked fresh by a test.
 */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';

type Kind = 'text' | 'secret' | 'integer' | 'integers' | 'cidrs' | 'level' | 'languages';

interface Setting {
  kind: Kind;
  /** Undefined: optional, empty by default. */
  default?: string | (() => string);
  /** As the documentation shows it, where the default is computed. */
  shownDefault?: string;
  minimum?: number;
  maximum?: number;
  /** Without it a distributed service does not start. */
  requiredWhenDistributed?: true;
  meaning: string;
}

export const SETTINGS = {
  HOST: { kind: 'text', default: '127.0.0.1', meaning: 'address the listener binds' },
  PORT: {
    kind: 'integer',
    default: '8080',
    minimum: 0,
    maximum: 65_535,
    meaning: 'port of the listener; 0 takes a free one',
  },
  DATA_DIR: { kind: 'text', default: './data', meaning: 'embedded: folder of the SQLite files and blobs' },
  LOG_LEVEL: {
    kind: 'level',
    default: 'info',
    meaning:
      'fatal, error, warn, info, debug, trace or silent; JSON lines on stderr, never document text, keys or full URLs',
  },
  RATE_LIMIT_PER_MINUTE: {
    kind: 'integer',
    default: '60',
    minimum: 1,
    meaning: 'requests a minute for keys without their own limit',
  },
  MAX_UPLOAD_BYTES: {
    kind: 'integer',
    default: '10485760',
    minimum: 1,
    meaning: 'ceiling of a direct upload (fixed by the interface; the setting exists for tests)',
  },
  MAX_URL_BYTES: {
    kind: 'integer',
    default: '104857600',
    minimum: 1,
    meaning: 'ceiling of a fetched document',
  },
  ASYNC_THRESHOLD_BYTES: {
    kind: 'integer',
    default: '4194304',
    minimum: 0,
    meaning: 'larger documents become jobs by themselves',
  },
  SYNC_BUDGET_MS: {
    kind: 'integer',
    default: '30000',
    minimum: 1,
    meaning: 'time for a synchronous answer, then 504 `timeout` and the work is stopped',
  },
  JOB_TIMEOUT_MS: {
    kind: 'integer',
    default: '600000',
    minimum: 1,
    meaning: 'time for a job, then it ends as `timeout`',
  },
  JOB_RETENTION_SECONDS: {
    kind: 'integer',
    default: '604800',
    minimum: 1,
    meaning: 'after it GET answers 404 and the result is deleted',
  },
  SOURCE_RETENTION_SECONDS: {
    kind: 'integer',
    default: '86400',
    minimum: 1,
    meaning: 'after it the uploaded document is deleted',
  },
  IDEMPOTENCY_SECONDS: {
    kind: 'integer',
    default: '86400',
    minimum: 1,
    meaning: 'how long an Idempotency-Key is live',
  },
  AUTH_CACHE_SECONDS: {
    kind: 'integer',
    default: '60',
    minimum: 0,
    meaning: 'the longest a revoked key is still accepted',
  },
  ABUSE_THRESHOLD: {
    kind: 'integer',
    default: '20',
    minimum: 1,
    meaning: 'abusive outcomes within the window that lock a key',
  },
  ABUSE_WINDOW_SECONDS: {
    kind: 'integer',
    default: '60',
    minimum: 1,
    meaning: 'window of the abuse breaker',
  },
  ABUSE_LOCKOUT_SECONDS: {
    kind: 'integer',
    default: '300',
    minimum: 1,
    meaning: 'how long the breaker locks a key',
  },
  WEBHOOK_SIGNING_SECRET: {
    kind: 'secret',
    requiredWhenDistributed: true,
    shownDefault: 'random, kept in DATA_DIR when embedded',
    meaning: 'signs webhooks; during a rotation several, comma-separated, newest first',
  },
  WEBHOOK_BACKOFF_MS: {
    kind: 'integers',
    default: '1000,5000,25000',
    minimum: 0,
    meaning:
      'pauses before the retries of a webhook, each jittered by ±20 %; their number (at most 3) is the number of retries',
  },
  WEBHOOK_TIMEOUT_MS: { kind: 'integer', default: '10000', minimum: 1, meaning: 'one delivery attempt' },
  FETCH_TIMEOUT_MS: { kind: 'integer', default: '15000', minimum: 1, meaning: 'one `url` fetch, all in' },
  EGRESS_ALLOW: {
    kind: 'cidrs',
    meaning:
      'comma-separated CIDRs that `url` fetches and webhooks may reach although they are private; their ports are free too',
  },
  EXTRACT_WORKERS: {
    kind: 'integer',
    default: () => String(availableParallelism()),
    shownDefault: 'number of cores',
    minimum: 1,
    // Each is a process that is started at once, twice over; a typing error must not take the machine down.
    maximum: 256,
    meaning: 'document workers per extractor and lane',
  },
  WORKER_MEMORY_MB: {
    kind: 'integer',
    default: '1024',
    minimum: 256,
    // 1 TiB: the kernel takes no ceiling that is no number of bytes, and no worker would ever start.
    maximum: 1_048_576,
    meaning: 'memory ceiling of one document worker, enforced',
  },
  // A new worker costs as much CPU (0.7 s, mostly compiling) as 4,000 small documents; growth renews it sooner.
  WORKER_DOCUMENTS: {
    kind: 'integer',
    default: '2000',
    minimum: 1,
    meaning: 'documents after which a worker is renewed',
  },
  OCR_LANGUAGES: {
    kind: 'languages',
    default: 'eng',
    meaning: 'languages of the OCR engine, comma-separated Tesseract codes',
  },
  DRAIN_MS: {
    kind: 'integer',
    default: '25000',
    minimum: 0,
    meaning: 'time that running work has to finish after SIGTERM before it is handed back',
  },
  DRAIN_ACCEPT_MS: {
    kind: 'integer',
    default: '0',
    minimum: 0,
    meaning:
      'before that: how long ingest serves as ever after SIGTERM, unready, until load balancers have forgotten it',
  },
  KAFKA_BROKERS: {
    kind: 'text',
    requiredWhenDistributed: true,
    meaning: 'distributed: comma-separated host:port',
  },
  KAFKA_USERNAME: {
    kind: 'text',
    meaning: 'distributed: signs in to Kafka with SCRAM-SHA-512, always over TLS',
  },
  KAFKA_PASSWORD: { kind: 'secret', meaning: 'distributed: password of KAFKA_USERNAME' },
  KAFKA_CA_FILE: {
    kind: 'text',
    meaning:
      "distributed: PEM file of the authority that signed the brokers' certificates; when set, Kafka is reached over TLS",
  },
  KAFKA_TOPIC_PREFIX: {
    kind: 'text',
    default: 'textrail.',
    meaning: 'distributed: begins the names of all topics and consumer groups',
  },
  SCHEMA_REGISTRY_URL: {
    kind: 'text',
    meaning: 'distributed: Confluent framing through this registry instead of Avro single-object encoding',
  },
  REDIS_URL: {
    kind: 'secret',
    requiredWhenDistributed: true,
    meaning: 'distributed: redis:// or rediss:// address',
  },
  REDIS_PREFIX: {
    kind: 'text',
    default: 'textrail',
    meaning: 'distributed: hash tag that begins all keys in Redis, so that services can share one',
  },
  S3_ENDPOINT: {
    kind: 'text',
    requiredWhenDistributed: true,
    meaning: 'distributed: http(s):// address of an S3 server',
  },
  S3_ACCESS_KEY: { kind: 'secret', requiredWhenDistributed: true, meaning: 'distributed: S3 access key' },
  S3_SECRET_KEY: { kind: 'secret', requiredWhenDistributed: true, meaning: 'distributed: S3 secret key' },
  S3_BUCKET: {
    kind: 'text',
    requiredWhenDistributed: true,
    meaning: 'distributed: bucket, created if missing',
  },
  S3_REGION: { kind: 'text', default: 'us-east-1', meaning: 'distributed: region of the bucket' },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

type ValueOf<S extends Setting> = S['kind'] extends 'integer'
  ? number
  : S['kind'] extends 'integers'
    ? number[]
    : S['kind'] extends 'cidrs' | 'languages'
      ? string[]
      : string;

export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

/** One clear line for whoever starts the service. */
export class InvalidSetting extends Error {
  constructor(name: string, problem: string) {
    super(`${name}: ${problem}`);
    this.name = 'InvalidSetting';
  }
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Throws `InvalidSetting` for the first value that cannot be used. Secrets never stand in the message. */
export function readSettings(
  environment: Record<string, string | undefined>,
  distributed: boolean,
): Settings {
  const entries = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const given = environment[name]?.trim();
    const text = given || defaultOf(setting);
    if (text === '' && distributed && setting.requiredWhenDistributed)
      throw new InvalidSetting(name, 'is required for the distributed service');
    return [name, parse(name, setting, text)];
  });
  const settings = Object.fromEntries(entries) as Settings;
  checkTogether(settings);
  return settings;
}

function checkTogether(settings: Settings): void {
  if (settings.WEBHOOK_BACKOFF_MS.length > 3)
    throw new InvalidSetting('WEBHOOK_BACKOFF_MS', 'has more than 3 pauses');
  const secret = settings.WEBHOOK_SIGNING_SECRET;
  if (secret !== '' && secret.split(',').every(part => part.trim() === ''))
    throw new InvalidSetting('WEBHOOK_SIGNING_SECRET', 'holds no secret');
  if ((settings.KAFKA_USERNAME === '') !== (settings.KAFKA_PASSWORD === ''))
    throw new InvalidSetting('KAFKA_USERNAME', 'and KAFKA_PASSWORD are set together or not at all');
  // The value is not repeated: it may hold a password.
  if (settings.REDIS_URL !== '' && !/^rediss?:\/\/[^\s/]/.test(settings.REDIS_URL))
    throw new InvalidSetting('REDIS_URL', 'is not a redis:// or rediss:// address');
  const brokers = settings.KAFKA_BROKERS === '' ? [] : settings.KAFKA_BROKERS.split(',');
  if (!brokers.every(broker => /^\s*[^\s:]+:\d{1,5}\s*$/.test(broker)))
    throw new InvalidSetting('KAFKA_BROKERS', 'is not a comma-separated list of host:port');
  if (settings.S3_BUCKET !== '' && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(settings.S3_BUCKET))
    throw new InvalidSetting(
      'S3_BUCKET',
      'is not the name of a bucket (3 to 63 of a-z, 0-9, dot and hyphen)',
    );
  for (const name of ['S3_ENDPOINT', 'SCHEMA_REGISTRY_URL'] as const) {
    if (settings[name] !== '' && !/^https?:\/\/[^\s/]+/.test(settings[name]))
      throw new InvalidSetting(name, 'is not an http(s):// address');
  }
}

function defaultOf(setting: Setting): string {
  return typeof setting.default === 'function' ? setting.default() : (setting.default ?? '');
}

function parse(name: string, setting: Setting, text: string): string | number | string[] | number[] {
  switch (setting.kind) {
    case 'integer':
      return integer(name, text, setting);
    case 'integers':
      return list(text).map(item => integer(name, item, setting));
    case 'cidrs':
      return list(text).map(item => cidr(name, item));
    case 'languages':
      return list(text).map(item => language(name, item));
    case 'level':
      if (!LOG_LEVELS.includes(text))
        throw new InvalidSetting(name, `"${text}" is none of ${LOG_LEVELS.join(', ')}`);
      return text;
    default:
      return text;
  }
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');

/** Node fires a longer timer at once, which would end every job the moment it begins. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A century: what ends after it stands in events and stores as whole milliseconds, which must stay exact (2^53). */
const LONGEST_SECONDS = 100 * 366 * 86_400;

function integer(name: string, text: string, { minimum = 0, maximum }: Setting): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidSetting(name, `"${text}" is not a whole number`);
  if (value < minimum) throw new InvalidSetting(name, `${text} is below ${minimum}`);
  const most = maximum ?? longest(name);
  if (value > most) throw new InvalidSetting(name, `${text} is above ${most}`);
  return value;
}

function longest(name: string): number {
  if (name.endsWith('_MS')) return LONGEST_TIMER_MS;
  return name.endsWith('_SECONDS') ? LONGEST_SECONDS : Number.MAX_SAFE_INTEGER;
}

function cidr(name: string, text: string): string {
  const match = /^([0-9a-fA-F:.]+)\/(\d{1,3})$/.exec(text);
  const most = text.includes(':') ? 128 : 32;
  if (!match || isIP(match[1] ?? '') === 0 || Number(match[2]) > most)
    throw new InvalidSetting(name, `"${text}" is not a CIDR such as 10.0.0.0/8`);
  return text;
}

function language(name: string, text: string): string {
  if (!/^[a-zA-Z_]{3,20}$/.test(text))
    throw new InvalidSetting(name, `"${text}" is not a Tesseract language code`);
  return text;
}
