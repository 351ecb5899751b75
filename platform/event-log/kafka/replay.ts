/** Reads topics up to their last record at the time of the call, for audits, exports and rebuilds. */
import { randomUUID } from 'node:crypto';
import type { Topic } from '../../../schemas/events.ts';
import { DERIVED_TOPIC } from '../../../schemas/history.ts';
import { CLOCK_MARGIN_MS, type Batch as EventBatch } from '../event-log.ts';
import { type ConsumerContext, memberOf } from './context.ts';
import type { Assignment, Fetched, GroupMember, TopicPartition } from './group-member.ts';
import { decodeBatch } from './records.ts';

const MAX_BYTES_PER_PARTITION = 1024 * 1024;
/** A rebuild applies a batch in one step, and a step must not delay the live store's other callers. */
const STEP_RECORDS = 500;
const PAUSE_AT_RECORDS = 20_000;
const RESUME_AT_RECORDS = 5_000;

/** Limits what is read. */
export interface Range {
  /** The only partition to read; all by default. */
  partition?: number | undefined;
  /** Epoch ms, as in `ReadOptions`. */
  since?: number | undefined;
  until?: number | undefined;
}

interface Remaining extends TopicPartition {
  low: number;
  end: number;
}

export class Replay {
  private readonly context: ConsumerContext;
  private readonly remaining = new Map<string, Remaining>();
  private readonly member: GroupMember;
  private readonly topics: readonly Topic[];
  private readonly read: EventBatch[] = [];
  private waiting = 0;
  private assignment: Assignment = {};
  private failure: { error: unknown } | undefined;
  private wake = () => {};

  constructor(context: ConsumerContext, topics: readonly Topic[]) {
    this.context = context;
    this.topics = topics;
    this.member = memberOf(context, {
      // kafkajs cannot read without a group; this one commits nothing and disappears by itself.
      group: `textrail-replay-${randomUUID()}`,
      topics: [...topics],
      maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
      onAssigned: assignment => this.assigned(assignment),
      onBatch: batch => this.take(batch),
      onCrash: error => this.fail(error),
    });
  }

  async *batches(range: Range): AsyncGenerator<EventBatch> {
    await this.findEnds(range);
    if (this.remaining.size === 0) return;
    this.member.start().catch(error => this.fail(error));
    try {
      for (;;) {
        const batch = await this.next();
        if (batch === undefined) return;
        yield batch;
      }
    } finally {
      await this.member.leave();
    }
  }

  private async findEnds({ partition, since, until }: Range): Promise<void> {
    const { admin, names } = this.context;
    for (const topic of this.topics.map(each => names.onBroker(each))) {
      const bounds = await admin.bounds(topic);
      const from = since === undefined ? [] : await admin.offsetsAt(topic, since - CLOCK_MARGIN_MS);
      const to = until === undefined ? [] : await admin.offsetsAt(topic, until + CLOCK_MARGIN_MS + 1);
      for (const bound of bounds) {
        const low = Math.max(bound.low, from[bound.partition] ?? 0);
        const end = Math.min(bound.high, to[bound.partition] ?? bound.high);
        // A partition with nothing to read never delivers anything, so waiting for it would never end.
        if (end <= low || (partition ?? bound.partition) !== bound.partition) continue;
        const place = { topic, partition: bound.partition };
        this.remaining.set(nameOf(place), { ...place, low, end });
      }
    }
  }

  private async next(): Promise<EventBatch | undefined> {
    for (;;) {
      if (this.failure !== undefined) throw this.failure.error;
      const batch = this.read.shift();
      if (batch !== undefined) {
        this.waiting -= batch.records.length;
        if (this.waiting <= RESUME_AT_RECORDS) this.regulate(false);
        return batch;
      }
      if (this.remaining.size === 0) return undefined;
      await new Promise<void>(resolve => {
        this.wake = resolve;
      });
    }
  }

  private assigned(assignment: Assignment): void {
    this.assignment = assignment;
    for (const held of this.remaining.values()) this.member.seek(held, held.low);
    this.regulate(this.waiting >= PAUSE_AT_RECORDS);
  }

  private async take(batch: Fetched): Promise<void> {
    const held = this.remaining.get(nameOf(batch));
    if (held === undefined) return;
    const topic = this.context.names.fromBroker(batch.topic);
    // In a compacted topic gaps are normal, and kafkajs skips them by itself.
    if (topic !== DERIVED_TOPIC && Number(batch.fetchedOffset) > held.low) return this.seekAgain(held);
    const records = await decodeBatch(batch, topic, this.context).catch(error => this.fail(error));
    if (records === undefined) return;
    const fresh = records.filter(({ offset }) => offset >= held.low && offset < held.end);
    held.low = Math.max(held.low, Number(batch.lastOffset()) + 1);
    if (held.low >= held.end) this.remaining.delete(nameOf(held));
    for (let at = 0; at === 0 || at < fresh.length; at += STEP_RECORDS) {
      const records = fresh.slice(at, at + STEP_RECORDS);
      const isLast = at + STEP_RECORDS >= fresh.length;
      const next = isLast ? Math.min(held.low, held.end) : (records.at(-1)?.offset ?? 0) + 1;
      this.read.push({ records, next: { topic, partition: batch.partition, next } });
    }
    this.waiting += fresh.length;
    if (this.waiting >= PAUSE_AT_RECORDS || held.low >= held.end)
      this.regulate(this.waiting >= PAUSE_AT_RECORDS);
    this.wake();
  }

  /** Seeks again after a gap; records that it has not read may have expired. */
  private async seekAgain(held: Remaining): Promise<void> {
    const bounds = await this.context.admin.bounds(held.topic);
    const { low = 0 } = bounds.find(({ partition }) => partition === held.partition) ?? {};
    held.low = Math.max(held.low, low);
    if (held.low < held.end) return this.member.seek(held, held.low);
    this.remaining.delete(nameOf(held));
    this.wake();
  }

  /** Keeps partitions paused that were read to their end (or not asked for), and all others while too much is waiting. */
  private regulate(isFull: boolean): void {
    for (const [topic, partitions] of Object.entries(this.assignment)) {
      for (const partition of partitions) {
        const isWanted = this.remaining.has(nameOf({ topic, partition }));
        if (isWanted && !isFull) this.member.resume({ topic, partition });
        else this.member.pause({ topic, partition });
      }
    }
  }

  private fail(error: unknown): undefined {
    this.failure ??= { error };
    this.wake();
  }
}

const nameOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;
