/** Requests that Node refuses by itself, without the body that every error of the service has. */
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { errorBody } from '../../schemas/errors.ts';
import { ANSWER_HEADERS } from './answer-headers.ts';

/** Bytes that are not HTTP never become a request; they are answered all the same, in the shape of every error. */
export function answerBrokenHttp(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The address and headers are too long.']
      : ['400 Bad Request', 'The request is not HTTP/1.1.'];
  const body = JSON.stringify(errorBody('bad_request', message));
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(ANSWER_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

export function answerOddHttp(server: FastifyInstance): void {
  // Whoever has said all may close his half, and still wants the answer; Node would close the other half for it.
  Object.assign(server.server, { httpAllowHalfOpen: true });
  // An expectation that nobody knows may be left alone (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
  server.addHook('onRequest', async (request, reply) => {
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return;
    // RFC 9112, 3.2: whoever leaves it out may be talking about another message than a proxy before us does.
    return reply
      .code(400)
      .header('Connection', 'close')
      .send(errorBody('bad_request', 'The Host header is missing.'));
  });
}
