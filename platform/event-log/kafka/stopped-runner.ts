/**
 * Makes fetches and commits of a stopped consumer fail at once. kafkajs 2.2.4 answers a fetch of a stopped consumer
 * with nothing, immediately, and its fetchers ask again for as long as nobody ends them. A stop ends the existing
 * fetchers; if brokers come or go at the same moment, new ones are created after it, and their requests never leave the
 * microtask queue: the process stands still at full load, without timers, answers or logs. An error ends the fetcher,
 * and the runner then notices that it was stopped.
 *
 * kafkajs also reports a commit of a stopped consumer as done, and retries a refused commit as long as our retries
 * last: in the end with the generation of a later join, overwriting what the partition's next owner has committed
 * since. Here both fail at once, and the caller commits again from its current positions.
 */
import { createRequire } from 'node:module';

interface Runner {
  running: boolean;
  consumerGroup: { commitOffsets(offsets: object): Promise<void> };
  fetch(nodeId: number): Promise<unknown[]>;
  commitOffsets(offsets: object): Promise<void>;
}

const { prototype: runner }: { prototype: Runner } = createRequire(import.meta.url)(
  'kafkajs/src/consumer/runner.js',
);
const fetchOfRunning = runner.fetch;

/** Call it before a consumer is created; further calls change nothing. */
export function endCallsOfStopped(): void {
  runner.fetch = async function fetch(this: Runner, nodeId: number): Promise<unknown[]> {
    throwIfStopped(this);
    return fetchOfRunning.call(this, nodeId);
  };
  runner.commitOffsets = async function commitOffsets(this: Runner, offsets: object): Promise<void> {
    throwIfStopped(this);
    await this.consumerGroup.commitOffsets(offsets);
  };
}

function throwIfStopped({ running }: Runner): void {
  if (!running) throw new Error('the consumer was stopped');
}
