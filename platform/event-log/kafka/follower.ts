/**
 * Follows all partitions of topics from their end on, in a group of its own, so that it is independent of what other
 * members own or lose; after an interruption it continues where it was.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../outage.ts';
import { partitionName } from '../dispatcher.ts';
import type { Follower, FollowOptions, Position } from '../event-log.ts';
import type { Bounds } from './admin.ts';
import { type ConsumerContext, memberOf } from './context.ts';
import type { Fetched, GroupMember, TopicPartition } from './group-member.ts';
import { decodeBatch } from './records.ts';
import { partitionOf } from './topics.ts';
import { UnreadSince } from './unread-since.ts';

const MAX_BYTES_PER_PARTITION = 256 * 1024;
const RETRY_PAUSE_MS = 500;

export class KafkaFollower implements Follower {
  readonly ready: Promise<void>;
  readonly closed: Promise<void>;
  private readonly context: ConsumerContext;
  private readonly options: FollowOptions;
  private readonly member: GroupMember;
  private readonly closing = Promise.withResolvers<void>();
  /** By the brokers' name of a topic, then by partition: the next offset to read. */
  private readonly places = new Map<string, Map<number, number>>();
  private readonly unread = new UnreadSince();
  private stopped = false;

  constructor(context: ConsumerContext, options: FollowOptions) {
    this.context = context;
    this.options = options;
    this.closed = this.closing.promise;
    this.closed.catch(() => undefined);
    this.member = memberOf(context, {
      // kafkajs cannot read without a group; this one commits nothing and disappears by itself.
      group: context.names.group(`${options.name}-${randomUUID()}`),
      topics: [...options.topics],
      maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
      onAssigned: () => this.seek(),
      onBatch: batch => this.take(batch),
      onCrash: error => this.crash(error),
    });
    this.ready = this.start();
    this.ready.catch(error => this.crash(error));
  }

  next(partitionKey: string): Position[] {
    const partition = partitionOf(partitionKey);
    return this.options.topics.map(topic => {
      const next = this.places.get(this.context.names.onBroker(topic))?.get(partition);
      if (next === undefined) throw new Error('a follower is asked where it is before it is ready');
      return { topic, partition, next };
    });
  }

  async lag(): Promise<{ records: number; oldestMs: number }> {
    let records = 0;
    let oldestMs = 0;
    for (const [topic, partitions] of this.places)
      for (const { partition, high } of await this.context.admin.bounds(topic)) {
        const next = partitions.get(partition) ?? high;
        records += Math.max(0, high - next);
        oldestMs = Math.max(oldestMs, this.unread.waitedMs(partitionName({ topic, partition }), next, high));
      }
    return { records, oldestMs };
  }

  async stop(): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    await this.member.leave();
    this.closing.resolve();
  }

  private async start(): Promise<void> {
    for (const topic of this.options.topics.map(each => this.context.names.onBroker(each))) {
      const bounds = await this.bounds(topic);
      this.places.set(topic, new Map(bounds.map(({ partition, high }) => [partition, high])));
    }
    if (!this.stopped) await this.member.start();
  }

  private async bounds(topic: string): Promise<Bounds[]> {
    for (;;) {
      try {
        return await this.context.admin.bounds(topic);
      } catch (error) {
        if (!isOutage(error) || this.stopped) throw error;
        await sleep(RETRY_PAUSE_MS);
      }
    }
  }

  /** Being alone in its group it is assigned everything, again after each interruption. */
  private seek(): void {
    for (const [topic, partitions] of this.places)
      for (const [partition, next] of partitions) this.member.seek({ topic, partition }, next);
  }

  private async take(batch: Fetched): Promise<void> {
    const topic = this.context.names.fromBroker(batch.topic);
    const records = await decodeBatch(batch, topic, this.context).catch(error => this.crash(error));
    const partitions = this.places.get(batch.topic);
    const seen = partitions?.get(batch.partition);
    if (records === undefined || partitions === undefined || seen === undefined || this.stopped) return;
    if (Number(batch.fetchedOffset) > seen) return this.seekAgain(batch, seen);
    const fresh = records.filter(({ offset }) => offset >= seen);
    if (fresh.length > 0) this.options.onRecords(fresh);
    partitions.set(batch.partition, Math.max(seen, Number(batch.lastOffset()) + 1));
  }

  /** Seeks again after a gap; records that it has not read may have expired. */
  private async seekAgain({ topic, partition }: TopicPartition, seen: number): Promise<void> {
    const { low = 0 } = (await this.bounds(topic)).find(bound => bound.partition === partition) ?? {};
    const next = Math.max(seen, low);
    this.places.get(topic)?.set(partition, next);
    this.member.seek({ topic, partition }, next);
  }

  private crash(error: unknown): undefined {
    if (this.stopped) return;
    this.stopped = true;
    void this.member.leave().finally(() => this.closing.reject(error));
  }
}
