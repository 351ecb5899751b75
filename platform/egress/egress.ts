/** The one HTTP client for addresses that callers name: `url` fetches, webhooks and places for results. */
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, errors, request } from 'undici';
import { type Network, parseNetworks } from './addresses.ts';
import { refusedAtSight } from './at-sight.ts';
import { Clock } from './clock.ts';
import { contentOf } from './content-coding.ts';
import { EgressRefused, guardedConnector } from './guarded-connector.ts';
import { Names } from './names.ts';

const FETCH_PORTS = [443];
export const WEBHOOK_PORTS: readonly number[] = [80, 443];
/** Within the time of the whole exchange, connecting alone may take this much. */
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_REDIRECTS = 3;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
const MAX_HEADER_BYTES = 16 * 1024;
/** Idle connections are not kept: a later request must be resolved and checked afresh. */
const KEEP_ALIVE_MS = 1;

export type FetchFailure = 'refused' | 'failed' | 'too_large';

/** A fetch or delivery that did not succeed. Never tells why in words that a caller could use to look around. */
export class EgressError extends Error {
  readonly reason: FetchFailure | 'timeout' | 'connection';
  /** The address itself said that it is refused; see at-sight.ts. */
  readonly atSight: boolean;

  constructor(reason: EgressError['reason'], options: ErrorOptions & { atSight?: boolean } = {}) {
    super(`egress: ${reason}`, options);
    this.name = 'EgressError';
    this.reason = reason;
    this.atSight = options.atSight ?? false;
  }
}

export interface FetchOptions {
  ceilingBytes: number;
  /** For the whole exchange, redirects and body included. */
  timeoutMs: number;
  signal?: AbortSignal;
  /**
   * Before more than `fromBytes` of a document are taken, `admit` is waited for, with its announced size or the ceiling.
   * That time is not the fetch's.
   */
  large?: { fromBytes: number; admit: (bytes: number) => Promise<void> };
}

export interface SendOptions {
  method: 'POST' | 'PUT';
  /** With the body's length. */
  headers: Record<string, string>;
  body: Uint8Array | Readable;
  timeoutMs: number;
}

export class Egress {
  private readonly allowed: readonly Network[];
  private readonly fetching: Agent;
  private readonly sending: Agent;

  constructor(allowedCidrs: readonly string[]) {
    const allowed = parseNetworks(allowedCidrs);
    this.allowed = allowed;
    const names = new Names();
    this.fetching = agent(allowed, FETCH_PORTS, names);
    this.sending = agent(allowed, WEBHOOK_PORTS, names);
  }

  /** Fetches an https document, following at most 3 redirects, each checked like the first. Throws `EgressError`. */
  async fetchDocument(url: string, options: FetchOptions): Promise<Buffer> {
    const { ceilingBytes, signal } = options;
    const clock = new Clock(options.timeoutMs);
    const cancelled = signal === undefined ? clock.signal : AbortSignal.any([clock.signal, signal]);
    try {
      const response = await this.follow(url, cancelled);
      if (response.statusCode < 200 || response.statusCode > 299) throw discard(response, 'failed');
      if (Number(response.headers['content-length'] ?? 0) > ceilingBytes)
        throw discard(response, 'too_large');
      return await collect(response, options, clock);
    } catch (error) {
      throw asEgressError(error);
    } finally {
      clock.stop();
    }
  }

  /** Sends once, follows no redirect, reads no answer beyond its status. Throws `EgressError` when there is none. */
  async send(url: string, { method, headers, body, timeoutMs }: SendOptions): Promise<number> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await request(url, {
        method,
        headers,
        body,
        dispatcher: this.sending,
        signal,
      });
      response.body.on('error', () => undefined).destroy();
      return response.statusCode;
    } catch (error) {
      throw asEgressError(error);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.fetching.destroy(), this.sending.destroy()]);
  }

  private async follow(start: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let url = new URL(start);
    for (let redirects = 0; ; redirects++) {
      if (url.protocol !== 'https:') throw new EgressError('refused');
      if (refusedAtSight(url, this.allowed, FETCH_PORTS) === 'address')
        throw new EgressError('refused', { atSight: true });
      const headers = { accept: '*/*', 'user-agent': 'textrail', 'accept-encoding': 'identity' };
      const response = await request(url, { headers, dispatcher: this.fetching, signal });
      const location = response.headers.location;
      if (!REDIRECT_STATUSES.includes(response.statusCode) || typeof location !== 'string') return response;
      discard(response, 'failed');
      if (redirects === MAX_REDIRECTS || !URL.canParse(location, url.href)) throw new EgressError('failed');
      url = new URL(location, url);
      // As in the parameter itself: what a server says must not log us in anywhere.
      if (url.username !== '' || url.password !== '') throw new EgressError('failed');
    }
  }
}

function agent(allowed: readonly Network[], ports: readonly number[], names: Names): Agent {
  return new Agent({
    connect: guardedConnector({ allowed, ports, connectTimeoutMs: CONNECT_TIMEOUT_MS, names }),
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 0,
  });
}

async function collect(
  response: Dispatcher.ResponseData,
  { ceilingBytes, large }: FetchOptions,
  clock: Clock,
): Promise<Buffer> {
  const { chunks: content, announcedBytes: announced } = contentOf(response);
  const chunks: Buffer[] = [];
  let length = 0;
  let admitted = large?.fromBytes ?? ceilingBytes;
  const admit = async (bytes: number) => {
    if (bytes <= admitted) return;
    admitted = announced || ceilingBytes;
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
  return Buffer.concat(chunks, length);
}

function discard(response: Dispatcher.ResponseData, reason: FetchFailure): EgressError {
  response.body.on('error', () => undefined).destroy();
  return new EgressError(reason);
}

function asEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error;
  if (error instanceof EgressRefused || (error instanceof Error && error.cause instanceof EgressRefused))
    return new EgressError('refused', { cause: error });
  const timedOut =
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'));
  return new EgressError(timedOut ? 'timeout' : 'connection', { cause: error });
}
