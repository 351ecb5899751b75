/** The topics as code: created at start if missing, checked if present. */
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Admin, ITopicMetadata } from 'kafkajs';
import { TOPICS, type Topic } from '../../../schemas/events.ts';
import { DERIVED_TOPIC } from '../../../schemas/history.ts';
import { LogUnavailable } from '../event-log.ts';
import type { LogSink } from './client.ts';

/**
 * Fixed for ever: a key's partition depends on it, and order is kept only within a partition. It also limits the number
 * of extractors that share a lane; each handles many documents at once.
 */
export const PARTITIONS = 6;
export const COPIES = 3;

/**
 * A day. Without it a broker compacts a partition only when half of it is new: every job has its own key, so the record
 * of an erased job would stay until twice as many jobs have ended, and up to a week more in the segment being written.
 */
const COMPACTED_WITHIN_MS = 86_400_000;

/** The settings a topic is created with. */
export function topicSettings(topic: Topic): Record<string, string> {
  return {
    // In the derived topic only the last record of each job counts; of an erased job none remains.
    ...(topic === DERIVED_TOPIC
      ? { 'cleanup.policy': 'compact', 'max.compaction.lag.ms': String(COMPACTED_WITHIN_MS) }
      : { 'cleanup.policy': 'delete' }),
    // The log is the only source of truth: quota counts and rebuilds reach back to the first event. Events are below 1
    // kB.
    'retention.ms': '-1',
    'retention.bytes': '-1',
  };
}

const IN_SYNC = 'min.insync.replicas';

const UNCLEAN = 'unclean.leader.election.enable';

/**
 * `min.insync.replicas` for this number of brokers: with three, a record is on two before it is acknowledged, and one
 * broker may be lost.
 */
export const inSyncOn = (brokers: number): number => Math.max(1, Math.min(COPIES, brokers) - 1);

function settingsFor(topic: Topic, brokers: number): Record<string, string> {
  return { ...topicSettings(topic), [IN_SYNC]: String(inSyncOn(brokers)) };
}

export class TopicMismatch extends Error {
  override readonly name = 'TopicMismatch';
}

/** CRC-32 of the key, like librdkafka's `consistent` partitioner, so that any client can find a key's partition. */
export function partitionOf(key: string): number {
  return crc32(key) % PARTITIONS;
}

/** Converts between the port's names and the brokers' names. */
export class TopicNames {
  private readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  onBroker(topic: Topic): string {
    return this.prefix + topic;
  }

  group(name: string): string {
    return this.prefix + name;
  }

  fromBroker(name: string): Topic {
    const topic = TOPICS.find(each => this.onBroker(each) === name);
    if (topic === undefined) throw new TopicMismatch(`${name} is no topic of this service`);
    return topic;
  }
}

const APPEAR_LIMIT_MS = 30_000;
const POLL_MS = 200;

/** Creates missing topics, waits for their leaders, and refuses topics that lack partitions keys are sent to. */
export async function ensureTopics(admin: Admin, names: TopicNames, log: LogSink): Promise<void> {
  const wanted = TOPICS.map(topic => names.onBroker(topic));
  const end = performance.now() + APPEAR_LIMIT_MS;
  for (;;) {
    const present = await presentTopics(admin, wanted);
    const missing = wanted.filter(name => !present.some(topic => topic.name === name));
    if (missing.length === 0 && present.every(hasLeaders)) {
      for (const topic of present) await checkPartitions(admin, topic, log);
      await warnOfDrift(admin, present, names, log).catch(error =>
        // A user that may not read topic settings may still use the topics.
        log.debug({ error: String(error) }, 'the settings of the topics could not be checked'),
      );
      return;
    }
    if (performance.now() > end) throw new LogUnavailable(notThere(present, missing));
    if (missing.length > 0) await createTopics(admin, missing, names, log);
    await sleep(POLL_MS);
  }
}

/** What is missing: brokers that have just started may still be away, and topics that we may not create are created by others. */
function notThere(present: ITopicMetadata[], missing: string[]): string {
  const leaderless = present.filter(topic => !hasLeaders(topic)).map(({ name }) => name);
  return [
    ...(missing.length > 0 ? [`topics are missing: ${missing.join(', ')}`] : []),
    ...(leaderless.length > 0 ? [`topics have no leaders: ${leaderless.join(', ')}`] : []),
  ].join('; ');
}

async function presentTopics(admin: Admin, wanted: string[]): Promise<ITopicMetadata[]> {
  const listed = await admin.listTopics();
  const topics = wanted.filter(name => listed.includes(name));
  if (topics.length === 0) return [];
  return (await admin.fetchTopicMetadata({ topics })).topics;
}

const hasLeaders = (topic: ITopicMetadata) =>
  topic.partitions.length > 0 && topic.partitions.every(({ leader }) => leader >= 0);

async function createTopics(admin: Admin, missing: string[], names: TopicNames, log: LogSink): Promise<void> {
  const { brokers } = await admin.describeCluster();
  const replicationFactor = Math.min(COPIES, brokers.length);
  const configEntries = (name: string) =>
    Object.entries(settingsFor(names.fromBroker(name), brokers.length)).map(([name, value]) => ({
      name,
      value,
    }));
  try {
    await admin.createTopics({
      waitForLeaders: false,
      topics: missing.map(topic => ({
        topic,
        numPartitions: PARTITIONS,
        replicationFactor,
        configEntries: configEntries(topic),
      })),
    });
    log.info({ topics: missing, partitions: PARTITIONS, replicationFactor }, 'topics created');
  } catch (error) {
    // Another service created them first, or the brokers have just started; the next look tells.
    log.debug({ error: String(error) }, 'topics were not created, looking again');
  }
}

/**
 * Checks a topic's partitions. Kafka cannot remove partitions, so surplus ones must not keep the service from starting:
 * no key is sent to them. Records in one are foreign, or come from a copy that does not keep partitions.
 */
async function checkPartitions(
  admin: Admin,
  { name, partitions }: ITopicMetadata,
  log: LogSink,
): Promise<void> {
  const has = partitions.length;
  if (has < PARTITIONS)
    throw new TopicMismatch(`topic ${name} has ${has} partitions instead of ${PARTITIONS}`);
  if (has === PARTITIONS) return;
  const bounds = await admin.fetchTopicOffsets(name);
  const written = bounds.filter(
    ({ partition, low, high }) => partition >= PARTITIONS && Number(high) > Number(low),
  );
  if (written.length > 0)
    throw new TopicMismatch(
      `topic ${name} has ${has} partitions instead of ${PARTITIONS}, and records in one that this service writes none to`,
    );
  log.warn(
    { topic: name, has, used: PARTITIONS },
    'topic has more partitions than are used: the others stay empty',
  );
}

/** Only logs differences: operators may keep less, or replicate differently, on purpose. */
async function warnOfDrift(
  admin: Admin,
  topics: ITopicMetadata[],
  names: TopicNames,
  log: LogSink,
): Promise<void> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map(({ name }) => ({
      type: 2,
      name,
      configNames: [...Object.keys(settingsFor(names.fromBroker(name), 1))],
    })),
  });
  const { brokers } = await admin.describeCluster();
  for (const { resourceName, configEntries } of resources) {
    const settings = settingsFor(names.fromBroker(resourceName), brokers.length);
    for (const { configName, configValue } of configEntries) {
      const wanted = settings[configName];
      if (configName === IN_SYNC && Number(configValue) >= Number(wanted)) continue;
      if (wanted !== undefined && wanted !== configValue)
        log.warn({ topic: resourceName, setting: configName, found: configValue, wanted }, 'topic differs');
    }
  }
}

export interface CopiesOfTopic {
  /** The brokers' name. */
  topic: string;
  /** Replicas of the partition that has the fewest; 0 if the topic is gone. */
  copies: number;
  /** Replicas that the present brokers could hold. */
  possible: number;
  /** How many replicas are certain to hold an acknowledged record; undefined if this user may not read topic settings. */
  inSync?: number;
}

/**
 * How many replicas each topic has, and how many of them must acknowledge: a topic that was created while only one
 * broker was up keeps one of both until somebody changes it.
 */
export async function copiesOfTopics(admin: Admin, names: TopicNames): Promise<CopiesOfTopic[]> {
  const { brokers } = await admin.describeCluster();
  const listed = await admin.listTopics();
  const wanted = TOPICS.map(topic => names.onBroker(topic));
  const there = wanted.filter(name => listed.includes(name));
  // If a missing topic is among those asked for, the brokers return none; if none is asked for, they return all.
  const { topics } = there.length > 0 ? await admin.fetchTopicMetadata({ topics: there }) : { topics: [] };
  const inSync = await inSyncOfTopics(admin, there).catch(() => new Map<string, number>());
  const possible = Math.min(COPIES, brokers.length);
  const gone = wanted.filter(name => !listed.includes(name)).map(topic => ({ topic, copies: 0, possible }));
  const found = topics.map(({ name, partitions }) => {
    const acknowledge = inSync.get(name);
    return {
      topic: name,
      copies: Math.min(...partitions.map(({ replicas }) => replicas.length)),
      possible,
      ...(acknowledge !== undefined && { inSync: acknowledge }),
    };
  });
  return [...found, ...gone];
}

async function inSyncOfTopics(admin: Admin, topics: readonly string[]): Promise<Map<string, number>> {
  const resources = topics.map(name => ({ type: 2, name, configNames: [IN_SYNC, UNCLEAN] }));
  const answer = await admin.describeConfigs({ includeSynonyms: false, resources });
  return new Map(
    answer.resources.flatMap(({ resourceName, configEntries }) => {
      const values = new Map(configEntries.map(({ configName, configValue }) => [configName, configValue]));
      const least = Number(values.get(IN_SYNC));
      if (!Number.isInteger(least) || least < 1) return [];
      // If a lagging replica may become leader, records acknowledged by the others are lost.
      return [[resourceName, values.get(UNCLEAN) === 'true' ? 1 : least] as const];
    }),
  );
}
