/**
 * kafkajs 2.2.4 answers a fetch of a consumer that was stopped with nothing, at once, and its fetchers ask again for as long as nobody
 * ends them. A stop ends those that there are; where brokers come or go in the same moment new ones are made behind it, and
 * their asking never leaves the promises' queue: the process stands still at full load, without timers, answers or logs. An
 * error ends the fetcher, and the runner then sees that it was stopped.
 *
 * A commit it calls done where the consumer was stopped, and repeats for as long as our retries last where it was refused: with the generation of a
 * later join at last, and over what the next holder of a partition has committed meanwhile. Here either is an error, and whoever
 * commits does so again with what is true by then.
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

/** To be called before a consumer is made; again it changes nothing. */
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
