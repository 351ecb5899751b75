/**
 * A client of Textrail for Node 20 or newer, Deno, Bun and browsers, without dependencies. It repeats requests that may
 * be repeated (under an Idempotency-Key, so that no document is extracted or metered twice), waits as long as
 * `Retry-After` says, follows jobs to their end, and otherwise throws one typed error.
 */

export type Format = 'text' | 'json';

export interface Metadata {
  content_type: string;
  bytes: number;
  /** Length of the text in Unicode code points. */
  chars: number;
  ocr: boolean;
}

export interface TextResult {
  status: 'success';
  extracted_text: string;
  metadata: Metadata;
}

export interface Cell {
  text: string;
  colspan: number;
  rowspan: number;
  header: boolean;
}

export interface Element {
  type: 'heading' | 'paragraph' | 'list' | 'list_item' | 'table' | 'image' | 'code';
  text: string;
  page: number | null;
  offset: number;
  bbox: null;
  level?: 1 | 2 | 3 | 4 | 5 | 6;
  ordered?: boolean;
  items?: Element[];
  markdown?: string;
  html?: string;
  cells?: Cell[][];
  rows?: number;
  cols?: number;
  alt?: string;
  caption?: string | null;
}

export interface ElementsResult {
  status: 'success';
  elements: Element[];
  metadata: Metadata & {
    format: 'text' | 'markdown' | 'json';
    tier: 'standard' | 'premium';
    pages: number | null;
    vlm: boolean;
  };
}

export type ResultOf<F extends Format> = F extends 'json' ? ElementsResult : TextResult;

/** A document's bytes, or an https:// address that the service fetches. */
export type Source = { bytes: Uint8Array } | { url: string };

export interface ExtractOptions<F extends Format = Format> {
  /** Default: `text`. */
  format?: F;
  /** Makes the document a job at once: for many documents, or long ones. */
  async?: boolean;
  webhookUrl?: string;
  /** Random by default. With the same one for the same document, a later run can continue where an earlier one broke off. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface SubmitOptions extends Omit<ExtractOptions, 'async'> {
  /** Address to which the service itself writes the result, usually a presigned PUT of a bucket. Excludes `webhookUrl`. */
  resultUrl?: string;
}

export interface ClientOptions {
  /** For example `https://textrail.example.org`. */
  baseUrl: string;
  apiKey: string;
  /** How long, in ms, a request is repeated while the service cannot be reached, is busy (503) or limits the key's rate (429). */
  patienceMs?: number;
  /** How long a job is followed, in ms. */
  jobPatienceMs?: number;
  fetch?: typeof fetch;
  /** For tests. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Thrown by all methods. `code` is the service's own (`unsupported_format`, `quota_exceeded`, …; docs/errors.md), or
 * `unauthorized` (401, 403), `unreachable` (no answer; `status` is null) or `unexpected` (an answer that did not come
 * from the service).
 */
export class TextrailError extends Error {
  override readonly name = 'TextrailError';
  readonly status: number | null;
  readonly code: string;
  /** Seconds after which the request may be repeated, if the service said so. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: string,
    message: string,
    status: number | null,
    retryAfterSeconds: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** True if only this document failed; others may still be read. */
  get isOfDocument(): boolean {
    return DOCUMENT_CODES.includes(this.code);
  }
}

const DOCUMENT_CODES = [
  'bad_request',
  'fetch_failed',
  'too_large',
  'unsupported_format',
  'encrypted',
  'extraction_failed',
  'timeout',
  'not_found',
  'not_implemented',
];

const PATIENCE_MS = 120_000;
const JOB_PATIENCE_MS = 15 * 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const FIRST_POLL_MS = 150;
const LONGEST_POLL_MS = 2_000;

interface Reply {
  status: number;
  retryAfterSeconds: number | null;
  body: unknown;
}

export class Textrail {
  private readonly options: Required<ClientOptions>;

  constructor(options: ClientOptions) {
    this.options = {
      patienceMs: PATIENCE_MS,
      jobPatienceMs: JOB_PATIENCE_MS,
      fetch: (input, init) => fetch(input, init),
      sleep: pause,
      ...options,
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
    };
  }

  /** Extracts one document, whether it is answered at once or becomes a job. Throws `TextrailError`. */
  async extract<F extends Format = 'text'>(
    source: Source,
    options: ExtractOptions<F> = {},
  ): Promise<ResultOf<F>> {
    const reply = await this.post(source, options);
    if (reply.status !== 202) return reply.body as ResultOf<F>;
    return this.result<F>(jobIdOf(reply), options.signal);
  }

  /** Creates a job for a document and returns its id; `result` waits for its end. Throws `TextrailError`. */
  async submit(source: Source, { resultUrl, ...options }: SubmitOptions = {}): Promise<string> {
    return jobIdOf(await this.post(source, { ...options, async: true }, resultUrl));
  }

  /** The result of a job, or undefined while it runs. Throws `TextrailError` if it has failed. */
  async job<F extends Format = 'text'>(
    jobId: string,
    signal?: AbortSignal,
  ): Promise<ResultOf<F> | undefined> {
    const reply = await this.request(`/v1/extract/${encodeURIComponent(jobId)}`, { method: 'GET' }, signal);
    const { status } = reply.body as { status?: unknown };
    return status === 'processing' ? undefined : (reply.body as ResultOf<F>);
  }

  /** Waits for the end of a job and returns its result. Throws `TextrailError`. */
  async result<F extends Format = 'text'>(jobId: string, signal?: AbortSignal): Promise<ResultOf<F>> {
    const until = Date.now() + this.options.jobPatienceMs;
    for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(LONGEST_POLL_MS, pauseMs * 1.5)) {
      const result = await this.job<F>(jobId, signal);
      if (result !== undefined) return result;
      if (Date.now() + pauseMs > until)
        throw new TextrailError('timeout', `The job ${jobId} has not ended yet.`, null);
      await this.options.sleep(pauseMs, signal);
    }
  }

  private post(source: Source, options: ExtractOptions, resultUrl?: string): Promise<Reply> {
    const query = new URLSearchParams();
    if ('url' in source) query.set('url', source.url);
    if (options.format !== undefined) query.set('format', options.format);
    if (options.async === true) query.set('async', 'true');
    if (options.webhookUrl !== undefined) query.set('webhook_url', options.webhookUrl);
    if (resultUrl !== undefined) query.set('result_url', resultUrl);
    // Only this path accepts `result_url`.
    const path = resultUrl === undefined ? '/v1/extract' : '/v1/jobs';
    const headers = { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() };
    const init = (): RequestInit =>
      'url' in source ? { method: 'POST', headers } : { method: 'POST', headers, body: formOf(source.bytes) };
    const asked = query.toString();
    return this.request(`${path}${asked === '' ? '' : `?${asked}`}`, init, options.signal);
  }

  /** Repeats a request until there is an answer that a repeat would not change, or `patienceMs` is over. */
  private async request(
    path: string,
    init: RequestInit | (() => RequestInit),
    signal?: AbortSignal,
  ): Promise<Reply> {
    const until = Date.now() + this.options.patienceMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      const outcome = await this.once(path, typeof init === 'function' ? init() : init, signal);
      if (!(outcome instanceof TextrailError)) return outcome;
      if (!isWorthRepeating(outcome)) throw outcome;
      const asked = outcome.retryAfterSeconds ?? 0;
      // Add up to a fifth, so that clients that were refused together do not return together.
      const waitMs = (asked > 0 ? asked * 1000 : pauseMs) * (1 + Math.random() / 5);
      if (Date.now() + waitMs > until) throw outcome;
      await this.options.sleep(waitMs, signal);
    }
  }

  private async once(path: string, init: RequestInit, signal?: AbortSignal): Promise<Reply | TextrailError> {
    const { baseUrl, apiKey } = this.options;
    try {
      const response = await this.options.fetch(baseUrl + path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), Authorization: `Bearer ${apiKey}` },
        ...(signal === undefined ? {} : { signal }),
      });
      const text = await response.text();
      const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
      const retryAfterSeconds = Number.isFinite(seconds) ? seconds : null;
      return replyOf({ status: response.status, retryAfterSeconds, body: parsed(text) });
    } catch (error) {
      if (signal?.aborted === true) throw error;
      const because = error instanceof Error ? causeOf(error) : '';
      return new TextrailError('unreachable', `${baseUrl} does not answer${because}.`, null, null, {
        cause: error,
      });
    }
  }
}

function replyOf(reply: Reply): Reply | TextrailError {
  const { status, retryAfterSeconds, body } = reply;
  if (status === 401 || status === 403)
    return new TextrailError('unauthorized', 'The API key is missing, unknown or revoked.', status);
  if (typeof body === 'object' && body !== null && 'status' in body) {
    if (status === 200 || status === 202) return reply;
    const { error } = body as { error?: { code?: unknown; message?: unknown } };
    if (typeof error?.code === 'string')
      return new TextrailError(error.code, String(error.message ?? ''), status, retryAfterSeconds);
  }
  return new TextrailError(
    'unexpected',
    `The answer (${status}) is none of Textrail's.`,
    status,
    retryAfterSeconds,
  );
}

/**
 * False if a repeat would give the same answer (a 504 or a failed document), or if waiting takes too long (a quota or a
 * lock).
 */
function isWorthRepeating({ code, status }: TextrailError): boolean {
  if (code === 'unreachable' || code === 'rate_limited') return true;
  return status === 408 || status === 502 || status === 503 || (status === 504 && code === 'unexpected');
}

function jobIdOf({ body }: Reply): string {
  const { job_id: jobId } = body as { job_id?: unknown };
  if (typeof jobId !== 'string') throw new TextrailError('unexpected', 'The answer names no job.', 202);
  return jobId;
}

function formOf(bytes: Uint8Array): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'document');
  return form;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function causeOf({ cause }: Error): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return '';
  return ` (${String(cause.code)})`;
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const ended = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', ended);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', ended, { once: true });
  });
}
