/**
 * How the HTTP interface ends. First it only says that it leaves (`/readyz`, `Connection: close`) and serves everybody
 * who has not heard of it yet; then new documents are refused, while callers who wait get their answers and polling
 * goes on; at the deadline whoever still waits is told to come again. No connection is cut that is owed an answer.
 */
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { TransientSet } from '../../platform/transient.ts';
import { comeAgain } from './come-again.ts';
import { bodyComes } from './protocol.ts';

const POLL_MS = 20;
/** What answers that were given last may take to their callers. */
const FLUSH_MS = 2_000;

export class Drain {
  private readonly server: FastifyInstance;
  private phase: 'serving' | 'leaving' | 'refusing' = 'serving';
  /** Requests that have not been answered to the last byte. */
  private readonly open = new TransientSet<FastifyReply>();
  private readonly refusing = new AbortController();

  /** To be made before the routes are, since hooks bind to what follows them. */
  constructor(server: FastifyInstance) {
    this.server = server;
    server.addHook('onRequest', (request, reply, done) => {
      this.open.add(reply);
      reply.raw.once('close', () => this.open.delete(reply));
      if (this.phase !== 'refusing' || !isWork(request.method)) return done();
      // A connection that is closed with unread bytes on it is reset, and the answer lost with it.
      const isRead = bodyComes(request) ? discarded(request.raw) : Promise.resolve();
      isRead.then(() => void leave(reply), done);
    });
    // A kept connection would hold the listener open, and bring requests that belong to another instance.
    server.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.phase !== 'serving') reply.header('Connection', 'close');
      done();
    });
  }

  /** Aborted when nothing new is taken any more: whatever would go on by itself ends then. */
  get leaving(): AbortSignal {
    return this.refusing.signal;
  }

  /**
   * Serves everybody for `acceptMs`, then only those who are here. Resolves when every caller who waited has an answer:
   * at the latest `deadlineMs` from now.
   */
  async begin(acceptMs: number, deadlineMs: number): Promise<void> {
    const end = performance.now() + deadlineMs;
    this.phase = 'leaving';
    // Without a wait of no time, in which a request could still come in.
    if (acceptMs > 0) await sleep(Math.min(acceptMs, deadlineMs));
    this.phase = 'refusing';
    this.refusing.abort();
    while (this.waiting().length > 0 && performance.now() < end) await sleep(POLL_MS);
    for (const reply of this.waiting()) leave(reply);
  }

  async close(): Promise<void> {
    const end = performance.now() + FLUSH_MS;
    // Node takes a connection for idle whose answer was handed over whole, though most of it is still to be sent.
    while (this.open.size > 0 && performance.now() < end) await sleep(POLL_MS);
    const closed = this.server.close();
    // What is still open waits for nothing that could come.
    this.server.server.closeAllConnections();
    await closed;
  }

  private waiting(): FastifyReply[] {
    return [...this.open].filter(({ request }) => isWork(request.method));
  }
}

/** What writes to the log. */
const isWork = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** The handler may still be at work, and will find that its caller has an answer. */
function leave(reply: FastifyReply): FastifyReply {
  return reply.sent ? reply : comeAgain(reply, 'The service is stopping.');
}

async function discarded(body: IncomingMessage): Promise<void> {
  body.resume();
  // A caller who breaks off wants no answer.
  await finished(body).catch(() => undefined);
}
