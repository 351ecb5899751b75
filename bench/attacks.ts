/**
 * The attacks of hostile tenants. bench/tenants.ts runs this in a process of its own, so that its share of the
 * processor can be told from the service's. `node bench/attacks.ts NAME` reads a `Target` as one line of JSON from
 * standard input, prints `begun` when the attack is under way, and continues until it is killed. Without an address it
 * attacks a server of its own that answers everything, which shows how much the attacker alone slows others on the same
 * machine.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { HOSTILE_DOCUMENTS, longWorkbook, nestedForms } from '../tests/support/hostile-documents.ts';
import { requestHead, Wire } from '../tests/support/wire.ts';
import { FORM_TYPE, form, TINY_HTML } from './load.ts';

export interface Target {
  /** The service's address; undefined for a server of our own (see above). */
  base?: string;
  /** Keys with the default rate limit. */
  keys: readonly string[];
  /** A key without limits. */
  unlimited: string;
  /** An address that never answers a webhook. */
  hanging: string;
}

interface Attacked extends Target {
  base: string;
}

const MIB = 1024 * 1024;
const PARAGRAPH = `<p>${'The board met on Monday and agreed on the plan. '.repeat(20)}</p>`;
export const page = (paragraphs: number): Buffer =>
  Buffer.from(`<!DOCTYPE html><body>${PARAGRAPH.repeat(paragraphs)}</body>`);
/** Results of .9 MB and 5 MB. */
const MIDDLING = page(950);
export const LARGE = page(5_200);
export const UPLOAD = Buffer.concat([TINY_HTML, Buffer.alloc(1_000_000, ' ')]);

export const ATTACKS = {
  unread: '10 sockets that poll 64 results of .9 MB each and read none',
  'slow uploads': '2 keys with 20 uploads of 1 MB each, a byte now and then',
  'slow results': '2 keys with 16 polls of 5 MB each, read by nobody',
  flood: '4 connections that poll without end',
  preambles: '4 forms with endless preambles',
  'small chunks': '16 forms in chunks of a byte, without end',
  costly: 'a 4 KB PDF of 10^12 operators every second',
  worst: 'all of the worst known documents at once, again every 15 s',
  'costly jobs': '60 jobs at once, each a 4 KB PDF of 10^12 operators',
  'large answers': '4 workbooks at a time, each with an answer of 540 MB, read to its end',
  junk: '10 MB of junk every second, refused',
  hanging: '300 webhook calls to a receiver that never answers them',
} as const;
export type Attack = keyof typeof ATTACKS;

const authorization = (key: string) => `Authorization: Bearer ${key}`;
const pollOf = (key: string, job: string) => requestHead('GET', `/v1/extract/${job}`, [authorization(key)]);
const postOf = (key: string, ...fields: string[]) =>
  requestHead('POST', '/v1/extract', [authorization(key), `Content-Type: ${FORM_TYPE}`, ...fields]);

/** Posts the body and returns the text of the answer, whatever its status. */
async function post(pool: Pool, key: string, body: Buffer, query = ''): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': FORM_TYPE };
  const answer = await pool.request({ path: `/v1/extract${query}`, method: 'POST', headers, body });
  return answer.body.text();
}

const poolOf = (base: string): Pool => new Pool(base, { connections: 64, headersTimeout: 0, bodyTimeout: 0 });
const ignored = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** Creates a job with this document and returns its id once the job is finished. */
async function jobOf({ base }: Attacked, key: string, body: Buffer): Promise<string> {
  const pool = poolOf(base);
  const { job_id: job } = JSON.parse(await post(pool, key, form(body), '?async=true')) as { job_id: string };
  for (let text = '{"status":"processing"'; text.startsWith('{"status":"processing"'); await sleep(50)) {
    const headers = { authorization: `Bearer ${key}` };
    text = await (await pool.request({ path: `/v1/extract/${job}`, method: 'GET', headers })).body.text();
  }
  ignored(pool.close());
  return job;
}

async function unread(target: Attacked): Promise<void> {
  const key = target.keys[0] ?? '';
  const poll = pollOf(key, await jobOf(target, key, MIDDLING)).repeat(64);
  for (let at = 0; at < 10; at++) new Wire(target, { reads: false }).send(poll);
}

async function slowResults(target: Attacked): Promise<void> {
  for (const key of target.keys) {
    const poll = pollOf(key, await jobOf(target, key, LARGE));
    for (let at = 0; at < 16; at++) new Wire(target, { reads: false }).send(poll);
  }
}

async function slowUploads(target: Attacked): Promise<void> {
  const body = form(UPLOAD);
  const wires = target.keys.flatMap(key =>
    Array.from({ length: 20 }, () =>
      new Wire(target).send(postOf(key, `Content-Length: ${body.length}`)).send(body.subarray(0, 400_000)),
    ),
  );
  setInterval(() => {
    for (const { socket } of wires) if (socket.writable) socket.write(' ');
  }, 1_000);
}

async function flood(target: Attacked): Promise<void> {
  const poll = pollOf(target.keys[0] ?? '', 'none').repeat(50);
  for (let at = 0; at < 4; at++) {
    const { socket } = new Wire(target, { reads: false });
    let answered = 0;
    socket.on('data', (chunk: Buffer) => {
      answered += chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
      if (answered < 50) return;
      answered = 0;
      socket.write(poll);
    });
    socket.resume();
    socket.write(poll);
  }
}

const preambles = (target: Attacked): Promise<void> =>
  chunked(
    target,
    4,
    Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]),
  );

const smallChunks = (target: Attacked): Promise<void> =>
  chunked(target, 16, Buffer.from('1\r\n \r\n'.repeat(10_000)));

/** Sends `count` chunked forms made of `piece`, without end. */
async function chunked(target: Attacked, count: number, piece: Buffer): Promise<void> {
  const key = target.keys[0] ?? '';
  const open = () => new Wire(target).send(postOf(key, 'Transfer-Encoding: chunked'));
  const wires = Array.from({ length: count }, open);
  setInterval(() => {
    for (const [at, wire] of wires.entries()) {
      // Open a closed connection again.
      if (wire.closed) wires[at] = open();
      else if (wire.socket.writableLength === 0) for (let count = 0; count < 16; count++) wire.send(piece);
    }
  }, 5);
}

async function repeatedly(everyMs: number, work: () => void): Promise<void> {
  work();
  setInterval(work, everyMs);
}

async function costly({ base, keys }: Attacked): Promise<void> {
  const [pool, body] = [poolOf(base), form(nestedForms())];
  await repeatedly(1_000, () => ignored(post(pool, keys[0] ?? '', body)));
}

async function worst({ base, keys }: Attacked): Promise<void> {
  const pool = poolOf(base);
  const bodies = Object.values(HOSTILE_DOCUMENTS).map(build => form(build()));
  await repeatedly(15_000, () => {
    for (const body of bodies) ignored(post(pool, keys[0] ?? '', body));
  });
}

async function costlyJobs({ base, unlimited }: Attacked): Promise<void> {
  const [pool, body] = [poolOf(base), form(nestedForms())];
  await Promise.all(Array.from({ length: 60 }, () => post(pool, unlimited, body, '?async=true')));
}

async function largeAnswers({ base, keys }: Attacked): Promise<void> {
  const body = form(longWorkbook());
  const headers = { authorization: `Bearer ${keys[0]}`, 'content-type': FORM_TYPE };
  const pool = poolOf(base);
  const ask = async () => {
    const request = { path: '/v1/extract?format=json', method: 'POST' as const, headers, body };
    const answer = await pool.request(request);
    for await (const _ of answer.body);
  };
  const askOn = async () => {
    for (;;) await ask().catch(() => sleep(1_000));
  };
  for (let at = 0; at < 4; at++) void askOn();
}

async function junk({ base, keys }: Attacked): Promise<void> {
  const [pool, body] = [poolOf(base), form(Buffer.alloc(9.9 * MIB, 'no document '))];
  await repeatedly(1_000, () => ignored(post(pool, keys[0] ?? '', body)));
}

async function hanging({ base, unlimited, hanging: receiver }: Attacked): Promise<void> {
  const [pool, body] = [poolOf(base), form(TINY_HTML)];
  const query = `?async=true&webhook_url=${encodeURIComponent(receiver)}`;
  await Promise.all(Array.from({ length: 300 }, () => post(pool, unlimited, body, query)));
}

const BEGIN: Record<Attack, (target: Attacked) => Promise<void>> = {
  unread,
  'slow uploads': slowUploads,
  'slow results': slowResults,
  flood,
  preambles,
  'small chunks': smallChunks,
  costly,
  worst,
  'costly jobs': costlyJobs,
  'large answers': largeAnswers,
  junk,
  hanging,
};

/** Starts a server that reads and answers everything and stores nothing. Resolves to its address. */
function nobodys(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.end('{"status":"success","job_id":"none"}'));
  });
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

if (import.meta.main) {
  const name = process.argv[2] as Attack;
  const target = JSON.parse((await process.stdin.take(1).toArray()).join('')) as Target;
  await BEGIN[name]({ ...target, base: target.base ?? (await nobodys()) });
  process.stdout.write('begun\n');
}
