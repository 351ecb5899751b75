import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { endCallsOfStopped } from './stopped-runner.ts';

const kafkajs = createRequire(import.meta.url);
const Runner = kafkajs('kafkajs/src/consumer/runner.js');
const createFetchManager = kafkajs('kafkajs/src/consumer/fetchManager.js');
const logger = { debug: () => undefined, info: () => undefined, namespace: () => logger };

// Without the patch this file never ends: the fetchers' loop lets no timer run, so no time limit can stop it.
test('fetchers that are made behind a stop end, where kafkajs would ask for ever and let nothing else run', async () => {
  endCallsOfStopped();
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
  endCallsOfStopped();
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

describe('a commit', () => {
  const offsets = { topics: [] };

  const committing = (running: boolean, commitOffsets: () => Promise<void>) => {
    endCallsOfStopped();
    const runner = new Runner({ logger, consumerGroup: { commitOffsets }, retry: { initialRetryTime: 1 } });
    runner.running = running;
    return runner.commitOffsets(offsets);
  };

  test('of a consumer that was stopped is not called done', async () => {
    await assert.rejects(
      committing(false, async () => undefined),
      /was stopped/,
    );
  });

  test('that is refused is not repeated behind whoever commits: by then the partition may be another’s', async () => {
    let asked = 0;
    const refused = committing(true, async () => {
      asked++;
      throw new Error('rebalancing');
    });
    await assert.rejects(refused, /rebalancing/);
    assert.equal(asked, 1);
  });
});
