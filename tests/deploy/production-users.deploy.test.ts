import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SASL_MECHANISMS } from '../../platform/event-log/kafka/client.ts';
import { planRedis, prepareRedis } from '../../stack/redis.ts';
import { planMinio, prepareMinio } from '../../stack/s3.ts';
import { ensureRunning, type Server, stopServer } from '../../stack/supervise.ts';
import { run } from '../../stack/tools.ts';
import { freePort } from '../support/free-ports.ts';
import { type Program, REPOSITORY, ROLES, rendered } from './rendered.ts';
import { type SecuredKafka, startSecuredKafka } from './secured-kafka.ts';
import { environmentOf } from './settings-of.ts';

const PASSWORD = 'password-of-a-test';
const READY_LIMIT_MS = 60_000;
const POLL_MS = 250;

const manifests = await rendered('production');
const folder = mkdtempSync(join(tmpdir(), 'textrail-users-'));
const servers: Server[] = [];
const roles: ChildProcess[] = [];
let kafka: SecuredKafka;
let apiKey = '';
const ports = Object.fromEntries(
  await Promise.all(ROLES.map(async role => [role, await freePort()] as const)),
);
const [redisPort, s3Port] = [await freePort(), await freePort()];

/** The overlay's own settings, with the addresses of this test. */
function environment(program: Program): Record<string, string | undefined> {
  return {
    ...environmentOf(manifests, program),
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(ports[program] ?? 0),
    DATA_DIR: join(folder, 'data'),
    EXTRACT_WORKERS: '1',
    EGRESS_ALLOW: '127.0.0.0/8',
    KAFKA_BROKERS: kafka.broker,
    KAFKA_CA_FILE: kafka.caFile,
    KAFKA_PASSWORD: PASSWORD,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
    S3_ACCESS_KEY: 'textrail',
    S3_SECRET_KEY: PASSWORD,
  };
}

/** Runs an operator's command as a user, and resolves to the last line that it prints, parsed. */
async function operate(program: Program, ...args: string[]): Promise<Record<string, unknown>> {
  const out = await run(process.execPath, args, { cwd: REPOSITORY, env: environment(program) });
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
}

async function becomesReady(role: string): Promise<void> {
  const end = Date.now() + READY_LIMIT_MS;
  while (Date.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${ports[role]}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(POLL_MS);
  }
  throw new Error(
    `${role} did not become ready:\n${readFileSync(join(folder, `${role}.log`), 'utf8').slice(-2000)}`,
  );
}

function launch(role: (typeof ROLES)[number]): ChildProcess {
  const log = openSync(join(folder, `${role}.log`), 'a');
  return spawn(process.execPath, ['main.ts', role], {
    cwd: REPOSITORY,
    env: environment(role),
    stdio: ['ignore', log, log],
  });
}

before(async () => {
  servers.push(planRedis(await prepareRedis(), folder, redisPort));
  servers.push(
    planMinio(await prepareMinio(), { folder, port: s3Port, accessKey: 'textrail', secretKey: PASSWORD }),
  );
  await Promise.all(servers.map(ensureRunning));
  kafka = await startSecuredKafka(folder, manifests, PASSWORD);
  roles.push(...ROLES.map(launch));
  await Promise.all(ROLES.map(becomesReady));
});

after(async () => {
  const gone = roles.map(
    child => child.exitCode !== null || new Promise(resolve => child.once('exit', resolve)),
  );
  for (const child of roles) child.kill('SIGTERM');
  await Promise.all(gone);
  await kafka?.stop();
  for (const server of servers) await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
});

async function send(query: string): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob(['<h1>Rights</h1><p>as few as will do</p>']), 'page.html');
  const headers = { Authorization: `Bearer ${apiKey}` };
  return fetch(`http://127.0.0.1:${ports.ingest}/v1/extract${query}`, {
    method: 'POST',
    body: form,
    headers,
  });
}

describe('the four services, each signed in over TLS with its own rights', () => {
  test('an operator issues a key, and soon it is accepted', async () => {
    const issued = await operate('operator', 'commands/keys.ts', 'issue', '--name', 'test');
    apiKey = String(issued.api_key);
    const end = Date.now() + READY_LIMIT_MS;
    let status = 403;
    while (status === 403 && Date.now() < end) {
      status = (await send('')).status;
      await sleep(POLL_MS);
    }
    assert.equal(status, 200);
  });

  test('a caller who waits is answered', async () => {
    const answer = await send('');
    const body = (await answer.json()) as { extracted_text?: string };
    assert.equal(answer.status, 200);
    assert.match(body.extracted_text ?? '', /as few as will do/);
  });

  test('a job runs to its webhook, and an operator sees its whole history', async () => {
    const delivered = Promise.withResolvers<string>();
    const receiver = createServer((request, response) => {
      delivered.resolve(String(request.headers['x-service-job-id']));
      request.resume();
      response.end();
    });
    const port = await freePort();
    await new Promise<void>(resolve => receiver.listen(port, '127.0.0.1', resolve));
    const url = encodeURIComponent(`http://127.0.0.1:${port}/`);
    const accepted = (await (await send(`?async=true&webhook_url=${url}`)).json()) as { job_id: string };
    assert.equal(await delivered.promise, accepted.job_id);
    receiver.close();
    const last = await operate('operator', 'commands/audit.ts', accepted.job_id);
    assert.equal(last.job_id, accepted.job_id);
  });

  test('an operator rebuilds the read model beside the live one', async () => {
    const { rebuilt } = await operate('operator', 'commands/rebuild.ts');
    assert.equal(rebuilt, true);
    assert.equal((await send('')).status, 200);
  });

  test('ingest may not issue keys, whoever takes it over', async () => {
    await assert.rejects(
      operate('ingest', 'commands/keys.ts', 'issue', '--name', 'stolen'),
      /not authorized/i,
    );
  });

  const list = (mechanism: string, password: string) =>
    run(process.execPath, ['commands/keys.ts', 'list'], {
      cwd: REPOSITORY,
      env: { ...environment('operator'), KAFKA_SASL_MECHANISM: mechanism, KAFKA_PASSWORD: password },
    });

  for (const mechanism of SASL_MECHANISMS)
    test(`by ${mechanism} the right password is let in`, async () => {
      assert.match(await list(mechanism, PASSWORD), /"name":"test"/);
    });

  test('whoever guesses a password is told so, by every mechanism', async () => {
    const guesses = SASL_MECHANISMS.map(mechanism => list(mechanism, 'guessed'));
    await Promise.all(guesses.map(guess => assert.rejects(guess, /authentication failed/i)));
  });
});
