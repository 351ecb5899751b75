/**
 * What a quiet tenant notices of a hostile one: p95 alone, during each attack on the service (`beside`), and during the
 * same attack on a server of the attacker's own (`elsewhere`). The latter takes the same processor time, and shows the
 * loss that comes from both running on one machine.
 *
 *     npm run bench -- tenants [--short] [--only ATTACK,…] [--program FOLDER]
 *
 * `--program`: another build, such as a worktree of an earlier commit with its packages installed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { ATTACKS, type Attack, LARGE, type Target, UPLOAD } from './attacks.ts';
import { FORM_TYPE, form, percentiles, TINY_HTML } from './load.ts';
import { type BenchService, cpuSeconds, startService } from './service.ts';

const SECONDS = { alone: 5, elsewhere: 8, beside: 15 };
const SHORT_SECONDS = { alone: 2, elsewhere: 3, beside: 5 };
/** Default rate limit of a key. */
const RATE = 60;
const SINK_IN_MS = 1_000;
/** Longest wait of the quiet tenant for an answer. */
const PATIENCE_MS = 60_000;

/** One request of the quiet tenant, from its start to its end. */
type Request = (caller: Caller) => Promise<void>;

const REQUESTS: Partial<Record<Attack, Request>> = {
  'slow uploads': extract(UPLOAD),
  'slow results': pollLarge,
  'costly jobs': async caller => void (await caller.finished(TINY_HTML)),
  hanging: async caller => caller.delivered(),
};

export async function tenants(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      program: { type: 'string' },
    },
  });
  const receiver = await startReceiver();
  const names = Object.keys(ATTACKS) as Attack[];
  for (const name of names.filter(one => values.only?.split(',').includes(one) ?? true)) {
    const service = await startService({ EGRESS_ALLOW: '127.0.0.0/8' }, values.program);
    try {
      await beside(name, service, receiver, values.short ? SHORT_SECONDS : SECONDS);
    } finally {
      await service.kill();
    }
  }
  receiver.close();
}

async function beside(name: Attack, service: BenchService, receiver: Receiver, seconds: typeof SECONDS) {
  const caller = new Caller(service, service.issueKey(), receiver);
  const request = REQUESTS[name] ?? extract(TINY_HTML);
  await measured(caller, request, 1);
  const alone = await measured(caller, request, seconds.alone);
  const target: Target = {
    keys: [service.issueKey(RATE), service.issueKey(RATE)],
    unlimited: service.issueKey(),
    hanging: receiver.hanging,
  };
  const during = async (base: string | undefined, time: number) => {
    const attacker = await attack(name, base === undefined ? target : { ...target, base });
    const before = { attacker: cpuSeconds(attacker), service: service.cpuSeconds(), at: performance.now() };
    const result = await measured(caller, request, time);
    const took = (performance.now() - before.at) / 1_000;
    const cores = (now: number, then: number) => ((now - then) / took).toFixed(2);
    const cpu = `attacker ${cores(cpuSeconds(attacker), before.attacker)}, service ${cores(service.cpuSeconds(), before.service)} cores`;
    attacker.kill('SIGKILL');
    return { ...result, cpu };
  };
  const elsewhere = await during(undefined, seconds.elsewhere);
  const here = await during(service.base, seconds.beside);
  await caller.close();
  const of = ({ p95, most, failed }: Measured) =>
    `${p95.toFixed(0)} ms (most ${most.toFixed(0)}${failed > 0 ? `, ${failed} failed` : ''})`;
  console.log(
    `${ATTACKS[name]}: p95 alone ${of(alone)}; elsewhere ${of(elsewhere)}, ${elsewhere.cpu}; beside ${of(here)}, ${here.cpu}; stored ${service.storedMb().toFixed(0)} MB`,
  );
}

/** Starts the attack; resolves when it is under way. */
async function attack(name: Attack, target: Target): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'attacks.ts');
  const child = spawn(process.execPath, [program, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(target));
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', code => reject(new Error(`the attack ended with ${code}`)));
  });
  await sleep(SINK_IN_MS);
  return child;
}

interface Receiver {
  url: (id: number) => string;
  hanging: string;
  /** Resolves when the webhook with this id is called. */
  called: (id: number) => Promise<void>;
  close: () => void;
}

/** One server for all webhooks: numbered paths are answered, `/hanging` never is. */
async function startReceiver(): Promise<Receiver> {
  const waiting = new Map<string, () => void>();
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/hanging') return;
    response.end();
    waiting.get(request.url ?? '')?.();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: id => `${base}/${id}`,
    hanging: `${base}/hanging`,
    called: id => new Promise(resolve => waiting.set(`/${id}`, resolve)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

class Caller {
  private readonly pool: Pool;
  private readonly key: string;
  private readonly receiver: Receiver;
  private largeJob: Promise<string> | undefined;
  private calls = 0;

  constructor({ base }: BenchService, key: string, receiver: Receiver) {
    this.pool = new Pool(base, { connections: 1, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });
    this.key = key;
    this.receiver = receiver;
  }

  async post(body: Buffer, query = ''): Promise<string> {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': FORM_TYPE };
    const request = { path: `/v1/extract${query}`, method: 'POST' as const, headers, body: form(body) };
    const response = await this.pool.request(request);
    const text = await response.body.text();
    if (response.statusCode > 202) throw new Error(`answered ${response.statusCode}: ${text.slice(0, 200)}`);
    return text;
  }

  async poll(job: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.key}` };
    const response = await this.pool.request({ path: `/v1/extract/${job}`, method: 'GET', headers });
    return response.body.text();
  }

  /** Creates a job with this document and returns its id once the job is finished. */
  async finished(body: Buffer): Promise<string> {
    const { job_id: job } = JSON.parse(await this.post(body, '?async=true')) as { job_id: string };
    while ((await this.poll(job)).startsWith('{"status":"processing"')) await sleep(20);
    return job;
  }

  /** Creates a job and resolves when its webhook has been called. */
  async delivered(): Promise<void> {
    const id = this.calls++;
    const called = this.receiver.called(id);
    await this.post(TINY_HTML, `?async=true&webhook_url=${encodeURIComponent(this.receiver.url(id))}`);
    const late = sleep(PATIENCE_MS, 'late', { ref: false });
    if ((await Promise.race([called, late])) === 'late') throw new Error('no webhook came');
  }

  large(): Promise<string> {
    this.largeJob ??= this.finished(LARGE);
    return this.largeJob;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

function extract(body: Buffer): Request {
  return async caller => void (await caller.post(body));
}

async function pollLarge(caller: Caller): Promise<void> {
  const text = await caller.poll(await caller.large());
  if (text.length < LARGE.length / 2) throw new Error('the result did not come whole');
}

interface Measured {
  p95: number;
  most: number;
  failed: number;
}

async function measured(caller: Caller, request: Request, seconds: number): Promise<Measured> {
  const times: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1_000;
  do {
    const begin = performance.now();
    await request(caller).catch(() => failed++);
    times.push(performance.now() - begin);
  } while (performance.now() < end);
  return { p95: percentiles(times).p95, most: Math.max(...times), failed };
}
