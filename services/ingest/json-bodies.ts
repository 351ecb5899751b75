/**
 * Documents that come in JSON, which is in memory as a whole until they are stored: so many at once. The others wait unread, so that
 * their senders wait as well. Sixty of one key, each held back just before its end, had taken 850 MB.
 */
import type { FastifyRequest } from 'fastify';
import type { Connections } from './connections.ts';
import { uploadOf } from './intake.ts';
import { Transfers } from './transfers.ts';

/** What is smaller can hardly be a document. */
const LARGE_BYTES = 64 * 1024;
/** Of one key, and in all. */
const PER_KEY = 2;
const IN_ALL = 8;

export class JsonBodies {
  private readonly connections: Connections;
  private readonly transfers = new Transfers(PER_KEY, IN_ALL);

  constructor(connections: Connections) {
    this.connections = connections;
    connections.onLook((now, intervalMs) => this.transfers.makeRoom(now, intervalMs));
  }

  /** A body whose length is not told may be of any. */
  isLarge({ headers }: FastifyRequest): boolean {
    return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > LARGE_BYTES;
  }

  /** Does `work`, which reads the body, when there is a place for it. Throws `NoRoomNow` where too many of the key wait. */
  run<T>(request: FastifyRequest, keyId: string, work: () => Promise<T>): Promise<T> {
    if (!this.isLarge(request)) return work();
    return this.transfers.run(uploadOf(request, keyId, this.connections), work);
  }
}
