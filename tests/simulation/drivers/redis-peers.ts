/** Stands in for the messages between extractors: documents of a history have no pages, and nobody has anything to say. */
import { randomUUID } from 'node:crypto';
import type { Peers } from '../../../platform/peers/peers.ts';

export class RedisPeers implements Peers {
  readonly id = randomUUID();
  tell(): void {}
  tellAll(): void {}
  listen(): void {}
  close(): void {}
}
