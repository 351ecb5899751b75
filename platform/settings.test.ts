import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { withCores } from '../tests/support/cores.ts';
import { buildOf } from './build.ts';
import { InvalidSetting, type Setting } from './setting-value.ts';
import { readSettings, SETTINGS } from './settings.ts';

it('an empty environment gives the documented defaults', () => {
  const settings = readSettings({}, false);
  assert.equal(settings.PORT, 8080);
  assert.equal(settings.MAX_UPLOAD_BYTES, 10_485_760);
  assert.deepEqual(settings.WEBHOOK_BACKOFF_MS, [1_000, 5_000, 25_000]);
  assert.deepEqual(settings.EGRESS_ALLOW, []);
});

it('a build is told by its version, and by its revision where that is known', () => {
  assert.match(buildOf(readSettings({}, false)), /^\d+\.\d+\.\d+$/);
  assert.match(buildOf(readSettings({ BUILD_REVISION: 'd30ad5c.2' }, false)), /^\d+\.\d+\.\d+\+d30ad5c\.2$/);
});

it('an invalid value is one clear line that names the setting', () => {
  const wrong = {
    PORT: 'x',
    RATE_LIMIT_PER_MINUTE: '0',
    EGRESS_ALLOW: '10.0.0.1',
    LOG_LEVEL: 'loud',
    OCR_LANGUAGES: '../eng',
    BUILD_REVISION: 'of today',
    EXTRACT_WORKERS: '100000',
    WORKER_MEMORY_MB: '9007199254740991',
    JOB_RETENTION_SECONDS: '9007199254740991',
  };
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(() => readSettings({ [name]: value }, false), new RegExp(`^InvalidSetting: ${name}: .*$`));
  }
});

it('ranges of addresses are as long as their version has bits, and ports as large as there are any', () => {
  const allowed = '10.0.0.0/8,192.0.2.1/32,2001:db8::/48,2001:db8::1/128';
  assert.deepEqual(readSettings({ EGRESS_ALLOW: allowed }, false).EGRESS_ALLOW, allowed.split(','));
  for (const range of ['192.0.2.0/33', '2001:db8::/129', '192.0.2/24', 'example.org/8'])
    assert.throws(() => readSettings({ EGRESS_ALLOW: range }, false), InvalidSetting, range);
  const secret = { WEBHOOK_SIGNING_SECRET: 'a'.repeat(32) };
  for (const broker of [
    'kafka',
    'kafka:',
    'kafka:65536',
    'kafka:9092/a',
    'ka fka:9092',
    '[::1]:9092',
    '::1:9092',
  ])
    assert.throws(
      () => readSettings({ ...secret, KAFKA_BROKERS: broker }, true),
      /KAFKA_BROKERS: .*host:port, the host a name or an IPv4 address$/,
      broker,
    );
});

it('an address of Redis whose password is not percent-encoded is told at once, and nothing of it', () => {
  const others = {
    KAFKA_BROKERS: 'a:9092',
    S3_ENDPOINT: 'http://a',
    S3_ACCESS_KEY: 'a',
    S3_SECRET_KEY: 'b',
    S3_BUCKET: 'abc',
    WEBHOOK_SIGNING_SECRET: 'a'.repeat(32),
  };
  for (const address of [
    'redis://u:ab/c=@redis:6379',
    'redis://u:12/c@redis:6379',
    'redis://u:1?b@redis:6379',
    'redis://u:1#b@redis:6379',
    'redis://h/0#1',
    'redis://h/name',
    'redis://h:99999',
    'redis://',
    'redis:///0',
    'http://h',
    'redis://a b',
  ])
    assert.throws(
      () => readSettings({ ...others, REDIS_URL: address }, true),
      /^InvalidSetting: REDIS_URL: is not a redis:\/\/ or rediss:\/\/ address, with \S+ \? # @ and % of its password percent-encoded$/,
      address,
    );
  for (const address of [
    'redis://u:a%2Fb@redis:6379/0',
    'rediss://h',
    'redis://[::1]:6379',
    'redis://:p@h/',
    'redis://h/0?family=6',
  ])
    assert.equal(readSettings({ ...others, REDIS_URL: address }, true).REDIS_URL, address);
});

it('no time may be so long that a timer made of it, with its jitter or with another, fires at once', () => {
  const longestTimerMs = 2 ** 31 - 1;
  for (const [name, setting] of Object.entries<Setting>(SETTINGS)) {
    if (!name.endsWith('_MS')) continue;
    assert.throws(() => readSettings({ [name]: String(longestTimerMs) }, false), InvalidSetting, name);
    const most = String(setting.maximum ?? 1_000_000_000);
    const [longest] = [
      readSettings({ [name]: most }, false)[name as 'DRAIN_MS' | 'WEBHOOK_BACKOFF_MS'],
    ].flat();
    assert.ok((longest ?? 0) * 2 + 60_000 <= longestTimerMs, name);
  }
});

it('a machine with more cores than EXTRACT_WORKERS may be has as many workers as that, and starts', t => {
  withCores(t, 384);
  assert.equal(readSettings({}, false).EXTRACT_WORKERS, 256);
});

it('BLOB_PLAIN=refuse is refused where blobs are written plain: each would be unreadable at once', () => {
  const key = `a:${createHash('sha256').update('a').digest('base64')}`;
  for (const keys of ['', 'plain', `plain,${key}`])
    assert.throws(
      () => readSettings({ BLOB_KEYS: keys, BLOB_PLAIN: 'refuse' }, false),
      /^InvalidSetting: BLOB_PLAIN: refuses every blob/,
      keys,
    );
  assert.equal(readSettings({ BLOB_KEYS: key, BLOB_PLAIN: 'refuse' }, false).BLOB_PLAIN, 'refuse');
});

it('more than three webhook pauses are refused, since there are at most three retries', () => {
  assert.throws(() => readSettings({ WEBHOOK_BACKOFF_MS: '1,1,1,1' }, false), InvalidSetting);
  assert.deepEqual(readSettings({ WEBHOOK_BACKOFF_MS: '5' }, false).WEBHOOK_BACKOFF_MS, [5]);
});

it('a distributed service names the first address it lacks', () => {
  assert.throws(() => readSettings({}, true), /WEBHOOK_SIGNING_SECRET: is required/);
  const secret = { WEBHOOK_SIGNING_SECRET: 'a'.repeat(32) };
  assert.throws(
    () => readSettings({ ...secret, KAFKA_BROKERS: ' , ' }, true),
    /KAFKA_BROKERS: is required/,
    'brokers that are commas alone',
  );
});

it('addresses and names that are none are refused at once, not tried for ever', () => {
  const wrong: [name: string, value: string][] = [
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_PREFIX', 'a}b'],
    ['KAFKA_BROKERS', 'kafka'],
    ['KAFKA_BROKERS', 'a:9092,b:99999'],
    ['KAFKA_TOPIC_PREFIX', 'a b/'],
    ['INSTANCE_NAME', 'the first'],
    ['SCHEMA_REGISTRY_URL', 'registry:8081'],
    ['S3_ENDPOINT', 'http://a b'],
    ['S3_ENDPOINT', 'http://a/path'],
    ['S3_BUCKET', 'A'],
    ['S3_REGION', 'a b'],
  ];
  for (const [name, value] of wrong)
    assert.throws(
      () => readSettings({ [name]: value }, false),
      new RegExp(`^InvalidSetting: ${name}: (".*" )?is not `),
      `${name}=${value}`,
    );
  const both = { REDIS_URL: 'redis://:secret@a:6379/1', KAFKA_BROKERS: 'a:9092, b:9092' };
  assert.deepEqual(readSettings(both, false).KAFKA_BROKERS, ['a:9092', 'b:9092']);
});

it('a list that must not be empty is refused where it is: nothing could be read by no language', () => {
  assert.throws(() => readSettings({ OCR_LANGUAGES: ',' }, false), /OCR_LANGUAGES: has fewer than 1 items/);
});

it('a signing secret of nothing but commas is refused: it would sign with nothing', () => {
  assert.throws(
    () => readSettings({ WEBHOOK_SIGNING_SECRET: ' , ' }, false),
    /WEBHOOK_SIGNING_SECRET: is not a secret/,
  );
});

it('a secret is never quoted in a complaint', () => {
  for (const [name, setting] of Object.entries(SETTINGS)) {
    if (setting.kind !== 'secret') continue;
    try {
      readSettings({ [name]: 'sensitive' }, true);
    } catch (error) {
      assert.ok(error instanceof Error && !error.message.includes('sensitive'));
    }
  }
});
