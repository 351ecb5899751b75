import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import kafkajs, { type ConsumerConfig, type ProducerConfig } from 'kafkajs';
import { TOPICS } from '../../../schemas/events.ts';
import { EXAMPLE_EVENTS } from '../codec-examples.ts';
import { LogUnavailable } from '../event-log.ts';
import { Broker } from './broker.test-support.ts';
import { nameMember, requests } from './group-requests.ts';
import { KafkaEventLog, type KafkaLogOptions } from './kafka-event-log.ts';
import { quietLog } from './quiet-log.ts';
import { PARTITIONS } from './topics.ts';

const NAMES = TOPICS.map(topic => `t.${topic}`);
const partitions = Array.from({ length: PARTITIONS }, (_, partitionId) => ({
  partitionId,
  leader: 1,
  replicas: [1],
}));

/** kafkajs with one broker on which every topic exists. Returns what it was asked for. */
function kafka(t: TestContext) {
  const producers: ProducerConfig[] = [];
  const acknowledged = Promise.withResolvers<void>();
  const broker = { topics: NAMES, isAway: false };
  const disconnected: string[] = [];
  const answering = <T>(answer: () => T) => {
    if (broker.isAway) throw new Error('connect ECONNREFUSED');
    return answer();
  };
  const admin = {
    connect: async () => undefined,
    disconnect: async () => void disconnected.push('admin'),
    describeCluster: async () => answering(() => ({ brokers: [{ nodeId: 1 }] })),
    listTopics: async () => answering(() => broker.topics),
    fetchTopicMetadata: async ({ topics }: { topics: string[] }) => ({
      topics: topics.map(name => ({ name, partitions })),
    }),
    fetchTopicOffsets: async () => partitions.map((_, partition) => ({ partition, low: '0', high: '0' })),
    describeConfigs: async () => ({ resources: [] }),
  };
  const producer = {
    connect: async () => undefined,
    disconnect: async () => void disconnected.push('producer'),
    sendBatch: async ({ topicMessages }: { topicMessages: { topic: string; messages: object[] }[] }) => {
      await acknowledged.promise;
      return topicMessages.flatMap(({ topic }) =>
        partitions.map((_, partition) => ({ topicName: topic, partition, errorCode: 0 })),
      );
    },
  };
  const { prototype } = kafkajs.Kafka;
  t.mock.method(prototype, 'admin', () => admin as never);
  t.mock.method(prototype, 'producer', (config: ProducerConfig) => {
    producers.push(config);
    return producer as never;
  });
  t.mock.method(prototype, 'consumer', (config: ConsumerConfig) => {
    const consumer = new Broker();
    Object.assign(consumer, { disconnect: async () => void disconnected.push(config.groupId) });
    return consumer as never;
  });
  return { acknowledge: acknowledged.resolve, broker, disconnected, producers };
}

const OPTIONS = { brokers: ['broker:9092'], role: 'test', log: quietLog, prefix: 't.' };

async function opened(t: TestContext, options: Partial<KafkaLogOptions> = {}): Promise<KafkaEventLog> {
  const log = await KafkaEventLog.open({ ...OPTIONS, ...options });
  t.after(() => log.close());
  return log;
}

describe('the log on Kafka', () => {
  it('appends by a producer that is not idempotent, one request at a time, and makes no topics by the way', async t => {
    const { acknowledge, producers } = kafka(t);
    acknowledge();
    const log = await opened(t);
    await log.append([EXAMPLE_EVENTS.ExtractRequested]);
    assert.equal(producers.length, 1);
    const { idempotent, maxInFlightRequests, allowAutoTopicCreation } = producers[0] ?? {};
    assert.deepEqual([idempotent, maxInFlightRequests, allowAutoTopicCreation], [false, 1, false]);
  });

  it('is unready while an append waits for longer than five seconds, though its brokers answer, and ready again', async t => {
    const { acknowledge } = kafka(t);
    const log = await opened(t);
    let aheadMs = 0;
    const { now } = performance;
    t.mock.method(performance, 'now', () => now.call(performance) + aheadMs);
    const appended = log.append([EXAMPLE_EVENTS.ExtractRequested]);
    await turn();
    aheadMs = 4_500;
    await log.check();
    aheadMs = 5_500;
    await assert.rejects(log.check(), (error: Error) => {
      assert.ok(error instanceof LogUnavailable);
      assert.match(error.message, /^an event has waited 5\d\d\d ms for the log$/);
      return true;
    });
    acknowledge();
    await appended;
    await log.check();
  });

  it('is unready where its brokers do not answer', async t => {
    const { broker } = kafka(t);
    const log = await opened(t);
    broker.isAway = true;
    await assert.rejects(log.check(), /^LogUnavailable: no answer from the brokers: connect ECONNREFUSED$/);
  });

  it('waits for brokers that are away when it is opened, and says why', async t => {
    const { broker } = kafka(t);
    broker.isAway = true;
    const reasons: string[] = [];
    await opened(t, {
      onAway: error => {
        reasons.push(String(error));
        broker.isAway = false;
      },
    });
    assert.equal(reasons.length, 1);
    assert.match(reasons[0] ?? '', /ECONNREFUSED/);
  });

  it('leaves its groups and ends its connections when it is closed, also where the log was appended to', async t => {
    const { acknowledge, disconnected } = kafka(t);
    acknowledge();
    const log = await KafkaEventLog.open(OPTIONS);
    const group = log.consume({
      group: 'webhooker',
      topics: ['outcomes'],
      maxInFlight: 1,
      handle: async () => undefined,
    });
    await group.ready;
    await log.append([EXAMPLE_EVENTS.ExtractRequested]);
    await log.close();
    assert.deepEqual(disconnected.toSorted(), ['admin', 'admin', 'producer', 't.webhooker']);
    await assert.rejects(log.append([EXAMPLE_EVENTS.ExtractRequested]), LogUnavailable);
  });

  it('is unready where a topic was there no more at the last look', async t => {
    const { broker } = kafka(t);
    t.mock.timers.enable({ apis: ['setInterval'] });
    const log = await opened(t);
    broker.topics = NAMES.filter(name => name !== 't.keys');
    t.mock.timers.tick(60_000);
    for (let step = 0; step < 20; step++) await turn();
    await assert.rejects(log.check(), /^LogUnavailable: topics are gone: t\.keys$/);
    broker.topics = NAMES;
    t.mock.timers.tick(60_000);
    for (let step = 0; step < 20; step++) await turn();
    await log.check();
  });

  it('joins its groups under the name of its process, by which one that is started again is the member it was', async t => {
    kafka(t);
    const log = await opened(t, { memberName: 'projector-1' });
    const nameOf = async (groupId: string) => {
      const asked = { groupId, memberId: '', sessionTimeout: 1, rebalanceTimeout: 1, groupProtocols: [] };
      const join = requests.JoinGroup.protocol({ version: 5 })({ ...asked, protocolType: 'consumer' });
      const { buffer } = await join.request.encode();
      return /projector-1/.exec(buffer.toString('latin1'))?.[0];
    };
    const group = log.consume({
      group: 'webhooker',
      topics: ['outcomes'],
      maxInFlight: 1,
      handle: async () => undefined,
    });
    const views = log.project({
      name: 'views',
      topics: ['outcomes'],
      positions: async () => [],
      apply: async () => undefined,
    });
    await Promise.all([group.ready, views.ready]);
    assert.deepEqual([await nameOf('t.webhooker'), await nameOf('t.views')], ['projector-1', 'projector-1']);
    for (const each of ['t.webhooker', 't.views']) nameMember(each, undefined);
  });
});
