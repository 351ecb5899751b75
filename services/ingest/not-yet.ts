/** Answers callers while ingest still waits for its servers, when no key can be recognised yet. */
import type { FastifyInstance } from 'fastify';
import { setAnswerHeaders } from './answer-headers.ts';
import { comeAgain } from './come-again.ts';

/** The routes that every role answers (platform/operations-routes.ts). */
const OPERATIONS = ['/healthz', '/readyz', '/metrics'];

export function answerNotYet(server: FastifyInstance): void {
  setAnswerHeaders(server);
  server.addHook('onRequest', async (request, reply) => {
    // Another listener will take over the port soon, so keep no connection.
    reply.header('Connection', 'close');
    // Answered before the body is read, which may be large and is discarded.
    if (!OPERATIONS.includes(request.url)) await comeAgain(reply, 'The service is starting.');
  });
}
