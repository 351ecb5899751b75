/**
 * Stands in for the package `kafkajs`: the part of its interface that platform/event-log/kafka uses, over the cluster
 * in memory, with the behaviour that tests against real brokers have shown.
 */
import { currentProcess } from '../virtual/world.ts';
import { placeName } from './cluster.ts';
import { Client } from './kafka-client.ts';
import { Consumer, type ConsumerConfig } from './kafka-consumer.ts';
import { failOnMissing } from './missing.ts';

interface OutgoingMessage {
  key: string;
  value: Buffer | null;
  partition: number;
  headers?: Record<string, string>;
}

interface Batch {
  topicMessages: { topic: string; messages: OutgoingMessage[] }[];
}

/** The retries of FINITE_RETRY. Callers of requests that wait for an answer give up long before. */
const RETRIES = 20;
/** The only broker. Internal topics such as `__consumer_offsets` do not exist here. */
const BROKER = { nodeId: 1, host: 'broker', port: 9092 };

class Producer {
  private readonly client = new Client();

  async connect(): Promise<void> {
    await this.client.ask(RETRIES, () => undefined);
  }

  async sendBatch({ topicMessages }: Batch): Promise<object[]> {
    const { cluster } = this.client.backend;
    const write = () => {
      const written = new Map<string, object>();
      for (const { topic, messages } of topicMessages)
        for (const { key, value, partition, headers = {} } of messages) {
          const record = { key: Buffer.from(key), value, headers, at: cluster.world.now };
          cluster.partition(topic, partition).append(record);
          written.set(placeName(topic, partition), { topicName: topic, partition, errorCode: 0 });
        }
      cluster.appended();
      return [...written.values()];
    };
    return this.client.ask(RETRIES, write);
  }

  async disconnect(): Promise<void> {
    this.client.closed = true;
  }
}

class Admin {
  private readonly client = new Client();

  async connect(): Promise<void> {
    await this.client.ask(RETRIES, () => undefined);
  }

  async disconnect(): Promise<void> {
    this.client.closed = true;
  }

  describeCluster(): Promise<object> {
    return this.client.ask(RETRIES, () => ({ brokers: [BROKER], controller: 1, clusterId: 'simulated' }));
  }

  listTopics(): Promise<string[]> {
    const { cluster } = this.client.backend;
    return this.client.ask(RETRIES, () => [...cluster.topics.keys()]);
  }

  fetchTopicMetadata({ topics }: { topics: string[] }): Promise<object> {
    const { cluster } = this.client.backend;
    const metadata = (name: string) => ({
      name,
      partitions: [...(cluster.topics.get(name) ?? []).keys()].map(partitionId => ({
        partitionId,
        leader: BROKER.nodeId,
        replicas: [BROKER.nodeId],
        isr: [BROKER.nodeId],
      })),
    });
    return this.client.ask(RETRIES, () => ({ topics: topics.map(metadata) }));
  }

  createTopics({ topics }: { topics: { topic: string; numPartitions: number }[] }): Promise<boolean> {
    const { cluster } = this.client.backend;
    return this.client.ask(RETRIES, () => {
      for (const { topic, numPartitions } of topics) cluster.create(topic, numPartitions);
      return true;
    });
  }

  async describeConfigs(): Promise<object> {
    return { resources: [] };
  }

  fetchTopicOffsets(topic: string): Promise<object[]> {
    const { cluster } = this.client.backend;
    return this.client.ask(RETRIES, () =>
      (cluster.topics.get(topic) ?? []).map(({ low, high }, partition) => ({
        partition,
        low: String(low),
        high: String(high),
        offset: String(high),
      })),
    );
  }

  fetchTopicOffsetsByTimestamp(topic: string, timestamp: number): Promise<object[]> {
    const { cluster } = this.client.backend;
    const { epoch } = cluster.world;
    return this.client.ask(RETRIES, () =>
      (cluster.topics.get(topic) ?? []).map(({ records, high }, partition) => {
        const found = records.find(({ at }) => epoch + at >= timestamp);
        return { partition, offset: String(found?.offset ?? high) };
      }),
    );
  }

  fetchOffsets({ groupId, topics }: { groupId: string; topics: string[] }): Promise<object[]> {
    const { cluster } = this.client.backend;
    const committed = (topic: string, partition: number) =>
      String(cluster.group(groupId).committed.get(placeName(topic, partition)) ?? -1);
    return this.client.ask(RETRIES, () =>
      topics.map(topic => ({
        topic,
        partitions: [...(cluster.topics.get(topic) ?? []).keys()].map(partition => ({
          partition,
          offset: committed(topic, partition),
          metadata: null,
        })),
      })),
    );
  }
}

class Kafka {
  producer(): Producer {
    return new Producer();
  }

  consumer(config: ConsumerConfig): Consumer {
    return new Consumer(config, currentProcess());
  }

  admin(): Admin {
    return new Admin();
  }
}

for (const driver of [Kafka, Producer, Admin, Consumer]) failOnMissing(driver);

export default {
  Kafka,
  logLevel: { NOTHING: 0, ERROR: 1, WARN: 2, INFO: 4, DEBUG: 5 },
  Partitioners: { DefaultPartitioner: () => () => 0 },
};
