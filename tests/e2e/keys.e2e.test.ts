import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from '../support/client.ts';
import { html } from '../support/documents.ts';
import { issueKey, lastAcceptedMs } from '../support/keys.ts';
import { MODE, suite } from '../support/mode.ts';
import { finish, run } from '../support/process.ts';
import { NO_SERVERS, operate, type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const AUTH_CACHE_SECONDS = 2;

interface Issued {
  key_id: string;
  api_key: string;
  plan: string;
  monthly_quota: number;
  rate_limit_per_minute: number;
}

const OPERATORS_PROGRAMS = ['audit', 'cluster', 'erase', 'export', 'keys', 'languages', 'rebuild', 'replay'];

describe(suite('keys, from the command line beside the running service'), () => {
  let service: Service;
  before(async () => {
    service = await startService({
      AUTH_CACHE_SECONDS: String(AUTH_CACHE_SECONDS),
      RATE_LIMIT_PER_MINUTE: '9',
    });
  });
  after(() => service.dispose());

  const issue = async (...options: string[]): Promise<Issued> =>
    (await operate(service, 'keys', 'issue', ...options)).at(-1) as Issued;
  const known = async ({ api_key }: Issued): Promise<Client> => {
    const client = new Client(service, api_key);
    await until('the key to be known', async () => (await client.poll('none')).status === 404);
    return client;
  };

  test('a key without options is on the free plan: 500 documents a month and the default rate', async () => {
    const issued = await issue();
    assert.deepEqual(Object.keys(issued), [
      'key_id',
      'api_key',
      'plan',
      'monthly_quota',
      'rate_limit_per_minute',
    ]);
    assert.deepEqual([issued.plan, issued.monthly_quota, issued.rate_limit_per_minute], ['free', 500, 9]);
    assert.match(issued.api_key, new RegExp(`^dk_${issued.key_id}_[A-Za-z0-9]+$`));
    const client = await known(issued);
    const answer = await client.extract({ file: html() });
    assert.equal(answer.headers.get('x-quota-limit'), '500');
    assert.equal(answer.headers.get('x-quota-remaining'), '499');
  });

  test('a key is accepted as soon as the command that issued it has ended', async () => {
    for (let round = 0; round < 4; round++) {
      const client = new Client(service, (await issue()).api_key);
      assert.equal((await client.poll('none')).status, 404);
    }
  });

  test('a key has the quota and the rate it was issued with', async () => {
    const client = await known(await issue('--name', 'Ann', '--plan', 'team', '--quota', '7', '--rate', '2'));
    const answer = await client.extract({ file: html() });
    assert.equal(answer.headers.get('x-quota-limit'), '7');
    await client.extract({ file: html() });
    const refused = await client.extract({ file: html() });
    assert.equal(refused.headers.get('x-ratelimit-limit'), '2');
  });

  test('a key without a rate of its own has the default', async () => {
    const client = await known(await issue());
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.extract({})));
    assert.equal(answers.filter(({ status }) => status === 429).length, 3);
  });

  test('list names every key and never its secret', async () => {
    const issued = await issue('--name', 'listed');
    const listed = (await operate(service, 'keys', 'list')) as { key_id: string; name: string | null }[];
    assert.equal(listed.find(({ key_id }) => key_id === issued.key_id)?.name, 'listed');
    assert.ok(!JSON.stringify(listed).includes(issued.api_key.split('_')[2] ?? ''));
  });

  test('busiest names the keys whose documents took most time of late, and how many those were', async () => {
    const client = await known(await issue('--name', 'busy', '--account', 'acme'));
    assert.equal((await client.extract({ file: html() })).status, 200);
    assert.equal((await client.extract({ file: Buffer.from('%PDF-1.7 and no more') })).status, 422);
    const lines = (await operate(service, 'keys', 'busiest', '--since', '5m')) as Record<string, unknown>[];
    const { key_id: _, bytes, extractor_seconds, ...told } = lines.find(({ name }) => name === 'busy') ?? {};
    assert.deepEqual(told, {
      name: 'busy',
      account: 'acme',
      plan: 'free',
      documents: 2,
      completed: 1,
      failed: 1,
    });
    assert.ok(Number(bytes) > 20 && Number(extractor_seconds) >= 0);
    const earlier = await operate(service, 'keys', 'busiest', '--since', '2h', '--until', '1h');
    assert.deepEqual(earlier, []);
  });

  test('a revoked key is refused when its cached decision has run out, and stays refused', async () => {
    const issued = await issue();
    const client = await known(issued);
    assert.equal((await client.extract({ file: html() })).status, 200);
    await operate(service, 'keys', 'revoke', issued.key_id);
    const acceptedMs = await lastAcceptedMs(client);
    assert.ok(acceptedMs <= AUTH_CACHE_SECONDS * 1000, `accepted after ${acceptedMs} ms`);
    const refused = await client.extract({ file: html() });
    assert.equal(refused.status, 403);
    assert.deepEqual(Object.keys(refused.body), ['message']);
  });

  if (MODE === 'distributed')
    test('a leaked key is revoked while the bucket does not answer, which takes half a minute', async () => {
      const { keyId, client } = await issueKey(service);
      const environment = { ...service.environment, S3_ENDPOINT: 'http://127.0.0.1:1' };
      const { code, stdout, stderr } = await finish(['commands/keys.ts', 'revoke', keyId], environment);
      assert.deepEqual([code, JSON.parse(stdout)], [0, { key_id: keyId, revoked: true }]);
      assert.match(
        stderr,
        /^keys: done in the log alone: the blob store does not answer: .*ECONNREFUSED.*\n$/,
      );
      await until('the refusal', async () => (await client.poll('none')).status === 403);
    });

  test('mistakes at the command line are one clear line and exit 1', async () => {
    for (const args of [
      ['revoke'],
      ['revoke', 'nobody'],
      ['issue', '--quota', 'x'],
      ['issue', '--quota', '-5'],
      ['issue', '--plan', 'x'],
      ['issue', '--plan', 'constructor'],
      ['issue', '--nmae', 'x'],
      ['list', '--quota', '5'],
      ['list', '--since', '5m'],
      [],
    ]) {
      const { code, stderr, stdout } = await finish(['commands/keys.ts', ...args], service.environment);
      assert.equal(code, 1, args.join(' '));
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
      assert.equal(stdout, '');
    }
  });

  test('mistakes are found, and help is given, before any folder is made or server asked', async () => {
    const folder = join(tmpdir(), `textrail-none-${randomUUID()}`);
    const environment = { ...service.environment, DATA_DIR: folder, KAFKA_BROKERS: '' };
    for (const args of [['keys.ts', 'lst'], ['audit.ts'], ['rebuild.ts', 'now']]) {
      const [program, ...rest] = args;
      const { code, stderr } = await finish([`commands/${program}`, ...rest], environment);
      assert.equal(code, 1);
      assert.match(stderr, /^\w+: (?:.+; )?usage: npm run .*\n$/);
    }
    for (const program of OPERATORS_PROGRAMS) {
      const { code, stdout } = await finish([`commands/${program}.ts`, '--help'], environment);
      assert.equal(code, 0);
      assert.match(stdout, /^usage: npm run .*\n$/);
    }
    assert.equal(existsSync(folder), false);
  });

  test('a key is revoked by its id, or by the whole of it', async () => {
    const { apiKey, keyId } = await issueKey(service);
    assert.deepEqual(await operate(service, 'keys', 'revoke', apiKey), [{ key_id: keyId, revoked: true }]);
  });

  test('mistakes in what cluster is told are one clear line and exit 1, too', async () => {
    for (const args of [['--nope'], ['--ingest', 'two'], ['extra']]) {
      const { code, stderr } = await finish(['commands/cluster.ts', ...args], service.environment);
      assert.equal(code, 1, args.join(' '));
      assert.match(stderr, /^cluster: .*\n$/);
    }
  });

  test('a port of the cluster that somebody else has is one clear line and exit 1, whoever answers there', async t => {
    // Claims to be ready, too.
    const stranger = createServer((_request, response) => response.end('{"ready":true}'));
    t.after(() => stranger.close());
    await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const { code, stdout, stderr } = await finish(['commands/cluster.ts'], {
      ...NO_SERVERS,
      PORT: String(port),
    });
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, new RegExp(`^cluster: HOST, PORT: .*${port}\\n$`));
  });

  test('a cluster whose service ends at its start, and is started again, is not said to be ready', async () => {
    const cluster = run(['commands/cluster.ts', '--extractor', '0', '--projector', '0', '--webhooker', '0'], {
      ...NO_SERVERS,
      PORT: '0',
      INGEST_REDIS_URL: 'no address',
    });
    await until('a second end', () => cluster.stderr().match(/ended \(1\)/g)?.length === 2, 60_000);
    cluster.child.kill('SIGTERM');
    await cluster.ended;
    assert.doesNotMatch(cluster.stdout(), /is ready/);
  });

  test('audit of a job nobody knows is one clear line and exit 1', async () => {
    const { code, stderr } = await finish(['commands/audit.ts', 'nothing'], service.environment);
    assert.equal(code, 1);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  });

  test('audit tells a job’s whole history, oldest first', async () => {
    const { client } = await issueKey(service);
    const jobId = await client.accepted({ file: html() });
    await client.finished(jobId);
    const history = (await operate(service, 'audit', jobId)) as {
      type: string;
      job_id: string;
      at: string;
    }[];
    assert.deepEqual(
      history.map(({ type, job_id }) => [type, job_id]),
      [
        ['ExtractRequested', jobId],
        ['ExtractCompleted', jobId],
      ],
    );
    assert.ok(history.every(({ at }) => !Number.isNaN(Date.parse(at))));
  });
});
