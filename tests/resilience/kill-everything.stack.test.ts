/**
 * The whole service, with several instances, while each of its processes and servers is killed in turn. Afterwards
 * every accepted job must have ended once and correctly, the quota must equal the completed jobs, and every webhook
 * must have come. Its size is that of a test; TEXTRAIL_KILL_JOBS=1000 makes it that of the release notes.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../support/answers.ts';
import { Client } from '../support/client.ts';
import { docx, eml, encryptedDocx, page, pptx, xlsx } from '../support/documents.ts';
import { textPdf } from '../support/pdf-documents.ts';
import { Cluster, OwnStack } from './own-stack.ts';
import { Random } from './soak/random.ts';

/** TEXTRAIL_KILL_SEED repeats a run's random choices, not its timing. */
const SEED = Number(process.env.TEXTRAIL_KILL_SEED ?? 1);
const random = new Random(SEED);

const JOBS = Number(process.env.TEXTRAIL_KILL_JOBS ?? 200);
const CALLERS = 4;
const WEBHOOK_EVERY = 10;
/** Pause between two kills, enough for a killed broker to serve again. */
const RECOVERY_MS = 6_000;
const CALL_RETRY_MS = 250;
const ALL_DONE_LIMIT_MS = 180_000;

let stack: OwnStack;
let cluster: Cluster;
before(async () => {
  stack = await OwnStack.up();
  const settings = {
    ...stack.settings,
    EXTRACT_WORKERS: '1',
    EGRESS_ALLOW: '127.0.0.0/8',
    WEBHOOK_BACKOFF_MS: '300,600,1200',
  };
  cluster = await Cluster.start({ ingest: 2, extractor: 2, projector: 1, webhooker: 1 }, settings);
});
after(async () => {
  await cluster?.stop();
  await stack?.destroy();
});

const KILLS: [string, () => Promise<void> | void][] = [
  ['an ingest', () => cluster.kill('ingest', 0)],
  ['the other ingest', () => cluster.kill('ingest', 1)],
  ['an extractor', () => cluster.kill('extractor', 0)],
  ['the other extractor', () => cluster.kill('extractor', 1)],
  ['the projector', () => cluster.kill('projector', 0)],
  ['the webhooker', () => cluster.kill('webhooker', 0)],
  ['Kafka', () => killServer('kafka')],
  ['Redis', () => killServer('redis')],
  ['S3', () => killServer('minio')],
];

async function killServer(server: 'kafka' | 'redis' | 'minio'): Promise<void> {
  stack.kill(server);
  await sleep(1_000);
  await stack.again();
}

/** Calls as a careful caller does: again, under the same Idempotency-Key, at the other ingest, until there is an answer. */
async function persistently(clients: Client[], call: (client: Client) => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const client = clients[attempt % clients.length] as Client;
    const answer = await call(client).catch(() => undefined);
    if (answer !== undefined && answer.status < 500) return answer;
    await sleep(CALL_RETRY_MS);
  }
}

interface Receiver {
  url: string;
  attempts: IncomingHttpHeaders[];
  close(): void;
}

async function receiver(): Promise<Receiver> {
  const attempts: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    attempts.push(request.headers);
    request.resume();
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, attempts, close: () => server.close() };
}

const DOCUMENTS: [make: (index: number) => Uint8Array, end: string][] = [
  [() => docx(), 'success'],
  [() => xlsx(), 'success'],
  [() => pptx(), 'success'],
  [() => eml(), 'success'],
  [index => page(`job ${index}`), 'success'],
  [index => textPdf(`Job ${index}.`, 'A paragraph of it.'), 'success'],
  [encryptedDocx, 'encrypted'],
  [() => Buffer.from('nothing that anybody could read'), 'unsupported_format'],
];

function document(index: number): { file: Uint8Array; end: string } {
  const [make, end] = DOCUMENTS[index % DOCUMENTS.length] as (typeof DOCUMENTS)[number];
  return { file: make(index), end };
}

test('with every process and every server killed in turn no job is lost, none is metered twice', async t => {
  const { api_key } = await cluster.issueKey(1_000_000);
  await sleep(500);
  const clients = cluster.bases('ingest').map(base => new Client({ base }, api_key));
  const hook = await receiver();
  const accepted: string[] = [];
  const expected = new Map<string, string>();
  const delivered = new Set<string>();
  let next = 0;
  let killing = true;

  async function submit(index: number): Promise<void> {
    const isWebhook = index % WEBHOOK_EVERY === 0;
    const query = { async: 'true', ...(isWebhook ? { webhook_url: hook.url } : {}) };
    const headers = { 'idempotency-key': `job-${index}` };
    const { file, end } = document(index);
    const answer = await persistently(clients, client => client.extract({ file, query, headers }));
    assert.equal(answer.status, 202, answer.text);
    accepted.push(answer.body.job_id);
    expected.set(answer.body.job_id, end);
    if (isWebhook) delivered.add(answer.body.job_id);
  }
  /** Submits jobs one after the other, spread over the whole time of the killing. */
  async function caller(): Promise<void> {
    const pauseMs = (KILLS.length * RECOVERY_MS * CALLERS) / JOBS;
    for (let index = next++; index < JOBS; index = next++) {
      await submit(index);
      if (killing) await sleep(pauseMs * 1.2);
    }
  }
  async function reader(): Promise<{ unknown: number; goneBack: number }> {
    const finished = new Set<string>();
    const seen = { unknown: 0, goneBack: 0 };
    while (killing) {
      const id = accepted[Math.floor(random.next() * accepted.length)];
      await sleep(5);
      if (id === undefined) continue;
      const { status, body } = await persistently(clients, client => client.poll(id));
      if (status === 404) seen.unknown++;
      else if (body.status === 'success') finished.add(id);
      else if (finished.has(id)) seen.goneBack++;
    }
    return seen;
  }

  const callers = Array.from({ length: CALLERS }, caller);
  const reading = reader();
  for (const [name, kill] of KILLS) {
    await sleep(RECOVERY_MS);
    t.diagnostic(`${accepted.length} jobs accepted; killing ${name}`);
    await kill();
  }
  await sleep(RECOVERY_MS);
  killing = false;
  await Promise.all(callers);
  const { unknown, goneBack } = await reading;
  assert.equal(unknown, 0, 'polls of an accepted job that were answered 404');
  assert.equal(goneBack, 0, 'finished jobs that were seen to go back');

  assert.equal(new Set(accepted).size, JOBS, 'one job for each Idempotency-Key');
  const end = Date.now() + ALL_DONE_LIMIT_MS;
  for (const [id, ending] of expected) {
    for (;;) {
      const { body } = await persistently(clients, client => client.poll(id));
      if ((body.error?.code ?? body.status) === ending) break;
      assert.equal(body.status, 'processing', `job ${id} ended as ${JSON.stringify(body).slice(0, 200)}`);
      assert.ok(Date.now() < end, `job ${id} does not end`);
      await sleep(50);
    }
  }
  const completed = [...expected.values()].filter(ending => ending === 'success').length;
  const last = await persistently(clients, client =>
    client.extract({ file: page(randomUUID()), headers: { 'idempotency-key': 'last' } }),
  );
  assert.equal(Number(last.headers.get('x-quota-remaining')), 1_000_000 - completed - 1, 'each metered once');

  const deliveries = () => Map.groupBy(hook.attempts, headers => String(headers['x-service-job-id']));
  for (const id of delivered) {
    while (!deliveries().has(id) && Date.now() < end) await sleep(100);
    const attempts = deliveries().get(id) ?? [];
    assert.ok(attempts.length >= 1 && attempts.length <= 4, `${attempts.length} attempts at a webhook`);
    assert.equal(new Set(attempts.map(headers => headers['x-service-delivery'])).size, 1);
  }
  hook.close();
  t.diagnostic(
    `${JOBS} jobs (${completed} completed), ${delivered.size} webhooks, ${hook.attempts.length} attempts at them`,
  );
});
