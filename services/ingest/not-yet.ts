/** What callers are told while the servers that ingest stands on are waited for: nobody can be recognised yet. */
import type { FastifyInstance } from 'fastify';
import { setAnswerHeaders } from './answer-headers.ts';
import { comeAgain } from './come-again.ts';

/** As every role answers them (platform/operations-routes.ts). */
const OPERATIONS = ['/healthz', '/readyz', '/metrics'];

export function answerNotYet(server: FastifyInstance): void {
  setAnswerHeaders(server);
  server.addHook('onRequest', async (request, reply) => {
    // The port goes to another listener soon: no connection is kept.
    reply.header('Connection', 'close');
    // Before a body is looked at, which may be large and is thrown away.
    if (!OPERATIONS.includes(request.url)) await comeAgain(reply, 'The service is starting.');
  });
}
