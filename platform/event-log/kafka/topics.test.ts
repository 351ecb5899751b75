import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Admin } from 'kafkajs';
import { TOPICS } from '../../../schemas/events.ts';
import { CopiesWatch } from './copies-watch.ts';
import { quietLog } from './quiet-log.ts';
import { keptTopics, RetentionWatch } from './retention-watch.ts';
import {
  copiesOfTopics,
  ensureTopics,
  PARTITIONS,
  partitionOf,
  TopicMismatch,
  TopicNames,
  topicSettings,
} from './topics.ts';

test('a key has one partition for ever, the one that librdkafka would choose', () => {
  // CRC-32 of "123456789" is CBF43926, the check value that every table of the algorithm gives.
  assert.equal(partitionOf('123456789'), 0xcbf43926 % PARTITIONS);
});

test('keys spread over all partitions', () => {
  const keys = Array.from({ length: 200 }, (_, i) => `job-${i}`);
  assert.equal(new Set(keys.map(partitionOf)).size, PARTITIONS);
});

test("a topic's name on the broker leads back to it, and no other name does", () => {
  const names = new TopicNames('textrail.');
  for (const topic of TOPICS) assert.equal(names.fromBroker(names.onBroker(topic)), topic);
  assert.throws(() => names.fromBroker('textrail.other'), TopicMismatch);
});

test('of an erased job the record for analysts is compacted away within a day, however few jobs end after it', () => {
  const settings = topicSettings('jobs');
  assert.equal(settings['cleanup.policy'], 'compact');
  assert.ok(Number(settings['max.compaction.lag.ms']) <= 86_400_000);
  assert.equal(topicSettings('outcomes')['max.compaction.lag.ms'], undefined);
});

/**
 * Topics that were made on one broker, in a cluster that now has `brokers`. `ends`: the end offset of each partition of
 * a topic.
 */
function grownTo(brokers: number, ends = Array.from({ length: PARTITIONS }, () => 7)): Admin {
  const names = new TopicNames('textrail.');
  const partitions = ends.map((_, partitionId) => ({
    partitionId,
    leader: 1,
    replicas: [1],
  }));
  return {
    listTopics: async () => TOPICS.map(topic => names.onBroker(topic)),
    fetchTopicMetadata: async ({ topics = [] }: { topics?: string[] }) => ({
      topics: topics.map(name => ({ name, partitions })),
    }),
    fetchTopicOffsets: async () => ends.map((end, partition) => ({ partition, low: '1', high: String(end) })),
    describeCluster: async () => ({ brokers: Array.from({ length: brokers }, (_, nodeId) => ({ nodeId })) }),
    describeConfigs: async ({ resources }: { resources: { name: string }[] }) => ({
      resources: resources.map(({ name }) => ({
        resourceName: name,
        configEntries: [{ configName: 'min.insync.replicas', configValue: '1' }],
      })),
    }),
  } as unknown as Admin;
}

test('topics that were made while one broker was up are told as soon as there are more, and not again and again', async () => {
  const names = new TopicNames('textrail.');
  const said: string[] = [];
  const missing = new Map<string, number>();
  let brokers = 1;
  const watch = new CopiesWatch({
    look: () => copiesOfTopics(grownTo(brokers), names),
    log: { ...quietLog, warn: (_fields, message) => said.push(message) },
    onMissing: (topic, copies) => missing.set(topic, copies),
  });
  await watch.look();
  assert.deepEqual([said.length, missing.get('textrail.outcomes')], [0, 0]);
  brokers = 3;
  for (let looks = 0; looks < 5; looks++) await watch.look();
  watch.stop();
  assert.deepEqual([said.length, missing.get('textrail.outcomes')], [1, 2]);
  assert.match(said[0] ?? '', /fewer copies/);
});

test('a topic that somebody deletes counts as one without copies, and is named', async () => {
  const names = new TopicNames('textrail.');
  const gone = 'textrail.webhooks';
  const admin = {
    ...grownTo(1),
    listTopics: async () => TOPICS.map(topic => names.onBroker(topic)).filter(name => name !== gone),
    fetchTopicMetadata: async ({ topics }: { topics: string[] }) => {
      // A broker fails the whole request, and describes none of the topics.
      if (topics.includes(gone)) throw new Error('This server does not host this topic-partition');
      return { topics: topics.map(name => ({ name, partitions: [{ replicas: [1], leader: 1 }] })) };
    },
  } as unknown as Admin;
  const copies = await copiesOfTopics(admin, names);
  assert.deepEqual(
    copies.filter(topic => topic.copies === 0),
    [{ topic: gone, copies: 0, possible: 1 }],
  );
  assert.equal(copies.length, TOPICS.length);
});

test('a topic that has its copies and may lose what one of them alone has acknowledged counts as lacking one', async () => {
  const names = new TopicNames('textrail.');
  const settings = { 'min.insync.replicas': '1', 'unclean.leader.election.enable': 'false' };
  const replicas = [1, 2, 3];
  const admin = {
    listTopics: async () => TOPICS.map(topic => names.onBroker(topic)),
    fetchTopicMetadata: async ({ topics = [] }: { topics?: string[] }) => ({
      topics: topics.map(name => ({ name, partitions: [{ partitionId: 0, leader: 1, replicas }] })),
    }),
    describeCluster: async () => ({ brokers: replicas.map(nodeId => ({ nodeId })) }),
    describeConfigs: async ({ resources }: { resources: { name: string }[] }) => ({
      resources: resources.map(({ name }) => ({
        resourceName: name,
        configEntries: Object.entries(settings).map(([configName, configValue]) => ({
          configName,
          configValue,
        })),
      })),
    }),
  } as unknown as Admin;
  const said: string[] = [];
  const missing = new Map<string, number>();
  const watch = new CopiesWatch({
    look: () => copiesOfTopics(admin, names),
    log: { ...quietLog, warn: fields => void said.push(JSON.stringify(fields)) },
    onMissing: (topic, copies) => missing.set(topic, copies),
  });
  await watch.look();
  assert.equal(missing.get('textrail.outcomes'), 1);
  assert.match(said[0] ?? '', /"copies":3,"possible":3,"inSync":1/);
  settings['min.insync.replicas'] = '2';
  await watch.look();
  assert.equal(missing.get('textrail.outcomes'), 0);
  settings['unclean.leader.election.enable'] = 'true';
  await watch.look();
  assert.equal(missing.get('textrail.outcomes'), 1);
  admin.describeConfigs = () => Promise.reject(new Error('this user may not'));
  await watch.look();
  watch.stop();
  assert.equal(missing.get('textrail.outcomes'), 0, 'what cannot be told is not held against a topic');
});

test('a topic that acknowledges what is on one of three brokers is told', async () => {
  const drifted: object[] = [];
  const log = { ...quietLog, warn: (fields: object) => drifted.push(fields) };
  await ensureTopics(grownTo(3), new TopicNames('textrail.'), log);
  assert.ok(drifted.some(fields => JSON.stringify(fields).includes('"wanted":"2"')));
  drifted.length = 0;
  await ensureTopics(grownTo(1), new TopicNames('textrail.'), log);
  assert.deepEqual(drifted, []);
});

test('partitions that were raised by mistake keep nobody from starting, as long as nothing stands in them', async () => {
  const names = new TopicNames('textrail.');
  const said: string[] = [];
  const log = { ...quietLog, warn: (_fields: object, message: string) => said.push(message) };
  const ends = [7, 7, 7, 7, 7, 7, 1];
  await ensureTopics(grownTo(1, ends), names, log);
  assert.equal(said.filter(line => /more partitions/.test(line)).length, TOPICS.length);
  await assert.rejects(ensureTopics(grownTo(1, [...ends.slice(0, -1), 2]), names, log), {
    name: 'TopicMismatch',
    message: /7 partitions instead of 6, and records in one/,
  });
  await assert.rejects(ensureTopics(grownTo(1, ends.slice(2)), names, log), /5 partitions instead of 6$/);
});

test('a topic of the log that is told to delete records is told, once, until it is told otherwise', async () => {
  const names = new TopicNames('textrail.');
  let retention = '604800000';
  const admin = {
    describeConfigs: async ({ resources }: { resources: { name: string }[] }) => ({
      resources: resources.map(({ name }) => ({
        resourceName: name,
        configEntries: [
          { configName: 'cleanup.policy', configValue: 'delete' },
          { configName: 'retention.ms', configValue: name === 'textrail.keys' ? retention : '-1' },
          { configName: 'retention.bytes', configValue: '-1' },
        ],
      })),
    }),
  } as unknown as Admin;
  const said: object[] = [];
  const expiring = new Map<string, boolean>();
  const watch = new RetentionWatch({
    look: () => keptTopics(admin, names),
    log: { ...quietLog, warn: fields => void said.push(fields) },
    onLook: (topic, expires) => expiring.set(topic, expires),
  });
  for (let looks = 0; looks < 3; looks++) await watch.look();
  assert.deepEqual(said, [
    { topics: [{ topic: 'textrail.keys', differs: { 'retention.ms': '604800000' } }] },
  ]);
  assert.deepEqual([expiring.get('textrail.keys'), expiring.get('textrail.outcomes')], [true, false]);
  assert.equal(expiring.has('textrail.jobs'), false, 'what is derived may be compacted');
  retention = '-1';
  await watch.look();
  watch.stop();
  assert.deepEqual([said.length, expiring.get('textrail.keys')], [1, false]);
});
