/**
 * How the S3 client reaches its server. The client leaves the body of an answer unread if it would repeat the request
 * for its status, which blocks the connection: after as many refusals as there are sockets, every call would wait until
 * the server closes one. The client also never gives up a connection that hangs.
 */
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ClientOptions } from 'minio';

/** The status codes that the client repeats (from its internal/request). */
const REPEATABLE = [408, 429, 499, 500, 502, 503, 504, 520];

/** True for a page of something in front of the server: S3 answers calls that change something with XML or nothing. */
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

/** The client's options for an http(s) `endpoint`. A connection is given up after `idleLimitMs` without traffic. */
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
 * Codes of Node and OpenSSL for a failed handshake, usually because of a certificate that is expired, not valid yet,
 * for another name or of an unknown authority. Counted as away, because the certificate is renewed while we wait.
 */
const HANDSHAKE =
  /^(EPROTO|ERR_(TLS|SSL)_\w+|(CERT|CRL|UNABLE_TO)_\w+|(DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/;

/** True if there was no answer, or a refusal for the moment. Any other answer means that a setting is wrong. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isRefusedForNow(error)) return true;
  const code = 'code' in error && error.name !== 'S3Error' ? String(error.code) : '';
  return CONNECTION_CODES.includes(code) || HANDSHAKE.test(code);
}

/** True for the client's error for an answer with such a status. */
const isRefusedForNow = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Retryable HTTP status');

/** The error code of the server or of the system. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

const ELSEWHERE = /^(PermanentRedirect|MovedPermanently|AuthorizationHeaderMalformed)$/;

/** The code for log lines. If the bucket is in another region, S3's code does not say what to do, so the region is added. */
export function refusalOf(error: unknown): string {
  const code = codeOf(error) || 'without a word';
  const told = Object(error).amzBucketRegion ?? /expecting '([\w-]+)'/.exec(Object(error).message)?.[1];
  return ELSEWHERE.test(code) && told ? `${code} (S3_REGION: the bucket is in ${told})` : code;
}

/** Codes that concern the moment, not what was asked for; some servers send them with a status of 400. */
const OF_THE_MOMENT =
  /^(RequestTimeout|RequestTimeTooSkewed|Throttl\w*|SlowDown\w*|RequestLimitExceeded|ServerBusy)$/;

/**
 * The connection was established and then cut: servers close idle connections, possibly just when one is used again
 * (RFC 9112, 9.3.1).
 */
const CUT_OFF = /^(ECONNRESET|EPIPE)$/;

/** True if the same call may succeed a moment later. Every call may be made twice. */
export const mayPass = (error: unknown): boolean =>
  isRefusedForNow(error) || CUT_OFF.test(codeOf(error)) || OF_THE_MOMENT.test(codeOf(error));

/** True if the server answered and will answer the same next time: any status except missing, 5xx and throttling. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || isAway(error)) return false;
  return error.name === 'S3Error' && !OF_THE_MOMENT.test(codeOf(error)) && !isMissing(error);
}

/**
 * True if the object is missing. `NotFound` does not count: it is the client's own code for a 404 without one, and a
 * misconfigured proxy answers so to everything.
 */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'NoSuchKey';
