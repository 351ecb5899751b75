/** The verification after a soak: compares what callers were told, what the log says, what receivers got, and what is stored. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Event } from '../../../schemas/events.ts';
import type { Usage } from '../../../schemas/jobs-api.ts';
import { Client } from '../../support/client.ts';
import { isSigned } from '../../support/receiver.ts';
import { remains } from '../../support/remains.ts';
import { operate } from '../../support/service.ts';
import { sleep } from '../../support/waiting.ts';
import { deliveriesOver, everyEvent, metered, winners } from '../accounting.ts';
import { snapshot } from '../snapshot.ts';
import { type Key, PLENTY } from './keys.ts';
import { type KnownJob, type Ledger, MARK } from './ledger.ts';
import type { Prey } from './prey.ts';
import { type Call, type Receivers, WILLING } from './receivers.ts';

const ATTEMPTS = 4;
const OVER_MS = 150_000;
const POLLERS = 8;

export interface Books {
  prey: Prey;
  ledger: Ledger;
  keys: Key[];
  receivers: Receivers;
}

export async function closeBooks(books: Books): Promise<void> {
  await everythingOver(books);
  const events = await everyEvent(books.prey.place);
  dump(books, events);
  assertEnds(books, events);
  await assertQuotas(books, events);
  assertKeys(books, events);
  assertTimeouts(books, events);
  assertDeliveries(books, events);
  await assertResults(books, events);
  await assertRebuild(books);
  assertLog(books);
}

/** Writes what explains a violation to a file, and the services' output to another one with `.log` appended. */
function dump({ ledger, prey }: Books, events: readonly Event[]): void {
  const file = process.env.TEXTRAIL_SOAK_HISTORY;
  if (file === undefined) return;
  writeFileSync(file, [...ledger.history, ...events].map(line => JSON.stringify(line)).join('\n'));
  writeFileSync(`${file}.log`, prey.log());
}

/** Polls every accepted job to its end, twice, and waits for the last delivery. */
async function everythingOver({ prey, ledger, keys }: Books): Promise<void> {
  const end = Date.now() + OVER_MS;
  const client = (job: KnownJob) =>
    new Client({ base: prey.bases()[0] ?? '' }, keys.find(({ keyId }) => keyId === job.sent.keyId)?.apiKey);
  const jobs = [...ledger.jobs.values(), ...ledger.jobs.values()].values();
  const poller = async () => {
    for (const job of jobs)
      for (;;) {
        const answer = await client(job).poll(job.jobId);
        ledger.polled(job, answer);
        if (answer.status !== 503 && answer.body?.status !== 'processing') break;
        if (Date.now() > end) return ledger.violation(`${job.jobId} does not end: ${answer.text}`);
        await sleep(50);
      }
  };
  await Promise.all(Array.from({ length: POLLERS }, poller));
  for (;;) {
    const open = openEnds(await everyEvent(prey.place));
    if (open.length === 0) return;
    if (Date.now() > end) return ledger.violation(`never over: ${open.slice(0, 5)} (${open.length})`);
    await sleep(500);
  }
}

/** Requests without an end, and deliveries that are not over. */
function openEnds(events: readonly Event[]): string[] {
  const ended = winners(events);
  const over = deliveriesOver(events);
  const requests = events.flatMap(event =>
    event.type === 'ExtractRequested' && !ended.has(event.job_id) ? [`job ${event.job_id}`] : [],
  );
  const deliveries = [...ended.values()].flatMap(event =>
    event.webhook && !over.has(event.job_id) ? [`delivery ${event.job_id}`] : [],
  );
  return [...requests, ...deliveries];
}

/** Asserts house rules 1 and 2. */
function assertEnds({ ledger }: Books, events: readonly Event[]): void {
  const ended = winners(events);
  const requested = new Set(
    events.flatMap(event => (event.type === 'ExtractRequested' ? [event.job_id] : [])),
  );
  for (const { jobId, final } of ledger.jobs.values()) {
    const end = ended.get(jobId);
    if (!requested.has(jobId)) ledger.violation(`${jobId} was accepted and is not in the log`);
    if (end === undefined) ledger.violation(`${jobId} has no end in the log`);
    const isCompleted = end?.type === 'ExtractCompleted';
    if (final !== undefined && isCompleted !== (final.status === 200))
      ledger.violation(`${jobId} ended as ${end?.type} and was shown as ${final.status}`);
  }
  for (const jobId of ended.keys())
    if (!requested.has(jobId)) ledger.violation(`${jobId} ended without a request`);
}

/** Asserts house rule 3. */
async function assertQuotas({ prey, ledger, keys }: Books, events: readonly Event[]): Promise<void> {
  const completed = [...winners(events).values()].filter(event => event.type === 'ExtractCompleted');
  const unanswered = (ledger.counts.get('POST cut off') ?? 0) + (ledger.counts.get('POST 503 timeout') ?? 0);
  for (const { keyId, apiKey, quota, rate } of keys) {
    const count = completed.filter(event => event.key_id === keyId).length;
    const client = new Client({ base: prey.bases()[0] ?? '' }, apiKey);
    let used: number | string = await metered(client, quota).catch(error => String(error));
    // A request that was under way when its ingest was killed keeps its place of the quota for five minutes (decision
    // 27).
    const isFull = typeof used === 'string' && used.includes('quota_exceeded') && quota - count <= unanswered;
    if (isFull) used = await told(client);
    if (typeof used === 'string' && rate < PLENTY && used.includes('rate_limited')) continue;
    if (used !== count) ledger.violation(`key ${keyId} completed ${count} and was metered ${used}`);
  }
}

/** Documents of the month according to GET /v1/usage, which takes no place of the quota. */
async function told(client: Client): Promise<number | string> {
  const answer = await client.send('/v1/usage', { headers: client.authorization() });
  return answer.status === 200 ? (answer.body as Usage).documents.used : answer.text;
}

/** Asserts house rule 6. */
function assertKeys({ ledger }: Books, events: readonly Event[]): void {
  const jobs = new Map<string, string>();
  for (const event of events) {
    if (event.type !== 'ExtractRequested' || event.idempotency_key_hash === null) continue;
    const name = `${event.key_id}/${event.idempotency_key_hash}`;
    const first = jobs.get(name) ?? event.job_id;
    jobs.set(name, first);
    if (first !== event.job_id) ledger.violation(`an Idempotency-Key became ${first} and ${event.job_id}`);
  }
}

/** Asserts that no job had completed before its caller was answered 504, because that job is metered. */
function assertTimeouts({ ledger }: Books, events: readonly Event[]): void {
  const ended = winners(events);
  const jobs = new Map<string, string>();
  for (const event of events)
    if (event.type === 'ExtractRequested' && event.sha256 !== null)
      jobs.set(`${event.key_id}/${event.sha256}`, event.job_id);
  for (const { sent, at } of ledger.timedOut) {
    if (sent.file === undefined) continue;
    const sha256 = createHash('sha256').update(sent.file).digest('hex');
    const end = ended.get(jobs.get(`${sent.keyId}/${sha256}`) ?? '');
    if (end?.type === 'ExtractCompleted' && end.at + ledger.skewMs < at)
      ledger.violation(`${end.job_id} had completed ${at - end.at} ms before it was answered 504`);
    ledger.count('504 of a job that had not completed');
  }
}

/** Asserts house rule 7. */
function assertDeliveries({ ledger, receivers, prey }: Books, events: readonly Event[]): void {
  const ended = winners(events);
  const calls = Map.groupBy(receivers.calls, call => String(call.headers['x-service-job-id']));
  for (const [jobId, end] of ended) {
    if (!end.webhook) continue;
    const made = calls.get(jobId) ?? [];
    const attempts = attemptsAt(jobId, events);
    const delivered = events.find(event => event.type === 'WebhookDelivered' && event.job_id === jobId);
    ledger.count(delivered ? 'webhook delivered' : 'webhook given up');
    if (attempts > ATTEMPTS || made.length > ATTEMPTS)
      ledger.violation(`${made.length} calls and ${attempts} attempts at the webhook of ${jobId}`);
    if (delivered && made.length === 0) ledger.violation(`${jobId} is recorded as delivered and was not`);
    if (!delivered && attempts < ATTEMPTS)
      ledger.violation(`${jobId} was given up after ${attempts} attempts`);
    const [first] = made;
    if (!delivered && first !== undefined && WILLING.includes(first.temper))
      ledger.count('willing, given up');
    if (new Set(made.map(({ headers }) => headers['x-service-delivery'])).size > 1)
      ledger.violation(`several delivery ids for ${jobId}`);
    if (new Set(made.map(({ headers }) => headers['x-service-attempt'])).size < made.length)
      ledger.violation(
        `an attempt at ${jobId} was made twice: ${made.map(({ headers }) => headers['x-service-attempt'])}`,
      );
  }
  for (const call of receivers.calls)
    assertCall(call, ledger, ended, prey.place.environment.WEBHOOK_SIGNING_SECRET ?? '');
}

/** Number of different attempts. At a hand-over two instances may record the same attempt, but only one makes it. */
function attemptsAt(jobId: string, events: readonly Event[]): number {
  const numbers = events.flatMap(event =>
    event.type === 'WebhookAttempted' && event.job_id === jobId ? [event.attempt] : [],
  );
  return new Set(numbers).size;
}

function assertCall(call: Call, ledger: Ledger, ended: Map<string, Event>, secret: string): void {
  const jobId = String(call.headers['x-service-job-id']);
  const sent = ledger.sent.get(call.nonce);
  const where = `the webhook of ${jobId} to /${call.temper}/${call.nonce}`;
  if (!isSigned({ ...call, path: '', method: 'POST' }, secret)) ledger.violation(`${where} is not signed`);
  if (sent?.temper !== call.temper) {
    ledger.violation(`${where} was asked for by nobody`);
    return;
  }
  const end = ended.get(jobId);
  if (end === undefined || end.at > call.at + ledger.skewMs)
    ledger.violation(`${where} came before the end of its job`);
  if (end?.type === 'ExtractCompleted') ledger.ownWords(sent, call.body, where);
  const job = ledger.jobs.get(jobId);
  if (job !== undefined && job.sent.nonce !== call.nonce)
    ledger.violation(`${where} belongs to ${job.sent.nonce}`);
  if (job?.final !== undefined && job.final.text !== call.body) ledger.violation(`${where} differs from GET`);
}

/** Asserts that the result of every completed job is kept. */
async function assertResults({ prey, ledger }: Books, events: readonly Event[]): Promise<void> {
  const kept = new Set(await remains(prey.place, 'result'));
  const completed = [...winners(events).values()].filter(event => event.type === 'ExtractCompleted');
  for (const { job_id, result_blob } of completed)
    if (!kept.has(result_blob)) ledger.violation(`the result of ${job_id} is gone`);
  ledger.count(`results kept: ${kept.size} of ${completed.length} completed`);
}

/** Asserts house rule 5. */
async function assertRebuild(books: Books): Promise<void> {
  const { prey, ledger } = books;
  // Asking for the quota has created jobs.
  await everythingOver(books);
  await sleep(1_000);
  const live = await snapshot(prey.place);
  await operate(prey.place, 'rebuild');
  const rebuilt = await snapshot(prey.place);
  if (live === rebuilt) return;
  const [before, after] = [new Set(live.split('\n')), new Set(rebuilt.split('\n'))];
  const lost = [...before].filter(line => !after.has(line)).slice(0, 3);
  const found = [...after].filter(line => !before.has(line)).slice(0, 3);
  ledger.violation(
    `a rebuilt read model differs:\n  live    ${lost.join('\n          ')}\n  rebuilt ${found.join('\n          ')}`,
  );
}

/** Asserts that no name, address or text is in any log line. */
function assertLog({ prey, ledger, keys }: Books): void {
  const secrets = [MARK, ...keys.map(({ apiKey }) => apiKey.split('_').at(-1) ?? MARK)];
  const lines = prey.log().split('\n');
  for (const line of lines.filter(text => secrets.some(secret => text.includes(secret))).slice(0, 3))
    ledger.violation(`a log line tells too much: ${line.slice(0, 400)}`);
  const loud = lines.filter(line => /"level":(50|60)/.test(line));
  for (const line of loud) ledger.count(`log: ${/"msg":"([^"]*)"/.exec(line)?.[1]}`);
}

/** Asserts that nothing of any document is left once the retentions have run out. */
export async function assertNothingLeft({ prey, ledger }: Books): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    const left = [];
    for (const prefix of ['source', 'request', 'result'] as const)
      left.push(...(await remains(prey.place, prefix)));
    if (left.length === 0) return;
    if (Date.now() > end) return ledger.violation(`${left.length} blobs are left: ${left.slice(0, 3)}`);
    await sleep(1_000);
  }
}
