import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { lookForLostCoordinator } from './lost-coordinator.ts';

const kafkajs = createRequire(import.meta.url);
const ConsumerGroup = kafkajs('kafkajs/src/consumer/consumerGroup.js');
const { KafkaJSConnectionError, KafkaJSGroupCoordinatorNotFound, KafkaJSProtocolError } =
  kafkajs('kafkajs/src/errors.js');

const logger = { namespace: () => logger };

/** A member of a group, and how many heartbeats each of two brokers received. */
function member(answers: (() => void)[]) {
  const heard = [0, 0];
  const broker = (nodeId: number) => ({
    nodeId,
    heartbeat: async () => {
      heard[nodeId] = (heard[nodeId] ?? 0) + 1;
      answers[nodeId]?.();
    },
  });
  const brokers = [broker(0), broker(1)];
  const cluster = {
    findGroupCoordinatorMetadata: async () => ({ coordinator: { nodeId: 1 } }),
    findBroker: async ({ nodeId }: { nodeId: number }) => brokers[nodeId],
  };
  const instrumentationEmitter = { emit: () => undefined };
  const group = new ConsumerGroup({ cluster, logger, groupId: 'group', retry: {}, instrumentationEmitter });
  group.memberId = 'member';
  group.coordinator = brokers[0];
  group.offsetManager = { coordinator: brokers[0] };
  return { group, heard, brokers };
}

lookForLostCoordinator();

test('a member whose coordinator does not answer goes on at the one that has taken its group over, with its positions too', async () => {
  const gone = () => {
    throw new KafkaJSConnectionError('connection refused', { code: 'ECONNREFUSED' });
  };
  const { group, heard, brokers } = member([gone]);
  await assert.rejects(group.heartbeat({ interval: -1 }), /refused/);
  await group.heartbeat({ interval: -1 });
  assert.deepEqual(heard, [1, 1]);
  assert.equal(group.offsetManager.coordinator, brokers[1]);
});

test('a member whose group was handed over to another broker goes on there, and does not join again', async () => {
  const handedOver = () => {
    throw new KafkaJSProtocolError({ type: 'NOT_COORDINATOR_FOR_GROUP', code: 16, message: 'not here' });
  };
  const { group, heard } = member([handedOver]);
  await group.heartbeat({ interval: -1 });
  await group.heartbeat({ interval: -1 });
  assert.deepEqual(heard, [1, 1]);
});

test('a member that finds no coordinator, as in an outage, is told why its heartbeat failed and is not given up', async () => {
  const gone = () => {
    throw new KafkaJSConnectionError('connection refused', { code: 'ECONNREFUSED' });
  };
  const { group } = member([gone]);
  group.cluster.findGroupCoordinatorMetadata = async () => {
    throw new KafkaJSGroupCoordinatorNotFound('Failed to find group coordinator');
  };
  await assert.rejects(group.heartbeat({ interval: -1 }), { message: 'connection refused', retriable: true });
});

test('a member whose group was handed over, nobody knows where to, is told so', async () => {
  const handedOver = () => {
    throw new KafkaJSProtocolError({ type: 'NOT_COORDINATOR_FOR_GROUP', code: 16, message: 'not here' });
  };
  const { group, brokers } = member([handedOver]);
  group.cluster.findGroupCoordinatorMetadata = async () => {
    throw new KafkaJSGroupCoordinatorNotFound('Failed to find group coordinator');
  };
  await assert.rejects(group.heartbeat({ interval: -1 }), { type: 'NOT_COORDINATOR_FOR_GROUP' });
  assert.equal(group.coordinator, brokers[0]);
});

test('one whose coordinator refuses joins again as before', async () => {
  const refuses = () => {
    throw new KafkaJSProtocolError({ type: 'REBALANCE_IN_PROGRESS', code: 27, message: 'rebalancing' });
  };
  const { group, brokers } = member([refuses]);
  await assert.rejects(group.heartbeat({ interval: -1 }), { type: 'REBALANCE_IN_PROGRESS' });
  assert.equal(group.coordinator, brokers[0]);
});
