/** A world on the machine's own clock, for running the contract suites on the drivers: they wait as for real servers. */
import { Network } from '../virtual/network.ts';
import { World } from '../virtual/world.ts';
import { useBackend } from './backend.ts';
import { Cluster } from './cluster.ts';
import { ObjectStore } from './object-store.ts';
import { RedisServer } from './redis-server.ts';

class RealWorld extends World {
  override get now(): number {
    return performance.now();
  }

  override after(ms: number, run: () => void) {
    const entry = { at: this.now + ms, sequence: 0, run };
    setTimeout(() => entry.run(), ms).unref();
    return entry;
  }
}

export function useRealClock(): void {
  const world = new RealWorld(1, Date.now());
  useBackend({
    world,
    network: new Network(world),
    cluster: new Cluster(world),
    redis: new RedisServer(world),
    objects: new ObjectStore(world),
    outside: {
      post: async () => 204,
      fetch: async () => Buffer.alloc(0),
    },
  });
}
