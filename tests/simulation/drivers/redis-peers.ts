/** Stands in for the messages between extractors: a history's documents have no pages, so nothing is ever said. */
import { randomUUID } from 'node:crypto';
import type { Peers } from '../../../platform/peers/peers.ts';

export class RedisPeers implements Peers {
  readonly id = randomUUID();
  tell(): void {}
  tellAll(): void {}
  listen(): void {}
  close(): void {}
}
