/**
 * Headers of every answer. What stands in a document belongs to the caller who sent it: no proxy or browser keeps an
 * answer, or takes it for a page because of what stands in it.
 */
import type { FastifyInstance } from 'fastify';

export const ANSWER_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** To be called before other hooks are added: some of them answer. */
export function setAnswerHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', async (_request, reply) => void reply.headers(ANSWER_HEADERS));
}
