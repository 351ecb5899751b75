/**
 * Four services (two ingests, two extractors) on the real servers, 1,000 mixed jobs, and every process and every
 * server killed with -9 in turn while they run. Then the books are checked: every accepted job ended once, the quota
 * equals the completed jobs, every webhook was delivered and none was tried more than four times.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as documents from '../tests/support/documents.ts';
import { textPdf } from '../tests/support/pdf-documents.ts';
import { FORM_TYPE, form } from './load.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const JOBS = 1_000;
const CALLERS = 6;
const KILL_EVERY_MS = 8_000;
const PORT = 18_400;
const PATIENCE_MS = 240_000;
const TARGETS = [
  'ingest',
  'extractor',
  'projector',
  'webhooker',
  'ingest',
  'extractor',
  'kafka',
  'redis',
  'minio',
] as const;

interface Accepted {
  id: string;
  /** Delivery attempts seen by the receiver. */
  attempts: number;
  deliveries: Set<string>;
  final: string | undefined;
}

const stack = (...verbs: string[]): string =>
  execFileSync(process.execPath, ['stack/stack.ts', ...verbs], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).toString();

function settingsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

class Cluster {
  readonly pids = new Map<string, number>();
  private readonly child: ChildProcess;

  constructor(env: Record<string, string | undefined>) {
    const counts = ['--ingest', '2', '--extractor', '2'];
    this.child = spawn(process.execPath, ['commands/cluster.ts', ...counts], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.child.stdout?.on('data', chunk => {
      for (const [, role = '', port = '', pid] of String(chunk).matchAll(
        /^(\w+) http:\S+:(\d+) pid (\d+)$/gm,
      ))
        this.pids.set(`${role}:${port}`, Number(pid));
    });
  }

  async ready(): Promise<void> {
    for (const port of [PORT, PORT + 1])
      while (!(await answers(`http://127.0.0.1:${port}/readyz`))) await sleep(200);
  }

  /** Kills the instance of a role that has lived longest, so that two kills of one role meet different instances. */
  kill(role: string): string {
    const [name, pid] =
      [...this.pids]
        .filter(([key]) => key.startsWith(`${role}:`))
        .toSorted(([, one], [, other]) => one - other)[0] ?? [];
    if (pid === undefined) throw new Error(`no ${role} runs`);
    process.kill(pid, 'SIGKILL');
    return `${name} (pid ${pid})`;
  }

  async stop(): Promise<void> {
    const gone = new Promise(resolve => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await gone;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Kills a server and brings it back by `stack up`. */
function killServer(name: string): string {
  const pid = Number(new RegExp(`^${name}\\tup\\tpid (\\d+)`, 'm').exec(stack('status'))?.[1]);
  process.kill(pid, 'SIGKILL');
  stack('up');
  return `${name} (pid ${pid}), started again`;
}

const DOCUMENTS: Buffer[] = [
  documents.html(),
  documents.docx(),
  documents.xlsx(),
  documents.pptx(),
  documents.eml(),
  textPdf('A page of words.', 'Another paragraph of them.'),
  documents.encryptedDocx(),
  Buffer.from('nothing that anybody could read'),
];

/** Posts until some ingest answers; the Idempotency-Key makes every repeat the same job. */
async function submit(key: string, index: number, webhook: string): Promise<string> {
  const document = DOCUMENTS[index % DOCUMENTS.length] ?? Buffer.alloc(0);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': FORM_TYPE,
    'idempotency-key': `chaos-${process.pid}-${index}`,
  };
  const query = index % 3 === 0 ? `&webhook_url=${encodeURIComponent(webhook)}` : '';
  for (let attempt = 0; ; attempt++) {
    const url = `http://127.0.0.1:${PORT + ((index + attempt) % 2)}/v1/extract?async=true${query}`;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: form(document),
        signal: AbortSignal.timeout(40_000),
      });
      const body = (await response.json()) as { job_id?: string };
      if (response.status === 202 && body.job_id !== undefined) return body.job_id;
      if (response.status < 500) throw new Error(`submission ${index} was answered ${response.status}`);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('submission')) throw error;
    }
    await sleep(300);
  }
}

async function finalState(key: string, id: string): Promise<string> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(250)) {
    for (const port of [PORT, PORT + 1]) {
      try {
        const response = await fetch(`http://127.0.0.1:${port}/v1/extract/${id}`, {
          headers: { authorization: `Bearer ${key}` },
          signal: AbortSignal.timeout(5_000),
        });
        if (response.status === 404) return 'LOST (404)';
        const body = (await response.json()) as { status: string; error?: { code: string } };
        if (response.status !== 503 && body.status !== 'processing') return body.error?.code ?? body.status;
      } catch {
        // This ingest is being killed; the other one answers.
      }
    }
  }
  return 'STUCK';
}

export async function chaos(): Promise<void> {
  const env = {
    ...process.env,
    ...settingsOf(stack('up')),
    PORT: String(PORT),
    RATE_LIMIT_PER_MINUTE: '1000000',
    EGRESS_ALLOW: '127.0.0.0/8',
    WEBHOOK_BACKOFF_MS: '500,2000,8000',
    LOG_LEVEL: 'error',
  };
  const jobs = new Map<string, Accepted>();
  const receiver = createServer((request, response) => {
    const job = jobs.get(String(request.headers['x-service-job-id']));
    if (job !== undefined) {
      job.attempts++;
      job.deliveries.add(String(request.headers['x-service-delivery']));
    }
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
  const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const cluster = new Cluster(env);
  await cluster.ready();
  const issued = execFileSync(process.execPath, ['commands/keys.ts', 'issue', '--quota', '1000000'], {
    cwd: ROOT,
    env,
  }).toString();
  const { api_key: key } = JSON.parse(issued.trim().split('\n').at(-1) ?? '{}') as { api_key: string };
  const startedAt = Date.now();
  let next = 0;
  let submitting = true;
  const repeated: string[] = [];
  const caller = async () => {
    while (next < JOBS || submitting) {
      const index = next++;
      const id = await submit(key, index, webhook);
      if (jobs.has(id)) repeated.push(id);
      jobs.set(id, { id, attempts: 0, deliveries: new Set(), final: undefined });
      await sleep(index < JOBS ? 300 : 1_000);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  for (const target of TARGETS) {
    await sleep(KILL_EVERY_MS);
    const before = jobs.size;
    const victim =
      target === 'kafka' || target === 'redis' || target === 'minio'
        ? killServer(target)
        : cluster.kill(target);
    console.log(
      `${((Date.now() - startedAt) / 1000).toFixed(0)} s: killed ${victim}, with ${before} jobs accepted`,
    );
  }
  submitting = false;
  await callers;
  console.log(
    `${((Date.now() - startedAt) / 1000).toFixed(0)} s: ${jobs.size} jobs accepted; waiting for their ends`,
  );
  const states = new Map<string, number>();
  await Promise.all(
    [...jobs.values()].map(async job => {
      job.final = await finalState(key, job.id);
      states.set(job.final, (states.get(job.final) ?? 0) + 1);
    }),
  );
  await sleep(15_000);
  const remaining = (
    await fetch(`http://127.0.0.1:${PORT}/v1/extract`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': FORM_TYPE },
      body: form(documents.html()),
    })
  ).headers.get('x-quota-remaining');
  const used = 1_000_000 - Number(remaining) - 1;
  const completed = states.get('success') ?? 0;
  const hooked = [...jobs.values()].filter(job => job.attempts > 0);
  console.log(`ends: ${JSON.stringify([...states])}`);
  console.log(
    `metered ${used}, completed ${completed}: ${used === completed ? 'equal' : 'NOT EQUAL'}; repeated ids across different keys: ${repeated.length}`,
  );
  console.log(
    `webhooks: ${hooked.length} of ${Math.ceil(next / 3)} jobs reached their receiver, most attempts ${Math.max(0, ...hooked.map(job => job.attempts))}, jobs with more than one delivery id: ${hooked.filter(job => job.deliveries.size > 1).length}`,
  );
  receiver.close();
  await cluster.stop();
}
