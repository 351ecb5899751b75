/** The one HTTP client for addresses that callers name: the `url` to fetch, webhooks and `result_url`. */
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { joined } from '../large-bytes.ts';
import { type Network, parseNetworks } from './addresses.ts';
import { refusedAtSight } from './at-sight.ts';
import { charsetOf } from './charset.ts';
import type { Client } from './client.ts';
import { Clock } from './clock.ts';
import { contentOf } from './content-coding.ts';
import { EgressRefused } from './egress-refused.ts';

const FETCH_PORTS = [443];
export const WEBHOOK_PORTS: readonly number[] = [80, 443];
const MAX_REDIRECTS = 3;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
/**
 * Loading the client's hundred modules is delayed by this many ms, so that it does not slow the start and no caller has
 * to wait for it.
 */
const LOADED_AFTER_MS = 3_000;

/** Names of the errors for a timeout in undici and in Node's abort signals. */
const TIMEOUTS = ['ConnectTimeoutError', 'HeadersTimeoutError', 'TimeoutError', 'AbortError'];

export type FetchFailure = 'refused' | 'failed' | 'too_large';

/** A fetch or delivery that did not succeed. The message never gives a reason that would help a caller explore our network. */
export class EgressError extends Error {
  readonly reason: FetchFailure | 'timeout' | 'connection';
  /** True if the address was refused without looking up its name; see at-sight.ts. */
  readonly atSight: boolean;

  constructor(reason: EgressError['reason'], options: ErrorOptions & { atSight?: boolean } = {}) {
    super(`egress: ${reason}`, options);
    this.name = 'EgressError';
    this.reason = reason;
    this.atSight = options.atSight ?? false;
  }
}

export interface Fetched {
  bytes: Buffer;
  /** The encoding that the server declares for its text; see charset.ts. The document's type is detected from the bytes. */
  charset: string | undefined;
}

export interface FetchOptions {
  ceilingBytes: number;
  /** Limits the whole exchange, redirects and body included. */
  timeoutMs: number;
  signal?: AbortSignal;
  /**
   * Waits for `admit` before reading more than the first of these sizes, and passes the announced size. If no size is
   * announced, it asks for the next larger step each time, and finally for the ceiling. This waiting does not count
   * towards `timeoutMs`.
   */
  large?: { stepsBytes: readonly number[]; admit: (bytes: number) => Promise<void> };
}

export interface SendOptions {
  method: 'POST' | 'PUT';
  /** Must include the body's length. */
  headers: Record<string, string>;
  body: Uint8Array | Readable;
  timeoutMs: number;
}

export class Egress {
  private readonly allowed: readonly Network[];
  private opening: Promise<Client> | undefined;
  private readonly early: NodeJS.Timeout;

  constructor(allowedCidrs: readonly string[]) {
    this.allowed = parseNetworks(allowedCidrs);
    // Load ahead of use; an error is reported by the first fetch.
    this.early = setTimeout(() => this.client().catch(() => undefined), LOADED_AFTER_MS).unref();
  }

  /** Fetches an https document, following at most 3 redirects, each checked like the first. Throws `EgressError`. */
  async fetchDocument(url: string, options: FetchOptions): Promise<Fetched> {
    const { ceilingBytes, signal } = options;
    const clock = new Clock(options.timeoutMs);
    const cancelled = signal === undefined ? clock.signal : AbortSignal.any([clock.signal, signal]);
    try {
      const response = await this.follow(url, cancelled);
      if (response.statusCode < 200 || response.statusCode > 299) throw discard(response, 'failed');
      if (Number(response.headers['content-length'] ?? 0) > ceilingBytes)
        throw discard(response, 'too_large');
      const bytes = await collect(response, options, clock);
      return { bytes, charset: charsetOf(response.headers['content-type']) };
    } catch (error) {
      throw asEgressError(error);
    } finally {
      clock.stop();
    }
  }

  /**
   * Sends once, follows no redirect, and reads nothing of the answer but its status. Throws `EgressError` if there is
   * no answer.
   */
  async send(url: string, { method, headers, body, timeoutMs }: SendOptions): Promise<number> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const { request, sending } = await this.client();
      const response = await request(url, { method, headers, body, dispatcher: sending, signal });
      response.body.on('error', () => undefined).destroy();
      return response.statusCode;
    } catch (error) {
      throw asEgressError(error);
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.early);
    const client = await this.opening?.catch(() => undefined);
    await Promise.all([client?.fetching.destroy(), client?.sending.destroy()]);
  }

  private client(): Promise<Client> {
    this.opening ??= import('./client.ts').then(
      ({ openClient }) =>
        openClient({ allowed: this.allowed, fetchPorts: FETCH_PORTS, sendPorts: WEBHOOK_PORTS }),
      error => {
        // The next caller tries again.
        this.opening = undefined;
        throw error;
      },
    );
    return this.opening;
  }

  private async follow(start: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { request, fetching } = await this.client();
    let url = new URL(start);
    for (let redirects = 0; ; redirects++) {
      if (url.protocol !== 'https:') throw new EgressError('refused');
      if (refusedAtSight(url, this.allowed, FETCH_PORTS) === 'address')
        throw new EgressError('refused', { atSight: true });
      const headers = { accept: '*/*', 'user-agent': 'textrail', 'accept-encoding': 'identity' };
      const response = await request(url, { headers, dispatcher: fetching, signal });
      const { location: said } = response.headers;
      if (!REDIRECT_STATUSES.includes(response.statusCode) || typeof said !== 'string') return response;
      const location = encoded(said);
      discard(response, 'failed');
      if (redirects === MAX_REDIRECTS || !URL.canParse(location, url.href)) throw new EgressError('failed');
      url = new URL(location, url);
      // Same rule as for the `url` parameter: a server must not make us log in anywhere.
      if (url.username !== '' || url.password !== '') throw new EgressError('failed');
    }
  }
}

/** Percent-encodes raw bytes in a Location header. They are usually UTF-8, and Node passes them on as one character a byte. */
const encoded = (location: string): string =>
  location.replace(/[\x80-\xff]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

async function collect(
  response: Dispatcher.ResponseData,
  { ceilingBytes, large }: FetchOptions,
  clock: Clock,
): Promise<Buffer> {
  const { chunks: content, announcedBytes: announced } = contentOf(response);
  const chunks: Buffer[] = [];
  let length = 0;
  const steps = large?.stepsBytes ?? [];
  let admitted = steps[0] ?? ceilingBytes;
  const admit = async (bytes: number) => {
    if (bytes <= admitted) return;
    admitted = announced || (steps.find(step => bytes <= step) ?? ceilingBytes);
    // Nothing is read meanwhile, so the sender waits as well.
    clock.stop();
    await large?.admit(admitted).catch(error => {
      discard(response, 'failed');
      throw error;
    });
    clock.start();
  };
  await admit(announced);
  for await (const chunk of content) {
    length += chunk.length;
    if (length > ceilingBytes) throw discard(response, 'too_large');
    await admit(length);
    chunks.push(chunk);
  }
  return joined(chunks, length);
}

function discard(response: Dispatcher.ResponseData, reason: FetchFailure): EgressError {
  response.body.on('error', () => undefined).destroy();
  return new EgressError(reason);
}

function asEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error;
  if (error instanceof EgressRefused || (error instanceof Error && error.cause instanceof EgressRefused))
    return new EgressError('refused', { cause: error });
  const timedOut = error instanceof Error && TIMEOUTS.includes(error.name);
  return new EgressError(timedOut ? 'timeout' : 'connection', { cause: error });
}
