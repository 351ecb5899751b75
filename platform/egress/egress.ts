/** The one HTTP client for addresses that callers name: `url` fetches, webhooks and places for results. */
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
/** The client is a hundred modules: the start goes before, and no caller waits for them. */
const LOADED_AFTER_MS = 3_000;

/** Of undici's client and of Node's signals. */
const TIMEOUTS = ['ConnectTimeoutError', 'HeadersTimeoutError', 'TimeoutError', 'AbortError'];

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

export interface Fetched {
  bytes: Buffer;
  /** What the server says of its text's encoding; see charset.ts. Its type is told by the bytes. */
  charset: string | undefined;
}

export interface FetchOptions {
  ceilingBytes: number;
  /** For the whole exchange, redirects and body included. */
  timeoutMs: number;
  signal?: AbortSignal;
  /**
   * Before more than the first of these sizes is taken of a document, `admit` is waited for, with its announced size. Of
   * one that announces none with the next of the sizes, at last with the ceiling. That time is not the fetch's.
   */
  large?: { stepsBytes: readonly number[]; admit: (bytes: number) => Promise<void> };
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
  private opening: Promise<Client> | undefined;
  private readonly early: NodeJS.Timeout;

  constructor(allowedCidrs: readonly string[]) {
    this.allowed = parseNetworks(allowedCidrs);
    // Loaded ahead of use; an error is the first fetch's to report.
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

  /** Sends once, follows no redirect, reads no answer beyond its status. Throws `EgressError` when there is none. */
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
        // Asked again by the next.
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
      // As in the parameter itself: what a server says must not log us in anywhere.
      if (url.username !== '' || url.password !== '') throw new EgressError('failed');
    }
  }
}

/** What stands there as it is, in UTF-8 as a rule, comes as one letter a byte. */
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
