/**
 * Headers of every answer. A document's contents belong to the caller who sent it: no proxy or browser may cache an
 * answer, or guess from its contents that it is a page.
 */
import type { FastifyInstance } from 'fastify';

export const ANSWER_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/**
 * Call it before adding other hooks, because some of them answer. The hook must be synchronous: bytes behind the
 * request in the same packet may not be HTTP, and by then the request has to be known as begun (see protocol.ts).
 */
export function setAnswerHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done();
  });
}
