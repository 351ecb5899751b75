/**
 * kafkajs 2.2.4 answers a fetch of a consumer that was stopped with nothing, at once, and its fetchers ask again for as long as nobody
 * ends them. A stop ends those that there are; where brokers come or go in the same moment new ones are made behind it, and
 * their asking never leaves the promises' queue: the process stands still at full load, without timers, answers or logs. An
 * error ends the fetcher, and the runner then sees that it was stopped.
 */
import { createRequire } from 'node:module';

interface Runner {
  running: boolean;
  fetch(nodeId: number): Promise<unknown[]>;
}

const { prototype: runner }: { prototype: Runner } = createRequire(import.meta.url)(
  'kafkajs/src/consumer/runner.js',
);
const fetchOfRunning = runner.fetch;

/** To be called before a consumer is made; again it changes nothing. */
export function endFetchersOfStopped(): void {
  runner.fetch = async function fetch(this: Runner, nodeId: number): Promise<unknown[]> {
    if (!this.running) throw new Error('the consumer was stopped');
    return fetchOfRunning.call(this, nodeId);
  };
}
