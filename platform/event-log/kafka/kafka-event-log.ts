/** The event log on Kafka: the service's only source of truth, kept by brokers that several processes share. */
import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { type Event, partitionKeyOf, type Topic, topicOf } from '../../../schemas/events.ts';
import { DERIVED_TOPIC } from '../../../schemas/history.ts';
import type { OnAway } from '../../awaited-servers.ts';
import { isOutage } from '../../outage.ts';
import type { OnAnswer } from '../../server-calls.ts';
import { cloudEventHeaders } from '../cloud-events.ts';
import { type EventCodec, singleObjectCodec } from '../codec.ts';
import type {
  AppendOptions,
  ConsumeOptions,
  Consumer,
  Batch as EventBatch,
  EventLog,
  Follower,
  FollowOptions,
  Position,
  ProjectOptions,
  ReadOptions,
} from '../event-log.ts';
import { LogUnavailable } from '../event-log.ts';
import { BoundedAdmin } from './admin.ts';
import { hasUnhandled } from './backlog.ts';
import { BatchingProducer, type BatchSender, type OutgoingRecord } from './batching-producer.ts';
import {
  ClientFactory,
  FINITE_RETRY,
  type LogSink,
  METADATA_MAX_AGE_MS,
  type Security,
  SHORT_RETRY,
} from './client.ts';
import type { ConsumerContext } from './context.ts';
import { CopiesWatch } from './copies-watch.ts';
import { KafkaFollower } from './follower.ts';
import { KafkaGroupConsumer } from './group-consumer.ts';
import { KafkaProjectionConsumer } from './projection-consumer.ts';
import { Replay } from './replay.ts';
import { keptTopics, RetentionWatch } from './retention-watch.ts';
import { copiesOfTopics, ensureTopics, partitionOf, TopicNames } from './topics.ts';

export interface KafkaLogOptions {
  /** Each as `host:port`. */
  brokers: readonly string[];
  /** CloudEvents source of this process's events, and its name for the brokers: `extractor`. */
  role: string;
  log: LogSink;
  security?: Security;
  codec?: EventCodec;
  /** Prefix of the names of topics and groups. */
  prefix?: string;
  /**
   * Name of this process among those of its role: the same after each restart, and used by only one process at a time,
   * such as a pod's name. A process that is killed and restarted under it rejoins its groups as the same member, so
   * that no group waits for its session to end.
   */
  memberName?: string;
  stallLimitMs?: number;
  /** For metrics: a record that is not an event was skipped. */
  onPoison?: (topic: Topic) => void;
  /** For metrics: records were deleted before a group had read them. */
  onLost?: (topic: Topic, records: number) => void;
  /** For metrics: number of missing replicas of a topic (brokers' name). */
  onMissingCopies?: (topic: string, missing: number) => void;
  /** For metrics: whether a topic (brokers' name) of the log is configured to delete records. */
  onRetention?: (topic: string, expires: boolean) => void;
  /** Called each time the brokers are not available while the log is being opened. */
  onAway?: OnAway;
  onAnswer?: OnAnswer;
}

/** How long an append waits for a log that is away: a failover takes 5 to 12 s. */
const PATIENCE_MS = 15_000;
/** If an event has waited longer than this, the process is unready and should get no new requests. */
const UNREADY_WAIT_MS = 5_000;
const CHECK_LIMIT_MS = 3_000;
/** Time limit of one attempt to create or find the topics. */
const OPEN_LIMIT_MS = 60_000;
const OPEN_PAUSE_MS = 500;

export class KafkaEventLog implements EventLog {
  private readonly options: KafkaLogOptions;
  private readonly context: ConsumerContext;
  /** For calls that want an answer now, or the reason why there is none. */
  private readonly probe: BoundedAdmin;
  private readonly producer: BatchingProducer;
  private readonly consumers = new Set<Consumer>();
  private readonly copies: CopiesWatch;
  /** Topics that somebody has deleted, as of the last look. */
  private gone: string[] = [];
  private readonly retention: RetentionWatch;

  private constructor(options: KafkaLogOptions) {
    const { brokers, role, log, codec = singleObjectCodec, prefix = 'textrail.' } = options;
    const clients = new ClientFactory({
      brokers,
      clientId: `textrail-${role}`,
      log,
      security: options.security ?? {},
    });
    this.options = options;
    this.probe = new BoundedAdmin(clients, SHORT_RETRY);
    this.context = { clients, admin: new BoundedAdmin(clients), names: new TopicNames(prefix), codec, log };
    if (options.onPoison !== undefined) this.context.onPoison = options.onPoison;
    if (options.onLost !== undefined) this.context.onLost = options.onLost;
    if (options.memberName !== undefined) this.context.memberName = options.memberName;
    if (options.stallLimitMs !== undefined) this.context.stallLimitMs = options.stallLimitMs;
    const look = async () => {
      const { admin, names } = this.context;
      const found = await admin.ask(client => copiesOfTopics(client, names), CHECK_LIMIT_MS);
      this.gone = found?.filter(({ copies }) => copies === 0).map(({ topic }) => topic) ?? [];
      return found;
    };
    this.copies = new CopiesWatch({
      look,
      log,
      ...(options.onMissingCopies && { onMissing: options.onMissingCopies }),
    });
    this.retention = new RetentionWatch({
      look: () => this.context.admin.ask(client => keptTopics(client, this.context.names), CHECK_LIMIT_MS),
      log,
      ...(options.onRetention && { onLook: options.onRetention }),
    });
    this.producer = new BatchingProducer({
      createSender: () => senderOf(clients),
      log,
      ...(options.onAnswer && { onAnswer: options.onAnswer }),
    });
  }

  /**
   * Opens the log and creates missing topics. If brokers are away, or do not know our user yet, waits without a limit.
   * Rejects with `TopicMismatch`.
   */
  static async open(options: KafkaLogOptions): Promise<KafkaEventLog> {
    const opened = new KafkaEventLog(options);
    const { names, log } = opened.context;
    for (;;) {
      try {
        await opened.probe.ask(client => ensureTopics(client, names, log), OPEN_LIMIT_MS);
        await Promise.all([opened.copies.look(), opened.retention.look()]);
        return opened;
      } catch (error) {
        if (!isOutage(error)) throw error;
        options.onAway?.(error);
        await sleep(OPEN_PAUSE_MS);
      }
    }
  }

  append(events: readonly Event[], { traceparent, patienceMs }: AppendOptions = {}): Promise<void> {
    const records = events.map(event => this.recordOf(event, traceparent));
    return this.producer.send(records, patienceMs ?? PATIENCE_MS);
  }

  retract(jobIds: readonly string[]): Promise<void> {
    const records = jobIds.map(key => ({
      topic: this.context.names.onBroker(DERIVED_TOPIC),
      partition: partitionOf(key),
      message: { key, value: null },
    }));
    return this.producer.send(records, PATIENCE_MS);
  }

  consume(options: ConsumeOptions): Consumer {
    const group = this.groupName(options.group);
    return this.kept(new KafkaGroupConsumer(this.context, { ...options, group }));
  }

  project(options: ProjectOptions): Consumer {
    const name = this.groupName(options.name);
    return this.kept(new KafkaProjectionConsumer(this.context, { ...options, name }));
  }

  follow(options: FollowOptions): Follower {
    return this.kept(new KafkaFollower(this.context, options));
  }

  read(topics: readonly Topic[], options: ReadOptions = {}): AsyncIterable<EventBatch> {
    const { partitionKey, since, until } = options;
    const partition = partitionKey === undefined ? undefined : partitionOf(partitionKey);
    const batches = new Replay(this.context, topics).batches({ partition, since, until });
    return partitionKey === undefined ? batches : onlyOf(batches, partitionKey);
  }

  async ends(topics: readonly Topic[]): Promise<Position[]> {
    const { admin, names } = this.context;
    const ends = topics.map(async topic =>
      (await admin.bounds(names.onBroker(topic))).map(({ partition, high }) => ({
        topic,
        partition,
        next: high,
      })),
    );
    return (await Promise.all(ends)).flat();
  }

  async isBehind(group: string, topics: readonly Topic[], before: number): Promise<boolean> {
    const { admin, names } = this.context;
    const onBroker = topics.map(topic => names.onBroker(topic));
    return admin.ask(client => hasUnhandled(client, this.groupName(group), onBroker, before));
  }

  async check(): Promise<void> {
    this.producer.check(UNREADY_WAIT_MS);
    await this.probe.ask(admin => admin.describeCluster(), CHECK_LIMIT_MS);
    if (this.gone.length > 0) throw new LogUnavailable(`topics are gone: ${this.gone.join(', ')}`);
  }

  async close(): Promise<void> {
    this.copies.stop();
    this.retention.stop();
    await Promise.all([...this.consumers].map(consumer => consumer.stop(0)));
    await Promise.all([this.producer.close(), this.context.admin.close(), this.probe.close()]);
  }

  private recordOf(event: Event, traceparent: string | undefined): OutgoingRecord {
    const key = partitionKeyOf(event);
    const { codec } = this.context;
    const type = codec.cloudEventType(event);
    return {
      topic: this.context.names.onBroker(topicOf(event)),
      // Chosen here and not by the client, so that we know which partitions an answer has to cover.
      partition: partitionOf(key),
      message: {
        key,
        value: codec.encode(event),
        headers: cloudEventHeaders(event, { source: `/textrail/${this.options.role}`, type, traceparent }),
      },
    };
  }

  private kept<C extends Consumer>(consumer: C): C {
    this.consumers.add(consumer);
    const forget = () => this.consumers.delete(consumer);
    consumer.closed.then(forget, forget);
    return consumer;
  }

  private groupName(name: string): string {
    return this.context.names.group(name);
  }
}

function senderOf(clients: ClientFactory): BatchSender {
  return clients.create().producer({
    idempotent: false,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    metadataMaxAge: METADATA_MAX_AGE_MS,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    retry: FINITE_RETRY,
  });
}

async function* onlyOf(batches: AsyncIterable<EventBatch>, key: string): AsyncGenerator<EventBatch> {
  for await (const { records, next } of batches)
    yield { records: records.filter(({ event }) => partitionKeyOf(event) === key), next };
}
