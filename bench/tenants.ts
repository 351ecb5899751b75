/**
 * What a quiet tenant notices of a hostile one: p95 alone and beside each attack. The attacker is this same process, and
 * wants the same cores where there are only two: what it costs to attack is part of the figure.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { nestedForms } from '../tests/support/hostile-documents.ts';
import { requestHead, Wire } from '../tests/support/wire.ts';
import { FORM_TYPE, form, percentiles, TINY_HTML } from './load.ts';
import { type BenchService, startService } from './service.ts';

const ALONE_SECONDS = 4;
const BESIDE_SECONDS = 12;
/** What keys have by default. */
const RATE = 60;
const SINK_IN_MS = 1_000;
const PARAGRAPH = `<p>${'The board met on Monday and agreed on the plan. '.repeat(20)}</p>`;
/** Results of .9 MB and 5 MB. */
const MIDDLING = document(950);
const LARGE = document(5_200);
const UPLOAD = Buffer.concat([TINY_HTML, Buffer.alloc(1_000_000, ' ')]);

/** Begins, and answers how to end. */
type Attack = (service: BenchService) => Promise<() => void>;
/** One request of the quiet tenant, to its end. */
type Request = (caller: Caller) => Promise<void>;

const ATTACKS: readonly [name: string, attack: Attack, request: Request][] = [
  ['10 sockets that poll 64 results of .9 MB each and read none', unread, extract(TINY_HTML)],
  ['2 keys with 20 uploads of 1 MB each, a byte now and then', slowUploads, extract(UPLOAD)],
  ['2 keys with 16 polls of 5 MB each, read by nobody', slowResults, pollLarge],
  ['4 connections that poll without end', flood, extract(TINY_HTML)],
  ['4 forms with endless preambles', preambles, extract(TINY_HTML)],
  ['a 4 KB PDF of 10^12 operators every second', costlyDocuments, extract(TINY_HTML)],
];

export async function tenants(): Promise<void> {
  for (const [name, attack, request] of ATTACKS) {
    const service = await startService();
    try {
      const caller = new Caller(service, service.issueKey());
      await measured(caller, request, 1);
      const alone = await measured(caller, request, ALONE_SECONDS);
      const end = await attack(service);
      await sleep(SINK_IN_MS);
      const beside = await measured(caller, request, BESIDE_SECONDS);
      end();
      await caller.close();
      console.log(
        `${name}: p95 ${alone.p95.toFixed(1)} ms alone, ${beside.p95.toFixed(1)} ms beside it (most ${beside.most.toFixed(0)} ms, ${beside.failed} failed)`,
      );
    } finally {
      await service.kill();
    }
  }
}

/** Waits for its answers, at most so long. */
const PATIENCE_MS = 60_000;

class Caller {
  private readonly pool: Pool;
  private readonly key: string;
  private largeJob: Promise<string> | undefined;

  constructor({ base }: BenchService, key: string) {
    this.pool = new Pool(base, { connections: 1, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });
    this.key = key;
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

  /** A finished job with such a document; answers its id. */
  async finished(body: Buffer): Promise<string> {
    const { job_id: job } = JSON.parse(await this.post(body, '?async=true')) as { job_id: string };
    while ((await this.poll(job)).startsWith('{"status":"processing"')) await sleep(50);
    return job;
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

async function measured(caller: Caller, request: Request, seconds: number) {
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

function document(paragraphs: number): Buffer {
  return Buffer.from(`<!DOCTYPE html><body>${PARAGRAPH.repeat(paragraphs)}</body>`);
}

const authorization = (key: string) => `Authorization: Bearer ${key}`;
const pollOf = (key: string, job: string) => requestHead('GET', `/v1/extract/${job}`, [authorization(key)]);
const postOf = (key: string, ...fields: string[]) =>
  requestHead('POST', '/v1/extract', [authorization(key), `Content-Type: ${FORM_TYPE}`, ...fields]);

async function jobOf(service: BenchService, key: string, body: Buffer): Promise<string> {
  const caller = new Caller(service, key);
  const job = await caller.finished(body);
  await caller.close();
  return job;
}

function ending(wires: readonly Wire[], timer?: NodeJS.Timeout): () => void {
  return () => {
    clearInterval(timer);
    for (const wire of wires) wire.destroy();
  };
}

async function unread(service: BenchService): Promise<() => void> {
  const key = service.issueKey(RATE);
  const poll = pollOf(key, await jobOf(service, key, MIDDLING));
  return ending(Array.from({ length: 10 }, () => new Wire(service, { reads: false }).send(poll.repeat(64))));
}

async function slowResults(service: BenchService): Promise<() => void> {
  const keys = [service.issueKey(RATE), service.issueKey(RATE)];
  const polls = await Promise.all(keys.map(async key => pollOf(key, await jobOf(service, key, LARGE))));
  return ending(
    polls.flatMap(poll => Array.from({ length: 16 }, () => new Wire(service, { reads: false }).send(poll))),
  );
}

async function slowUploads(service: BenchService): Promise<() => void> {
  const body = form(UPLOAD);
  const wires = [service.issueKey(RATE), service.issueKey(RATE)].flatMap(key =>
    Array.from({ length: 20 }, () =>
      new Wire(service).send(postOf(key, `Content-Length: ${body.length}`)).send(body.subarray(0, 400_000)),
    ),
  );
  const drop = () => {
    for (const { socket } of wires) if (socket.writable) socket.write(' ');
  };
  return ending(wires, setInterval(drop, 1_000));
}

async function flood(service: BenchService): Promise<() => void> {
  const poll = pollOf(service.issueKey(RATE), 'none').repeat(50);
  const wires = Array.from({ length: 4 }, () => new Wire(service, { reads: false }));
  let isOver = false;
  for (const { socket } of wires) {
    let answered = 0;
    socket.on('data', (chunk: Buffer) => {
      answered += chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
      if (answered < 50 || isOver) return;
      answered = 0;
      socket.write(poll);
    });
    socket.resume();
    socket.write(poll);
  }
  return () => {
    isOver = true;
    ending(wires)();
  };
}

async function preambles(service: BenchService): Promise<() => void> {
  const key = service.issueKey(RATE);
  const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]);
  const open = () => new Wire(service).send(postOf(key, 'Transfer-Encoding: chunked'));
  const wires = Array.from({ length: 4 }, open);
  const more = () => {
    for (const [at, wire] of wires.entries()) {
      // Whoever is refused begins again.
      if (wire.closed) wires[at] = open();
      else if (wire.socket.writableLength === 0) for (let count = 0; count < 16; count++) wire.send(piece);
    }
  };
  const timer = setInterval(more, 5);
  return () => ending(wires, timer)();
}

async function costlyDocuments(service: BenchService): Promise<() => void> {
  const key = service.issueKey(RATE);
  const caller = new Pool(service.base, { connections: 64 });
  const body = form(nestedForms());
  const headers = { authorization: `Bearer ${key}`, 'content-type': FORM_TYPE };
  const timer = setInterval(() => {
    const sent = caller.request({ path: '/v1/extract', method: 'POST', headers, body });
    void sent.then(({ body: answer }) => answer.dump()).catch(() => undefined);
  }, 1_000);
  return () => {
    clearInterval(timer);
    void caller.destroy();
  };
}
