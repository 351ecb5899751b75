/**
 * How the HTTP interface ends: new documents are refused, callers who wait get their answers, and polling and the
 * operations routes are answered until everything else has stopped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { errorBody } from '../../schemas/errors.ts';

const RETRY_AFTER_SECONDS = 2;
const POLL_MS = 20;

export class Drain {
  private readonly server: FastifyInstance;
  private draining = false;
  /** Requests for documents that have not been answered. */
  private waiting = 0;

  /** To be made before the routes are, since hooks bind to what follows them. */
  constructor(server: FastifyInstance) {
    this.server = server;
    server.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'POST') return;
      if (this.draining) {
        reply.header('Retry-After', RETRY_AFTER_SECONDS);
        return reply.code(503).send(errorBody('timeout', 'The service is stopping. Retry.'));
      }
      this.waiting++;
      reply.raw.once('close', () => {
        this.waiting--;
      });
    });
    // A kept connection would hold the listener open, and bring requests that belong to another instance.
    server.addHook('onSend', async (_request, reply) => {
      if (this.draining) reply.header('Connection', 'close');
    });
  }

  /** Resolves when every caller who waited has an answer, or after `deadlineMs`. */
  async begin(deadlineMs: number): Promise<void> {
    this.draining = true;
    const end = Date.now() + deadlineMs;
    while (this.waiting > 0 && Date.now() < end) await sleep(POLL_MS);
  }

  async close(): Promise<void> {
    const closed = this.server.close();
    // What is still open waits for nothing that could come.
    this.server.server.closeAllConnections();
    await closed;
  }
}
