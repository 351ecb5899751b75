/**
 * A consumer group on Kafka. Records go into the dispatcher's queues; a partition with a full queue is paused; the
 * contiguous mark is committed on a timer, independent of reading, so that a handler may take minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../reason.ts';
import { within } from '../../within.ts';
import { Dispatcher, partitionName } from '../dispatcher.ts';
import type { ConsumeOptions, Consumer } from '../event-log.ts';
import type { Bounds } from './admin.ts';
import { type ConsumerContext, memberOf } from './context.ts';
import type { Assignment, Fetched, GroupMember, TopicPartition } from './group-member.ts';
import { decodeBatch } from './records.ts';
import { STALL_LIMIT_MS, StallWatch } from './stall-watch.ts';
import { UnreadSince } from './unread-since.ts';

const COMMIT_INTERVAL_MS = 500;
/** Whatever a stop cannot commit in this time is merely done again. */
const LAST_COMMIT_LIMIT_MS = 2_000;
const LAST_COMMIT_PAUSE_MS = 100;
/** A partition is paused at this many waiting records, and resumed at that many. */
const PAUSE_AT_RECORDS = 64;
const RESUME_AT_RECORDS = 16;
/** See `ConsumeOptions.maxUnfinished`. */
const MAX_UNFINISHED_RECORDS = 2_000;
/** A fetch may bring this much for every partition before a pause takes effect; events are below 1 kB. */
const MAX_BYTES_PER_PARTITION = 64 * 1024;
const STALL_CHECK_INTERVAL_MS = 10_000;
const LOCATE_PAUSE_MS = 500;
/** At most one log line in this time, however many records wait. */
const OUTAGE_SAID_EVERY_MS = 60_000;
/** 10 s with the pauses: right after a failover a leader may report an end before the one that was already read. */
const SHORTER_LOG_LOOKS = 20;

interface Held extends TopicPartition {
  /** Next offset to queue; undefined until the group's position is known. */
  next: number | undefined;
  /** Whether the client has been sent to `next`. Nothing is read before that. */
  located: boolean;
  /** Everything below this offset is done. */
  done: number | undefined;
  committed: number | undefined;
  paused: boolean;
}

const NOTHING_READ = {
  next: undefined,
  located: false,
  done: undefined,
  committed: undefined,
  paused: false,
};

export class KafkaGroupConsumer implements Consumer {
  readonly ready: Promise<void>;
  readonly closed: Promise<void>;
  private readonly context: ConsumerContext;
  private readonly options: ConsumeOptions;
  private readonly member: GroupMember;
  private readonly dispatcher: Dispatcher;
  private readonly closing = Promise.withResolvers<void>();
  private readonly held = new Map<string, Held>();
  private readonly timers: NodeJS.Timeout[];
  private lastRecordAt = performance.now();
  private outageSaidAt = Number.NEGATIVE_INFINITY;
  private readonly stall: StallWatch;
  private readonly unread = new UnreadSince();
  private committing = false;
  private holding = false;
  /** Counts assignments: work begun under an older one is void. */
  private epoch = 0;

  constructor(context: ConsumerContext, options: ConsumeOptions) {
    this.context = context;
    this.options = options;
    this.stall = new StallWatch(context.stallLimitMs);
    this.closed = this.closing.promise;
    this.closed.catch(() => undefined);
    this.dispatcher = new Dispatcher({
      maxInFlight: options.maxInFlight,
      handle: options.handle,
      ownerOf: options.ownerOf,
      turnOf: options.turnOf,
      reserve: options.reserve,
      apart: options.apart,
      onProgress: (name, mark) => this.progress(name, mark),
      onTake: name => this.regulate(name),
      onCrash: error => this.crash(error),
      onOutage: error => this.sayOutage(error),
    });
    this.member = memberOf(context, {
      group: options.group,
      name: context.memberName,
      topics: [...options.topics],
      maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
      gatherMs: options.gatherMs,
      onAssigned: (assignment, isNewMember) => this.assigned(assignment, isNewMember),
      onBatch: batch => this.queue(batch),
      onCrash: error => this.crash(error),
    });
    this.timers = [
      setInterval(() => void this.commit(), COMMIT_INTERVAL_MS),
      setInterval(() => void this.checkStall(), Math.min(STALL_CHECK_INTERVAL_MS, this.stallLimitMs)),
    ];
    for (const timer of this.timers) timer.unref();
    this.ready = this.member.start();
    this.ready.catch(error => this.crash(error));
  }

  async lag(): Promise<{ records: number; oldestMs: number }> {
    const topics = [...new Set([...this.held.values()].map(({ topic }) => topic))];
    const [bounds, committed] = await Promise.all([this.boundsOf(topics), this.committedOffsets(topics)]);
    let records = 0;
    let oldestMs = 0;
    for (const [name, held] of this.held) {
      const { low = 0, high = 0 } = bounds.get(brokerName(held)) ?? {};
      const group = committed.get(brokerName(held)) ?? low;
      records += Math.max(0, high - Math.max(low, held.done ?? group));
      // While this member joins again, another may continue with what it held.
      const unreadMs = this.unread.waitedMs(name, Math.max(held.next ?? low, group), high);
      oldestMs = Math.max(
        oldestMs,
        unreadMs,
        Date.now() - (this.dispatcher.load(name).oldestAt ?? Date.now()),
      );
    }
    return { records, oldestMs };
  }

  async stop(deadlineMs: number): Promise<void> {
    if (this.holding) return this.closed.catch(() => undefined);
    this.holding = true;
    for (const held of this.held.values()) this.member.pause(held);
    const drained = this.dispatcher.drain(deadlineMs);
    await within(Math.min(deadlineMs, this.options.handOverAfterMs ?? deadlineMs), drained);
    await this.commitLast();
    await this.end();
    await drained;
    this.closing.resolve();
  }

  /** Runs synchronously inside the join: our own state decides what is read next, not what the group has committed. */
  private assigned(assignment: Assignment, isNewMember: boolean): void {
    const places = this.placesOf(assignment);
    for (const [name, held] of this.held) {
      if (places.has(name) && !isNewMember) continue;
      this.dispatcher.drop(name);
      this.held.delete(name);
      // A pause outlives the loss of a partition, and would last for ever if the partition came back.
      this.member.resume(held);
    }
    for (const [name, place] of places) {
      const held = this.held.get(name) ?? { ...place, ...NOTHING_READ };
      this.held.set(name, held);
      if (held.next !== undefined) this.member.seek(held, held.next);
      this.member.resume(held);
      held.paused = false;
      this.regulate(name);
    }
    this.epoch++;
    void this.locate();
  }

  /**
   * Sends the client to where this consumer continues, or to the group's position if the partition is new here. The
   * client finds the group's positions by itself, but they may be overridden by what it had read or was told before it
   * joined again (see `Fetched`).
   */
  private async locate(): Promise<void> {
    const { epoch } = this;
    for (let looks = 1; ; looks++) {
      const topics = [...new Set([...this.held.values()].flatMap(held => (held.located ? [] : held.topic)))];
      if (topics.length === 0) return;
      try {
        const [bounds, committed] = await Promise.all([this.boundsOf(topics), this.committedOffsets(topics)]);
        if (epoch !== this.epoch || this.holding) return;
        if (this.begin(bounds, committed, looks >= SHORTER_LOG_LOOKS)) return;
      } catch (error) {
        if (epoch !== this.epoch || this.holding) return;
        this.context.log.warn({ error: String(error) }, 'where a group stands is not known yet');
      }
      await sleep(this.context.locatePauseMs ?? LOCATE_PAUSE_MS, undefined, { ref: false });
    }
  }

  /**
   * Whether all partitions have been positioned. `isShorter`: a position beyond the end belongs to a log that was
   * replaced by a shorter one, which is read from its start.
   */
  private begin(
    bounds: ReadonlyMap<string, Bounds>,
    committed: ReadonlyMap<string, number>,
    isShorter: boolean,
  ): boolean {
    const unlocated = [...this.held].filter(([, { located }]) => !located);
    for (const [name, held] of unlocated) {
      const { low = 0, high = Number.POSITIVE_INFINITY } = bounds.get(brokerName(held)) ?? {};
      const position = held.next ?? committed.get(brokerName(held)) ?? low;
      if (position > high && !isShorter) continue;
      if (position < low) this.sayLost(held, position, low);
      if (position > high) this.sayReplaced(held, position, high);
      held.next = position > high ? low : Math.max(position, low);
      held.located = true;
      this.member.seek(held, held.next);
      this.regulate(name);
    }
    return unlocated.every(([, { located }]) => located);
  }

  /**
   * Reports records deleted by retention or by a tool. Nobody else would notice, because nobody waits for what is not
   * in the log.
   */
  private sayLost({ topic, partition }: Held, from: number, to: number): void {
    const { group } = this.options;
    this.context.log.error(
      { group, topic, partition, from, to },
      'records were deleted before this group had read them: what they asked for is not done (docs/operations.md, TextrailRecordsLost)',
    );
    this.context.onLost?.(this.context.names.fromBroker(topic), to - from);
  }

  private sayReplaced({ topic, partition }: Held, position: number, end: number): void {
    const { group } = this.options;
    this.context.log.warn(
      { group, topic, partition, position, end },
      'the log ends before where this group stood: it was cut or made anew, and is read from its start',
    );
  }

  private placesOf(assignment: Assignment): Map<string, TopicPartition> {
    return new Map(
      Object.entries(assignment).flatMap(([topic, partitions]) => {
        const short = this.context.names.fromBroker(topic);
        return partitions.map(partition => [
          partitionName({ topic: short, partition }),
          { topic, partition },
        ]);
      }),
    );
  }

  private async queue(batch: Fetched): Promise<void> {
    const topic = this.context.names.fromBroker(batch.topic);
    const name = partitionName({ topic, partition: batch.partition });
    const held = this.held.get(name);
    if (held === undefined || this.holding) return;
    const records = await decodeBatch(batch, topic, this.context).catch(error => this.crash(error));
    // Decoding may have waited for a schema, and a rebalance may have happened meanwhile.
    if (records === undefined || this.held.get(name) !== held || !held.located) return;
    const { next = 0 } = held;
    if (Number(batch.fetchedOffset) > next) {
      held.located = false;
      this.regulate(name);
      void this.locate();
      return;
    }
    held.next = Math.max(next, Number(batch.lastOffset()) + 1);
    this.lastRecordAt = performance.now();
    this.dispatcher.offer(records.filter(({ offset }) => offset >= next));
    this.settle(name, held);
    this.regulate(name);
  }

  private progress(name: string, mark: number): void {
    const held = this.held.get(name);
    if (held === undefined) return;
    held.done = Math.max(held.done ?? 0, mark);
    this.lastRecordAt = performance.now();
    this.settle(name, held);
    this.regulate(name);
  }

  /** If nothing is unfinished, everything read is done, including poison at the end of a batch. */
  private settle(name: string, held: Held): void {
    if (this.dispatcher.load(name).unfinished === 0) held.done = held.next;
  }

  /** Pauses a partition whose queue is full or whose position is unknown, and resumes one that has room again. */
  private regulate(name: string): void {
    const held = this.held.get(name);
    if (held === undefined) return;
    const { queued, unfinished } = this.dispatcher.load(name);
    const { maxUnfinished = MAX_UNFINISHED_RECORDS } = this.options;
    const isFull = this.holding || !held.located || queued >= PAUSE_AT_RECORDS || unfinished >= maxUnfinished;
    if (isFull && !held.paused) this.member.pause(held);
    const hasRoom = !isFull && queued <= RESUME_AT_RECORDS;
    if (hasRoom && held.paused) this.member.resume(held);
    if (isFull || hasRoom) held.paused = isFull;
  }

  private async commitLast(): Promise<void> {
    const end = performance.now() + LAST_COMMIT_LIMIT_MS;
    while (this.moved().length > 0 && performance.now() < end) {
      await within(end - performance.now(), this.commit());
      // The coordinator may be moving, or an earlier commit be running.
      if (this.moved().length > 0) await sleep(LAST_COMMIT_PAUSE_MS);
    }
  }

  private moved(): { held: Held; done: number }[] {
    return [...this.held.values()].flatMap(held =>
      held.done !== undefined && held.done !== held.committed ? { held, done: held.done } : [],
    );
  }

  private async commit(): Promise<void> {
    const moved = this.moved();
    if (this.committing || moved.length === 0) return;
    this.committing = true;
    const positions = moved.map(({ held: { topic, partition }, done }) => ({ topic, partition, next: done }));
    const accepted = await this.member.commit(positions);
    if (accepted) for (const { held, done } of moved) held.committed = done;
    this.committing = false;
  }

  private get stallLimitMs(): number {
    return this.context.stallLimitMs ?? STALL_LIMIT_MS;
  }

  private async boundsOf(topics: string[]): Promise<Map<string, Bounds>> {
    const bounds = await Promise.all(
      topics.map(async topic =>
        (await this.context.admin.bounds(topic)).map(
          bound => [brokerName({ topic, partition: bound.partition }), bound] as const,
        ),
      ),
    );
    return new Map(bounds.flat());
  }

  private async committedOffsets(topics: string[]): Promise<Map<string, number>> {
    if (topics.length === 0) return new Map();
    const groupId = this.options.group;
    const answer = await this.context.admin.ask(admin => admin.fetchOffsets({ groupId, topics }));
    const offsets = answer.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => [brokerName({ topic, partition }), Number(offset)] as const),
    );
    // -1 means that nothing was ever committed.
    return new Map(offsets.filter(([, offset]) => offset >= 0));
  }

  private async checkStall(): Promise<void> {
    if (this.dispatcher.atHand + this.dispatcher.atHandApart > 0 || this.holding) return;
    const lastRecordAt = this.lastRecordAt;
    const now = performance.now();
    const waiting = () =>
      this.lag().then(
        ({ records }) => records,
        () => undefined,
      );
    if (!(await this.stall.isStalled(now - lastRecordAt, now, waiting)) || this.lastRecordAt !== lastRecordAt)
      return;
    const silentMs = Math.round(now - lastRecordAt);
    this.crash(new Error(`group ${this.options.group} has read nothing for ${silentMs} ms although it lags`));
  }

  private sayOutage(error: unknown): void {
    const now = performance.now();
    if (now - this.outageSaidAt < OUTAGE_SAID_EVERY_MS) return;
    this.outageSaidAt = now;
    const { group } = this.options;
    this.context.log.warn({ group, reason: reasonOf(error) }, 'what this group handles waits for a server');
  }

  private crash(error: unknown): undefined {
    if (this.holding) return;
    this.holding = true;
    // Leave the group before the crash is reported: the process then ends at once, and the group would wait until the
    // session of the dead member expires.
    void this.end().finally(() => this.closing.reject(error));
  }

  private async end(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.member.leave();
  }
}

const brokerName = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;
