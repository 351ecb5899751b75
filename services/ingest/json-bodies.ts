/**
 * Limits how many documents in JSON are received at once, because each is held in memory until it is stored. The others
 * wait unread, so that their senders wait too. Without it, sixty of one key, each held back just before its end, took
 * 850 MB.
 */
import type { FastifyRequest } from 'fastify';
import type { Connections } from './connections.ts';
import { uploadOf } from './intake.ts';
import { Transfers } from './transfers.ts';

/** A smaller body can hardly contain a document. */
const LARGE_BYTES = 64 * 1024;
/** Most bodies at once, of one key and in all. */
const PER_KEY = 2;
const IN_ALL = 8;

export class JsonBodies {
  private readonly connections: Connections;
  private readonly transfers = new Transfers(PER_KEY, IN_ALL);

  constructor(connections: Connections) {
    this.connections = connections;
    connections.onLook((now, intervalMs) => this.transfers.makeRoom(now, intervalMs));
  }

  /** A body of unknown length counts as large. */
  isLarge({ headers }: FastifyRequest): boolean {
    return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > LARGE_BYTES;
  }

  /**
   * Runs `work`, which reads the body, when a place is free. Throws `NoRoomNow` if too many of the key's requests wait
   * already.
   */
  run<T>(request: FastifyRequest, keyId: string, work: () => Promise<T>): Promise<T> {
    if (!this.isLarge(request)) return work();
    return this.transfers.run(uploadOf(request, keyId, this.connections), work);
  }
}
