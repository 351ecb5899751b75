/**
 * How the S3 client reaches its server. It leaves the body of an answer unread whose status it would repeat the request
 * for, and with it the connection: after as many refusals as there are sockets every call would wait for the server to
 * close one of them. Nor does it ever give up one that hangs.
 */
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ClientOptions } from 'minio';

/** The client's own list (its internal/request). */
const REPEATABLE = [408, 429, 499, 500, 502, 503, 504, 520];

/** Of something that stands before the server: what S3 says of what it did is XML or nothing. */
const isPage = ({ headers }: IncomingMessage): boolean => /^text\/html\b/.test(headers['content-type'] ?? '');

class Idle extends Error {
  override readonly name = 'Idle';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('nothing moved on the connection');
  }
}

function transport(secure: boolean, idleLimitMs: number) {
  const request = secure ? httpsRequest : httpRequest;
  return {
    request: (options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest => {
      const sent = request(options, response => {
        if (options.method !== 'GET' && isPage(response)) response.statusCode = 502;
        if (REPEATABLE.includes(response.statusCode ?? 0)) response.resume();
        onResponse(response);
      });
      return sent.setTimeout(idleLimitMs, () => sent.destroy(new Idle()));
    },
  };
}

/** The client's options for an http(s) `endpoint` that is given up after `idleLimitMs` in which nothing moves. */
export function reached(
  endpoint: string,
  idleLimitMs: number,
): Pick<ClientOptions, 'endPoint' | 'port' | 'transport'> & { useSSL: boolean } {
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  return {
    endPoint: hostname,
    ...(port === '' ? {} : { port: Number(port) }),
    useSSL,
    transport: transport(useSSL, idleLimitMs) as NonNullable<ClientOptions['transport']>,
  };
}

const CONNECTION_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/**
 * Node's and OpenSSL's words for a handshake that failed, mostly at a certificate: one that is over, not valid yet, of another name or by an
 * unknown authority is renewed while others wait.
 */
const HANDSHAKE =
  /^(EPROTO|ERR_(TLS|SSL)_\w+|(CERT|CRL|UNABLE_TO)_\w+|(DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/;

/** Whether there was no answer, or none for now: what a server does answer is a setting that is wrong. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isRefusedForNow(error)) return true;
  const code = 'code' in error && error.name !== 'S3Error' ? String(error.code) : '';
  return CONNECTION_CODES.includes(code) || HANDSHAKE.test(code);
}

/** What the client throws for such an answer. */
const isRefusedForNow = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Retryable HTTP status');

/** The server's word for what went wrong, or the system's. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

const ELSEWHERE = /^(PermanentRedirect|MovedPermanently|AuthorizationHeaderMalformed)$/;

/** The same for whoever reads a line of ours; of a bucket in another region S3's word does not tell what to do. */
export function refusalOf(error: unknown): string {
  const code = codeOf(error) || 'without a word';
  const told = Object(error).amzBucketRegion ?? /expecting '([\w-]+)'/.exec(Object(error).message)?.[1];
  return ELSEWHERE.test(code) && told ? `${code} (S3_REGION: the bucket is in ${told})` : code;
}

/** Says of the moment, not of what was asked for; some servers send them with a status of 400. */
const OF_THE_MOMENT =
  /^(RequestTimeout|RequestTimeTooSkewed|Throttl\w*|SlowDown\w*|RequestLimitExceeded|ServerBusy)$/;

/** Of a connection that was there: servers close those that wait, and may do so just when one is used again (RFC 9112, 9.3.1). */
const CUT_OFF = /^(ECONNRESET|EPIPE)$/;

/** Whether the same call may be answered a moment later: every one may be made twice. */
export const mayPass = (error: unknown): boolean =>
  isRefusedForNow(error) || CUT_OFF.test(codeOf(error)) || OF_THE_MOMENT.test(codeOf(error));

/** Whether the server answered, and will answer the same next time: any status that is neither missing, 5xx nor throttling. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || isAway(error)) return false;
  return error.name === 'S3Error' && !OF_THE_MOMENT.test(codeOf(error)) && !isMissing(error);
}

/** `NotFound` is the client's own word for a 404 without one: a proxy that does not find its way says so of everything. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'NoSuchKey';
