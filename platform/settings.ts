/**
 * The only definition of every setting: name, kind, default and meaning. Settings are read from the environment and
 * checked once, at the start. `docs/settings.md` is generated from this table; a test checks that it is current.
 */
import { availableParallelism } from 'node:os';
import { SCHEMA_RELEASES, WRITE_RELEASE } from '../schemas/releases.ts';
import { writesPlain } from './blob-store/sealed/configured-keys.ts';
import {
  BLOB_KEYS,
  BUCKET,
  CIDR,
  COMPATIBLE_SERVICE,
  HASH_TAG,
  HOST_AND_PORT,
  HTTP_ADDRESS,
  INSTANCE_NAME,
  LANGUAGE_CODE,
  LOG_LEVEL,
  ON_OR_OFF,
  READ_OR_REFUSE,
  REDIS_ADDRESS,
  REGION,
  REVISION,
  S3_ADDRESS,
  SASL_MECHANISM,
  SIGNING_SECRETS,
  TOPIC_PREFIX,
} from './setting-shapes.ts';
import { InvalidSetting, readValue, type Setting, type ValueOf } from './setting-value.ts';

/** Most workers for each of the two lanes; each is a process. A typing error must not take the machine down. */
const MOST_WORKERS = 256;

export const SETTINGS = {
  HOST: { kind: 'text', default: '127.0.0.1', meaning: 'address the listener binds' },
  PORT: {
    kind: 'integer',
    default: '8080',
    minimum: 0,
    maximum: 65_535,
    meaning: 'port of the listener; 0 takes a free one',
  },
  CONSOLE: {
    kind: 'text',
    default: 'on',
    shape: ON_OR_OFF,
    meaning:
      'on or off: the console for people at `/` and the API reference at `/docs`; static pages that need no key themselves',
  },
  DATA_DIR: { kind: 'text', default: './data', meaning: 'embedded: folder of the SQLite files and blobs' },
  LOG_LEVEL: {
    kind: 'text',
    default: 'info',
    shape: LOG_LEVEL,
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
    meaning:
      'time for a synchronous extraction, then 504 `timeout` and the work is stopped; the answer is there within two seconds after it, 503 where nobody knows what became of the work',
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
    meaning: 'after it the uploaded document is deleted, unless its job still waits',
  },
  SOURCE_REPLAY_SECONDS: {
    kind: 'integer',
    default: '0',
    minimum: 0,
    meaning:
      'how long after its upload a document is kept although its job has ended, to extract it again; 0: it goes with the end of its job; at most SOURCE_RETENTION_SECONDS',
  },
  MAX_STORED_BYTES_PER_KEY: {
    kind: 'integer',
    default: '10737418240',
    minimum: 1,
    meaning:
      'ceiling of the documents and results of one key, counted once a minute; then 429 `rate_limited`',
  },
  MAX_STORED_BYTES: {
    kind: 'integer',
    default: '107374182400',
    minimum: 1,
    meaning: 'ceiling of all documents and results, counted once a minute; then 503',
  },
  BLOB_KEYS: {
    kind: 'secret',
    shape: BLOB_KEYS,
    shownDefault: 'empty: blobs are not encrypted',
    meaning:
      'encrypts documents, results and request addresses at rest: master keys as ID:KEY, comma-separated, KEY 32 random bytes in base64; the first one writes (the word `plain` in its place: none does), all read',
  },
  BLOB_PLAIN: {
    kind: 'text',
    default: 'read',
    shape: READ_OR_REFUSE,
    meaning:
      'blobs that are not encrypted, such as those from before BLOB_KEYS was set: read, or refuse where nothing else may be put under a caller’s name',
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
    shape: SIGNING_SECRETS,
    requiredWhenDistributed: true,
    shownDefault: 'random, kept in DATA_DIR when embedded',
    meaning: 'signs webhooks; during a rotation several, comma-separated, newest first',
  },
  WEBHOOK_BACKOFF_MS: {
    kind: 'integers',
    default: '1000,5000,25000',
    minimum: 0,
    most: 3,
    meaning:
      'pauses before the retries of a webhook, each jittered by ±20 %; their number (at most 3) is the number of retries',
  },
  WEBHOOK_TIMEOUT_MS: { kind: 'integer', default: '10000', minimum: 1, meaning: 'one delivery attempt' },
  FETCH_TIMEOUT_MS: { kind: 'integer', default: '15000', minimum: 1, meaning: 'one `url` fetch, all in' },
  EGRESS_ALLOW: {
    kind: 'list',
    shape: CIDR,
    meaning:
      'comma-separated CIDRs that `url` fetches and webhooks may reach although they are private; their ports are free too',
  },
  EXTRACT_WORKERS: {
    kind: 'integer',
    default: () => String(Math.min(availableParallelism(), MOST_WORKERS)),
    shownDefault: 'number of cores',
    minimum: 1,
    maximum: MOST_WORKERS,
    meaning: 'document workers per extractor and lane',
  },
  WORKER_MEMORY_MB: {
    kind: 'integer',
    default: '1024',
    minimum: 256,
    // 1 TiB: the kernel rejects a limit that it cannot represent in bytes, and no worker would ever start.
    maximum: 1_048_576,
    meaning: 'memory ceiling of one document worker, enforced',
  },
  // A start costs as much CPU (0.7 s, mostly compiling) as 4,000 small documents. Growth renews a worker sooner; a fast
  // one is kept for a minimum time (services/extractor/pools.ts).
  WORKER_DOCUMENTS: {
    kind: 'integer',
    default: '2000',
    minimum: 1,
    meaning:
      'documents after which a worker is renewed, 150 ms for each of them after its start at the soonest',
  },
  OCR_LANGUAGES: {
    kind: 'list',
    default: 'eng',
    shape: LANGUAGE_CODE,
    fewest: 1,
    meaning:
      'languages of scans, comma-separated Tesseract codes, the likeliest first; `eng` alone: told from the page, among all on board',
  },
  COMPAT: {
    kind: 'list',
    shape: COMPATIBLE_SERVICE,
    meaning:
      'services whose addresses are answered too, comma-separated: `tika`, `openwebui`, `docling` (docs/compat.md)',
  },
  COMPAT_WAIT_MS: {
    kind: 'integer',
    default: '120000',
    minimum: 1,
    meaning: 'how long those addresses wait for the end of a document, then 504; its job goes on',
  },
  MCP: {
    kind: 'text',
    default: 'off',
    shape: ON_OR_OFF,
    meaning: '`on`: POST /mcp answers the Model Context Protocol (docs/mcp.md)',
  },
  STALL_MS: {
    kind: 'integer',
    default: '10000',
    minimum: 100,
    // A timer of more than 2^31 ms fires at once.
    maximum: 3_600_000,
    meaning:
      'a body or an answer of which less than 64 KiB moves in this time, and not its end, is given up: its caller is too slow',
  },
  MAX_CONNECTIONS: {
    kind: 'integer',
    default: '4000',
    minimum: 1,
    meaning:
      'connections of callers at once, per ingest; beyond it the oldest idle one of whoever has the most is closed. A low limit of open files (`ulimit -n`) allows fewer: 512 files, or half of a limit below 1,024, are kept for everything else',
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
    kind: 'list',
    shape: HOST_AND_PORT,
    requiredWhenDistributed: true,
    meaning: 'distributed: comma-separated host:port',
  },
  KAFKA_USERNAME: {
    kind: 'text',
    meaning: 'distributed: signs in to Kafka, always over TLS',
  },
  KAFKA_PASSWORD: { kind: 'secret', meaning: 'distributed: password of KAFKA_USERNAME' },
  KAFKA_SASL_MECHANISM: {
    kind: 'text',
    default: 'scram-sha-512',
    shape: SASL_MECHANISM,
    meaning: 'distributed: how KAFKA_USERNAME signs in: scram-sha-512, scram-sha-256 or plain',
  },
  KAFKA_CA_FILE: {
    kind: 'text',
    meaning:
      "distributed: PEM file of the authority that signed the brokers' certificates; when set, Kafka is reached over TLS",
  },
  INSTANCE_NAME: {
    kind: 'text',
    shape: INSTANCE_NAME,
    meaning:
      "distributed: this process's own name among those of its role, the same after each restart (a pod's name, not its deployment's): one that is killed and started again under it reads on from Kafka at once, without it after 10 s; empty: none",
  },
  KAFKA_TOPIC_PREFIX: {
    kind: 'text',
    default: 'textrail.',
    shape: TOPIC_PREFIX,
    meaning: 'distributed: begins the names of all topics and consumer groups',
  },
  SCHEMA_REGISTRY_URL: {
    kind: 'text',
    shape: HTTP_ADDRESS,
    meaning: 'distributed: Confluent framing through this registry instead of Avro single-object encoding',
  },
  PROGRESS_INTERVAL_MS: {
    kind: 'integer',
    default: '1000',
    minimum: 1,
    maximum: 600_000,
    meaning:
      'jobs: how often the pages done of a document are noted while it is read, and for how long it is read before the first time',
  },
  BUILD_REVISION: {
    kind: 'text',
    shape: REVISION,
    meaning:
      'what the program was built from, e.g. a commit: stands behind its version in events and `GET /v1/jobs/{job_id}`; the image sets it',
  },
  EVENT_WRITE_RELEASE: {
    kind: 'integer',
    default: String(WRITE_RELEASE),
    minimum: 1,
    maximum: SCHEMA_RELEASES.length,
    meaning:
      'release of the event schemas that is written; every one is read. Raise it when no older build runs any more, and none is to come back',
  },
  REDIS_URL: {
    kind: 'secret',
    shape: REDIS_ADDRESS,
    requiredWhenDistributed: true,
    meaning: 'distributed: redis:// or rediss:// address',
  },
  REDIS_PREFIX: {
    kind: 'text',
    default: 'textrail',
    shape: HASH_TAG,
    meaning: 'distributed: hash tag that begins all keys in Redis, so that services can share one',
  },
  S3_ENDPOINT: {
    kind: 'text',
    shape: S3_ADDRESS,
    requiredWhenDistributed: true,
    meaning: 'distributed: http(s):// address of an S3 server',
  },
  S3_ACCESS_KEY: { kind: 'secret', requiredWhenDistributed: true, meaning: 'distributed: S3 access key' },
  S3_SECRET_KEY: { kind: 'secret', requiredWhenDistributed: true, meaning: 'distributed: S3 secret key' },
  S3_BUCKET: {
    kind: 'text',
    shape: BUCKET,
    requiredWhenDistributed: true,
    meaning: 'distributed: bucket, created if missing',
  },
  S3_REGION: {
    kind: 'text',
    default: 'us-east-1',
    shape: REGION,
    meaning: 'distributed: region of the bucket',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

/** Throws `InvalidSetting` for the first value that cannot be used. */
export function readSettings(
  environment: Record<string, string | undefined>,
  distributed: boolean,
): Settings {
  const entries = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const text = environment[name]?.trim() || defaultOf(setting);
    const value = readValue(name, setting, text);
    // A list of nothing but commas is also empty.
    const isEmpty = typeof value !== 'number' && value.length === 0;
    if (isEmpty && distributed && setting.requiredWhenDistributed)
      throw new InvalidSetting(name, 'is required for the distributed service');
    return [name, value];
  });
  const settings = Object.fromEntries(entries) as Settings;
  if ((settings.KAFKA_USERNAME === '') !== (settings.KAFKA_PASSWORD === ''))
    throw new InvalidSetting('KAFKA_USERNAME', 'and KAFKA_PASSWORD are set together or not at all');
  if (settings.SOURCE_REPLAY_SECONDS > settings.SOURCE_RETENTION_SECONDS)
    throw new InvalidSetting('SOURCE_REPLAY_SECONDS', 'is above SOURCE_RETENTION_SECONDS');
  if (settings.BLOB_PLAIN === 'refuse' && writesPlain(settings.BLOB_KEYS))
    throw new InvalidSetting('BLOB_PLAIN', 'refuses every blob without a key in BLOB_KEYS that writes');
  return settings;
}

function defaultOf(setting: Setting): string {
  return typeof setting.default === 'function' ? setting.default() : (setting.default ?? '');
}
