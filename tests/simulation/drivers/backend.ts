/** The servers that the drivers of this folder use, one set at a time. */
import type { Network } from '../virtual/network.ts';
import type { World } from '../virtual/world.ts';
import type { Cluster } from './cluster.ts';
import type { ObjectStore } from './object-store.ts';
import type { RedisServer } from './redis-server.ts';

/** The world outside of the service: receivers of webhooks, and servers that documents are fetched from. */
export interface Outside {
  /** Resolves to the status; rejects with a reason of `EgressError`. */
  post(url: string, headers: Record<string, string>, body: string): Promise<number>;
  fetch(url: string): Promise<Buffer>;
}

export interface Backend {
  world: World;
  network: Network;
  cluster: Cluster;
  redis: RedisServer;
  objects: ObjectStore;
  outside: Outside;
}

let current: Backend | undefined;

export function useBackend(backend: Backend | undefined): void {
  current = backend;
}

export function backend(): Backend {
  if (current === undefined) throw new Error('a driver was used outside of a simulation');
  return current;
}
