/**
 * Headers of every answer. What stands in a document belongs to the caller who sent it: no proxy or browser keeps an
 * answer, or takes it for a page because of what stands in it.
 */
import type { FastifyInstance } from 'fastify';

export const ANSWER_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/**
 * To be called before other hooks are added: some of them answer. Never a turn later: what stands behind a request in the
 * same packet may be no HTTP, and the request is known to be on its way by then; see protocol.ts.
 */
export function setAnswerHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done();
  });
}
