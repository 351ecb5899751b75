/**
 * The HTTP layer. Answers what Node would refuse, with the same body as every other error; refuses what Node accepts
 * although two readers could take it for different requests (RFC 9112, 3.2 and 6.1); and decides when to ask for a
 * body.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorBody } from '../../schemas/errors.ts';
import { ANSWER_HEADERS } from './answer-headers.ts';
import type { Connections } from './connections.ts';
import { Refusal, tooSlow } from './refusal.ts';

const REASONS: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [405, 'Method Not Allowed'],
  [408, 'Request Timeout'],
  [413, 'Content Too Large'],
  [431, 'Request Header Fields Too Large'],
  [501, 'Not Implemented'],
  [505, 'HTTP Version Not Supported'],
]);

const CLOSE = { Connection: 'close' };
const refused = (status: number, code: ErrorCode, message: string) =>
  new Refusal(code, message, { status, headers: CLOSE });

/** Refusals by the error codes of Node's parser and time-outs. */
const BROKEN: ReadonlyMap<string, Refusal> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', tooSlow('The request did not arrive in time.')],
  ['HPE_HEADER_OVERFLOW', refused(431, 'bad_request', 'The address and headers are too long.')],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', refused(413, 'too_large', 'The extensions of a chunk are too long.')],
]);
/**
 * Refusals by the request line, because Node reports a new method (RFC 9110, 9.1) or version (2.5) like bytes that are
 * not HTTP at all.
 */
const UNKNOWN: readonly [line: RegExp, refusal: Refusal][] = [
  [
    /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r\n/,
    refused(501, 'not_implemented', 'Nobody knows this method.'),
  ],
  [/^[A-Z]+ \S+ HTTP\/(?!1\.[01])\d\.\d\r\n/, refused(505, 'bad_request', 'The service speaks HTTP/1.1.')],
];
const UNKNOWN_CODES = ['HPE_INVALID_METHOD', 'HPE_INVALID_VERSION', 'HPE_PAUSED_H2_UPGRADE'];
const LINE_BYTES = 1_024;
const NOT_HTTP = refused(400, 'bad_request', 'The request is not HTTP/1.1.');

/** Answers bytes that are not HTTP, in the shape of every other error; they never become a request. */
export function answerBrokenHttp(connections: () => Connections) {
  const broken = new WeakSet<Socket>();
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // Whatever follows on the same connection is broken as well.
    if (broken.has(socket)) return;
    broken.add(socket);
    // A client opened the connection in advance and never sent a request.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) return void socket.destroy();
    const refusal = refusalOf(error);
    if (connections().fail(socket, refusal)) return;
    write(connections(), socket, refusal);
  };
}

function refusalOf({ code, rawPacket }: ConnectionError): Refusal {
  const known = BROKEN.get(code);
  if (known !== undefined) return known;
  if (!UNKNOWN_CODES.includes(code) || !Buffer.isBuffer(rawPacket)) return NOT_HTTP;
  const line = rawPacket.subarray(0, LINE_BYTES).toString('latin1');
  return UNKNOWN.find(([pattern]) => pattern.test(line))?.[1] ?? NOT_HTTP;
}

function write(
  connections: Connections,
  socket: Socket,
  { status, code, message }: Refusal,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify(errorBody(code, message));
  const fields = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...ANSWER_HEADERS,
    ...headers,
    ...CLOSE,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${REASONS.get(status) ?? ''}`, ...lines];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  connections.end(socket);
}

/** Requests whose sender waits to be asked for the body (RFC 9110, 10.1.1) and has not been asked yet. */
const waitToBeAsked = new WeakSet<IncomingMessage>();

/** Asks for the body. Call it when the request can be decided only by its body. */
export function askForBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (waitToBeAsked.delete(raw)) reply.raw.writeContinue();
}

/** Whether the body will arrive without being asked for. */
export function bodyComes({ raw }: FastifyRequest): boolean {
  return !waitToBeAsked.has(raw);
}

/** Whether the request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

export function checkProtocol(server: FastifyInstance, connections: Connections): void {
  const { server: http } = server;
  // A client that has sent everything may close its half of the connection and still expects the answer; by default
  // Node would close the other half.
  Object.assign(http, { httpAllowHalfOpen: true });
  http.on('checkContinue', (request, response) => {
    waitToBeAsked.add(request);
    http.emit('request', request, response);
  });
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));
  // The service is no proxy. Node would close the connection without an answer. It also leaves the socket's errors to
  // us, and an unhandled one ends the process.
  http.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined);
    const refusal = refused(405, 'bad_request', 'The service is no proxy.');
    write(connections, socket, refusal, { Allow: 'GET, HEAD, POST' });
  });
  server.addHook('onRequest', ({ raw }, reply, done) => {
    // Without a body its type means nothing; some clients send an empty one.
    if (!hasBody(raw)) delete raw.headers['content-type'];
    const refusal = ambiguity(raw);
    if (refusal === undefined) return done();
    const { status, code, message, headers } = refusal;
    reply.code(status).headers(headers).send(errorBody(code, message));
  });
  // A caller who was not asked for the body may send it or not, and a proxy whose caller left before the answer may
  // send another caller's request in the middle of it (HAProxy 2.6 behind HTTP/2 does). What comes next on the
  // connection could be either, so close it. Uses a callback: with a promise the answer would not be finished when its
  // handler is, and Fastify would add a listener for its end.
  server.addHook('onSend', ({ raw }, reply, _payload, done) => {
    const isComing = () => hasBody(raw) && !raw.complete;
    const look = () => {
      if (waitToBeAsked.has(raw) || isComing()) reply.header('Connection', 'close');
      done();
    };
    // Node reads the bytes behind the head in the next turn, so a small body may be here by then.
    if (isComing()) setImmediate(look);
    else look();
  });
}

/** Refuses requests that a proxy in front may have understood differently. */
function ambiguity({ rawHeaders, headers, httpVersion }: IncomingMessage): Refusal | undefined {
  const hosts = occurrences(rawHeaders, 'host');
  if (hosts === 0 && httpVersion === '1.1') return refused(400, 'bad_request', 'The Host header is missing.');
  if (hosts > 1) return refused(400, 'bad_request', 'There is more than one Host header.');
  if (/[\s,/@?#\\]/.test(headers.host ?? ''))
    return refused(400, 'bad_request', 'The Host header is no host and port.');
  for (const name of ['Authorization', 'Idempotency-Key']) {
    const header = name.toLowerCase();
    if (headers[header] !== undefined && occurrences(rawHeaders, header) > 1)
      return refused(400, 'bad_request', `There is more than one ${name} header.`);
  }
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  if (httpVersion !== '1.1') return refused(400, 'bad_request', 'HTTP/1.0 knows no Transfer-Encoding.');
  if (coding.toLowerCase() !== 'chunked')
    return refused(501, 'not_implemented', 'The only Transfer-Encoding is chunked.');
  return undefined;
}

function occurrences(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count++;
  return count;
}
