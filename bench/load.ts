/** A load generator: callers in a loop over kept connections. Measures how long each request takes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { pdf } from '../tests/support/pdf-documents.ts';
import { KeptConnection, prepared } from './kept-connection.ts';

/** The address for requests, and the key to send them with. */
export interface ServiceAddress {
  base: string;
  key: string;
}

export interface Load {
  callers: number;
  seconds: number;
  path?: string;
  document: Buffer;
}

export interface Measured {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** Number of answers by status. */
  statuses: Map<number, number>;
}

/** Markup that begins a new paragraph inside the one paragraph that the tests' document builders take. */
export const BETWEEN_PARAGRAPHS = {
  html: '</p><p>',
  eml: '\r\n\r\n',
  docx: '</w:t></w:r></w:p><w:p><w:r><w:t>',
  pptx: '</a:t></a:r></a:p><a:p><a:r><a:t>',
  xlsx: '</t></is></c></row><row><c t="inlineStr"><is><t>',
} as const;

const BOUNDARY = 'textrail-bench-boundary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export function form(document: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="d"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), document, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** Sends requests over kept connections and records how long each takes. */
class Asker {
  readonly #request: Buffer;
  readonly #base: string;
  readonly #connections: number;
  readonly #open: Promise<KeptConnection>[] = [];
  readonly #free: KeptConnection[] = [];
  /** Requests that wait for a connection. */
  readonly #waiting: ((connection: KeptConnection) => void)[] = [];
  readonly #times: number[] = [];
  readonly #statuses = new Map<number, number>();
  readonly #startedAt = performance.now();

  constructor({ base, key }: ServiceAddress, connections: number, path: string, document: Buffer) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': FORM_TYPE };
    const request = { method: 'POST', path, headers, body: form(document) };
    this.#request = prepared(request, new URL(base).host);
    this.#base = base;
    this.#connections = connections;
  }

  async ask(): Promise<void> {
    const begin = performance.now();
    const connection = await this.#take();
    const status = await connection.send(this.#request);
    this.#times.push(performance.now() - begin);
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(connection);
    else next(connection);
  }

  async #take(): Promise<KeptConnection> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#open.length >= this.#connections)
      return new Promise(resolve => {
        this.#waiting.push(resolve);
      });
    const opening = KeptConnection.open(this.#base);
    this.#open.push(opening);
    return opening;
  }

  /** Call it once all requests are answered. Closes the connections. */
  async measured(): Promise<Measured> {
    const took = (performance.now() - this.#startedAt) / 1000;
    for (const connection of await Promise.all(this.#open)) connection.close();
    return { perSecond: this.#times.length / took, ...percentiles(this.#times), statuses: this.#statuses };
  }
}

export async function load(
  service: ServiceAddress,
  { callers, seconds, path = '/v1/extract', document }: Load,
): Promise<Measured> {
  const asker = new Asker(service, callers, path, document);
  const end = performance.now() + seconds * 1000;
  const caller = async () => {
    while (performance.now() < end) await asker.ask();
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return asker.measured();
}

/** Connections of `loadPaced`: more than requests are open at half of saturation. If all are taken, the wait for one counts. */
const PACED_CONNECTIONS = 64;

/** Sends requests at random times at a given rate, whether or not the previous ones have been answered. */
export async function loadPaced(
  service: ServiceAddress,
  { perSecond, seconds, document }: { perSecond: number; seconds: number; document: Buffer },
): Promise<Measured> {
  const asker = new Asker(service, PACED_CONNECTIONS, '/v1/extract', document);
  const asked: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let due = startedAt; due < startedAt + seconds * 1000; ) {
    while (due <= performance.now()) {
      asked.push(asker.ask());
      due -= (Math.log(1 - Math.random()) * 1000) / perSecond;
    }
    await sleep(1);
  }
  await Promise.all(asked);
  return asker.measured();
}

export function percentiles(times: number[]): { p50: number; p95: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export const TINY_HTML = Buffer.from(
  `<!doctype html><html><head><title>Minutes</title></head><body><h1>Minutes</h1>${'<p>The board met on Monday and agreed on the plan for the coming quarter.</p>'.repeat(16)}</body></html>`,
);

/** A PDF of plain lines, which take a few milliseconds of parsing a page: the document of a job. */
export function linesPdf(pages: number, linesPerPage: number): Buffer {
  const text = 'The board met on Monday and agreed on the plan for the coming quarter and year.';
  const page = Array.from({ length: linesPerPage }, (_, at) => ({ text: `${at}. ${text}`, size: 9 }));
  return pdf(Array.from({ length: pages }, () => page));
}

/** Posts `count` jobs; resolves when all are accepted. */
export async function submitJobs(service: ServiceAddress, count: number, document: Buffer): Promise<void> {
  const callers = 8;
  const pool = new Pool(service.base, { connections: callers });
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': FORM_TYPE };
  const body = form(document);
  let left = count;
  const caller = async () => {
    while (left-- > 0) {
      const response = await pool.request({ path: '/v1/extract?async=true', method: 'POST', headers, body });
      await response.body.dump();
      if (response.statusCode !== 202) throw new Error(`a job was answered ${response.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await pool.close();
}
