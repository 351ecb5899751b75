import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { followMovedLeaders } from './moved-leaders.ts';

const kafkajs = createRequire(import.meta.url);
const ConsumerGroup = kafkajs('kafkajs/src/consumer/consumerGroup.js');
const { KafkaJSProtocolError, KafkaJSBrokerNotFound } = kafkajs('kafkajs/src/errors.js');

const logger = { namespace: () => logger, debug: () => undefined };

/** A consumer whose next fetch fails with `error`, and the calls by which it recovers. */
function failing(error: Error) {
  const done: string[] = [];
  const cluster = {
    refreshMetadataIfNecessary: () => Promise.reject(error),
    refreshMetadata: async () => done.push('looks'),
    findGroupCoordinator: () => {
      done.push('joins');
      return Promise.reject(new Error('no coordinator'));
    },
  };
  const group = new ConsumerGroup({ cluster, logger, groupId: 'group', retry: {} });
  return { group, done };
}

followMovedLeaders();

test('a consumer whose partition has moved looks where it is, and does not join its group again', async () => {
  const moved = new KafkaJSProtocolError({ type: 'NOT_LEADER_FOR_PARTITION', code: 6, retriable: true });
  const { group, done } = failing(moved);
  await assert.rejects(group.fetch(1), moved);
  assert.deepEqual(done, ['looks']);
});

test('what else may fail in a fetch is got over as before', async () => {
  const { group, done } = failing(new KafkaJSBrokerNotFound('not there'));
  assert.deepEqual(await group.fetch(1), []);
  assert.deepEqual(done, ['looks']);
});
