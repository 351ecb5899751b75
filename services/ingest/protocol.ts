/**
 * HTTP itself: what Node would refuse without the body that every error of the service has, what it lets through
 * although two readers could take it for different requests (RFC 9112, 3.2 and 6.1), and when a body is asked for.
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

/** By Node's code of what its parser, or its clock, refuses. */
const BROKEN: ReadonlyMap<string, Refusal> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', tooSlow('The request did not arrive in time.')],
  ['HPE_HEADER_OVERFLOW', refused(431, 'bad_request', 'The address and headers are too long.')],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', refused(413, 'too_large', 'The extensions of a chunk are too long.')],
]);
/**
 * What stands in a whole request line, for Node cannot tell a new method (RFC 9110, 9.1) or version (2.5) from bytes that
 * are no HTTP at all.
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

/** Bytes that are not HTTP never become a request; they are answered all the same, in the shape of every error. */
export function answerBrokenHttp(connections: () => Connections) {
  const broken = new WeakSet<Socket>();
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // What follows on the same connection is broken as well.
    if (broken.has(socket)) return;
    broken.add(socket);
    // It was opened ahead of a request that never came.
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

/** Requests whose sender waits to be asked for the body (RFC 9110, 10.1.1), and was not. */
const waitToBeAsked = new WeakSet<IncomingMessage>();

/** To be called when nothing but its body decides over a request. */
export function askForBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (waitToBeAsked.delete(raw)) reply.raw.writeContinue();
}

/** Whether the body will come without being asked for. */
export function bodyComes({ raw }: FastifyRequest): boolean {
  return !waitToBeAsked.has(raw);
}

/** Whether the request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

export function checkProtocol(server: FastifyInstance, connections: Connections): void {
  const { server: http } = server;
  // Whoever has said all may close his half, and still wants the answer; Node would close the other half for it.
  Object.assign(http, { httpAllowHalfOpen: true });
  http.on('checkContinue', (request, response) => {
    waitToBeAsked.add(request);
    http.emit('request', request, response);
  });
  // An expectation that nobody knows may be left alone (RFC 9110, 10.1.1).
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));
  // No proxy. Node would close the connection without a word; it leaves its errors to us, and one that nobody hears ends the process.
  http.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined);
    const refusal = refused(405, 'bad_request', 'The service is no proxy.');
    write(connections, socket, refusal, { Allow: 'GET, HEAD, POST' });
  });
  server.addHook('onRequest', ({ raw }, reply, done) => {
    // The type of no body is none, whatever it looks like: some clients send an empty one.
    if (!hasBody(raw)) delete raw.headers['content-type'];
    const refusal = ambiguity(raw);
    if (refusal === undefined) return done();
    const { status, code, message, headers } = refusal;
    reply.code(status).headers(headers).send(errorBody(code, message));
  });
  // A caller who was not asked for the body may send it or not, and a proxy whose caller left behind the answer may send another's
  // request in the middle of it (HAProxy 2.6 behind HTTP/2 does): what comes next on the connection could be either.
  // No promise where none is needed: an answer that is not ended when its handler is has Fastify listen for its end.
  server.addHook('onSend', ({ raw }, reply, _payload, done) => {
    const isComing = () => hasBody(raw) && !raw.complete;
    const look = () => {
      if (waitToBeAsked.has(raw) || isComing()) reply.header('Connection', 'close');
      done();
    };
    // Node reads on behind the head in the next turn: a small body may be here already.
    if (isComing()) setImmediate(look);
    else look();
  });
}

/** What a proxy before us may have understood in another way than we do. */
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
