import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { endFetchersOfStopped } from './stopped-runner.ts';

const kafkajs = createRequire(import.meta.url);
const Runner = kafkajs('kafkajs/src/consumer/runner.js');
const createFetchManager = kafkajs('kafkajs/src/consumer/fetchManager.js');
const logger = { debug: () => undefined, info: () => undefined, namespace: () => logger };

// Without the mend this file never ends: what spins leaves no turn to a limit of time.
test('fetchers that are made behind a stop end, where kafkajs would ask for ever and let nothing else run', async () => {
  endFetchersOfStopped();
  const stopped = { running: false, logger, consumerGroup: {} };
  const manager = createFetchManager({
    logger,
    getNodeIds: () => [0, 1],
    fetch: (nodeId: number) => Runner.prototype.fetch.call(stopped, nodeId),
    handler: async () => undefined,
  });
  await assert.rejects(manager.start(), /was stopped/);
});

test('a consumer that runs fetches as before', async () => {
  endFetchersOfStopped();
  const batches = [{ isEmpty: () => false }];
  const running = {
    running: true,
    logger,
    instrumentationEmitter: { emit: () => undefined },
    consumerGroup: { fetch: async (nodeId: number) => (nodeId === 1 ? batches : []) },
    consuming: true,
  };
  assert.deepEqual(await Runner.prototype.fetch.call(running, 1), batches);
});
