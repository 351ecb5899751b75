/**
 * Stops the HTTP interface in steps. First it only announces that it is leaving (`/readyz`, `Connection: close`) and
 * still serves everybody. Then it refuses new documents, while callers who wait get their answers and polling
 * continues. At the deadline those who still wait are told to retry. No connection that is owed an answer is cut.
 */
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { TransientSet } from '../../platform/transient.ts';
import { comeAgain } from './come-again.ts';
import { bodyComes } from './protocol.ts';

const POLL_MS = 20;
/** How long the last answers may take to reach their callers. */
const FLUSH_MS = 2_000;

export class Drain {
  private readonly server: FastifyInstance;
  private phase: 'serving' | 'leaving' | 'refusing' = 'serving';
  /** Requests whose answers have not been sent to the last byte. */
  private readonly open = new TransientSet<FastifyReply>();
  private readonly refusing = new AbortController();

  /** Create it before the routes, since hooks apply only to routes that follow them. */
  constructor(server: FastifyInstance) {
    this.server = server;
    server.addHook('onRequest', (request, reply, done) => {
      this.open.add(reply);
      reply.raw.once('close', () => this.open.delete(reply));
      if (this.phase !== 'refusing' || !isWork(request.method)) return done();
      // Closing a connection with unread bytes would reset it, and the answer would be lost.
      const isRead = bodyComes(request) ? discarded(request.raw) : Promise.resolve();
      isRead.then(() => void leave(reply), done);
    });
    // A kept-alive connection would hold the listener open and keep bringing requests that should go to another
    // instance.
    server.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.phase !== 'serving') reply.header('Connection', 'close');
      done();
    });
  }

  /** Aborted when nothing new is accepted any more, to end work that would otherwise continue by itself. */
  get leaving(): AbortSignal {
    return this.refusing.signal;
  }

  /**
   * Serves everybody for `acceptMs`, then only callers who are already here. Resolves when every caller who waited has
   * an answer, at most `deadlineMs` from now.
   */
  async begin(acceptMs: number, deadlineMs: number): Promise<void> {
    const end = performance.now() + deadlineMs;
    this.phase = 'leaving';
    // Even a sleep of 0 ms would let another request in.
    if (acceptMs > 0) await sleep(Math.min(acceptMs, deadlineMs));
    this.phase = 'refusing';
    this.refusing.abort();
    while (this.waiting().length > 0 && performance.now() < end) await sleep(POLL_MS);
    for (const reply of this.waiting()) leave(reply);
  }

  async close(): Promise<void> {
    const end = performance.now() + FLUSH_MS;
    // Node considers a connection idle once its answer has been handed over, although most of it may still have to be
    // sent.
    while (this.open.size > 0 && performance.now() < end) await sleep(POLL_MS);
    const closed = this.server.close();
    // Connections that are still open now have nothing to wait for.
    this.server.server.closeAllConnections();
    await closed;
  }

  private waiting(): FastifyReply[] {
    return [...this.open].filter(({ request }) => isWork(request.method));
  }
}

/** Whether the method may write to the log. */
const isWork = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** The handler may still be running; it will find that its caller has an answer. */
function leave(reply: FastifyReply): FastifyReply {
  return reply.sent ? reply : comeAgain(reply, 'The service is stopping.');
}

async function discarded(body: IncomingMessage): Promise<void> {
  body.resume();
  // A caller who breaks off needs no answer.
  await finished(body).catch(() => undefined);
}
