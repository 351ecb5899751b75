/**
 * Feeds a projection on Kafka. Its positions are stored by the projection itself, in one atomic step with its results;
 * the group only assigns partitions, and its committed offsets are not used.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Topic } from '../../../schemas/events.ts';
import { isOutage } from '../../outage.ts';
import { partitionName } from '../dispatcher.ts';
import type { Consumer, LastEvent, ProjectOptions, RecordedEvent } from '../event-log.ts';
import { type ConsumerContext, memberOf } from './context.ts';
import type { Assignment, Fetched, GroupMember, TopicPartition } from './group-member.ts';
import { decodeBatch } from './records.ts';
import { UnreadSince } from './unread-since.ts';

/** A replay reads whole megabytes; events are below 1 kB. */
const MAX_BYTES_PER_PARTITION = 1024 * 1024;
const MAX_STEP_RECORDS = 500;
/** Queued records at which a partition is paused, and resumed; a fetch brings up to 10 MB more for all of them. */
const PAUSE_AT_RECORDS = 1_000;
const RESUME_AT_RECORDS = 500;
/** A store that was wiped or switched is noticed within this time, even if no event comes. */
const POSITION_CHECK_INTERVAL_MS = 1_000;
/** Attempts after an error that is no outage (an outage is waited for); about a minute with the pauses below. */
const STEP_ATTEMPTS = 35;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

interface Held extends TopicPartition {
  /** The topic by the port's name. */
  short: Topic;
  /** Undefined until the stored position has been read: no records are taken before. */
  position: Reading | undefined;
  paused: boolean;
}

interface Reading {
  /** The position in the store. */
  applied: number;
  /** Everything below was read; what is not applied yet waits in the queue. */
  read: number;
  queue: RecordedEvent[];
  /** The last event that was read; undefined if unknown. */
  last: LastEvent | undefined;
  /**
   * The event that the log must still contain, from which reading starts, because it was read before. Undefined once it
   * was seen, or if unknown.
   */
  expected: LastEvent | undefined;
  applying: Promise<void> | undefined;
}

export class KafkaProjectionConsumer implements Consumer {
  readonly ready: Promise<void>;
  readonly closed: Promise<void>;
  private readonly context: ConsumerContext;
  private readonly options: ProjectOptions;
  private readonly member: GroupMember;
  private readonly readying = Promise.withResolvers<void>();
  private readonly closing = Promise.withResolvers<void>();
  private readonly held = new Map<string, Held>();
  /** The furthest position of each partition seen in the store, even before the store was lost. */
  private readonly reached = new Map<string, number>();
  private readonly unread = new UnreadSince();
  private readonly timer: NodeJS.Timeout;
  /** Counts assignments and reloads: work begun under an older one is void. */
  private epoch = 0;
  private checking = false;
  private stopped = false;

  constructor(context: ConsumerContext, options: ProjectOptions) {
    this.context = context;
    this.options = options;
    this.ready = this.readying.promise;
    this.closed = this.closing.promise;
    for (const promise of [this.ready, this.closed]) promise.catch(() => undefined);
    this.member = memberOf(context, {
      group: options.name,
      name: context.memberName,
      topics: [...options.topics],
      maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
      onAssigned: assignment => this.assigned(assignment),
      onBatch: batch => this.queue(batch),
      onInterrupted: () => this.lookAgain(),
      onCrash: error => this.crash(error),
    });
    this.timer = setInterval(() => void this.checkPositions(), POSITION_CHECK_INTERVAL_MS);
    this.timer.unref();
    this.member.start().catch(error => this.crash(error));
  }

  async lag(): Promise<{ records: number; oldestMs: number }> {
    let records = 0;
    let oldestMs = 0;
    for (const topic of new Set([...this.held.values()].map(held => held.topic))) {
      for (const { partition, low, high } of await this.context.admin.bounds(topic)) {
        const [name, held] =
          [...this.held].find(([, each]) => each.topic === topic && each.partition === partition) ?? [];
        if (name === undefined || held === undefined) continue;
        records += Math.max(0, high - (held.position?.applied ?? low));
        const unreadMs = this.unread.waitedMs(name, held.position?.read ?? low, high);
        const oldestAt = held.position?.queue[0]?.event.at ?? Date.now();
        oldestMs = Math.max(oldestMs, unreadMs, Date.now() - oldestAt);
      }
    }
    return { records, oldestMs };
  }

  async stop(deadlineMs: number): Promise<void> {
    if (this.stopped) return this.closed.catch(() => undefined);
    this.stopped = true;
    const applying = [...this.held.values()].flatMap(held => held.position?.applying ?? []);
    await Promise.race([Promise.all(applying), sleep(deadlineMs, undefined, { ref: false })]);
    await this.end();
    this.readying.resolve();
    this.closing.resolve();
  }

  /** Pauses synchronously, so that nothing is read before the stored positions are known and sought. */
  private assigned(assignment: Assignment): void {
    for (const held of this.held.values()) this.member.resume(held);
    this.held.clear();
    for (const [topic, partitions] of Object.entries(assignment)) {
      const short = this.context.names.fromBroker(topic);
      for (const partition of partitions) {
        const held = { topic, partition, short, position: undefined, paused: true };
        this.held.set(partitionName({ topic: short, partition }), held);
      }
    }
    this.reload();
  }

  private reload(): void {
    const epoch = ++this.epoch;
    for (const held of this.held.values()) {
      held.position = undefined;
      held.paused = true;
      this.member.pause(held);
    }
    this.load(epoch).then(
      () => this.readying.resolve(),
      error => epoch === this.epoch && this.crash(error),
    );
  }

  private async load(epoch: number): Promise<void> {
    const bounds = await this.persistently(() => this.bounds(), epoch);
    const stored = await this.persistently(() => this.options.positions(), epoch);
    if (epoch !== this.epoch || bounds === undefined || stored === undefined) return;
    for (const [name, held] of this.held) {
      const { low, high } = bounds.get(name) ?? { low: 0, high: 0 };
      const { next, last } = stored.find(each => partitionName(each) === name) ?? {};
      this.checkInsideLog(name, next, low, high);
      // A new projection of a log whose beginning has expired skips what is gone.
      const stepOver = () => this.options.apply([], { ...this.place(held), next: low }).then(() => 'done');
      if (next === undefined && low > 0 && !(await this.persistently(stepOver, epoch))) return;
      if (epoch !== this.epoch) return;
      const start = next ?? low;
      this.reach(name, start);
      const expected = last !== undefined && last.offset >= low && last.offset < start ? last : undefined;
      held.position = {
        applied: start,
        read: start,
        queue: [],
        last: expected,
        expected,
        applying: undefined,
      };
      this.member.seek(held, expected?.offset ?? start);
      this.resume(held);
    }
  }

  private reach(name: string, place: number): void {
    this.reached.set(name, Math.max(place, this.reached.get(name) ?? 0));
  }

  private async bounds(): Promise<Map<string, { low: number; high: number }>> {
    const topics = this.options.topics.map(async topic => {
      const bounds = await this.context.admin.bounds(this.context.names.onBroker(topic));
      return bounds.map(bound => [partitionName({ topic, partition: bound.partition }), bound] as const);
    });
    return new Map((await Promise.all(topics)).flat());
  }

  /** Throws if a stored position lies outside the log: reading on from there would silently begin somewhere else. */
  private checkInsideLog(name: string, next: number | undefined, low: number, high: number): void {
    if (next === undefined || (next >= low && next <= high)) return;
    throw this.otherLog(`position ${next} of ${name} is outside the log (${low} to ${high})`);
  }

  /**
   * Checks again that the log is the one that was folded: a log restored beneath a running projection may have grown
   * past its position before it is read again.
   */
  private lookAgain(): void {
    for (const held of this.held.values()) {
      const { position } = held;
      if (position?.last === undefined) continue;
      position.expected = position.last;
      this.member.seek(held, position.last.offset);
    }
  }

  /** Throws if the log has another event where the last folded one was: it was cut and has grown again. */
  private checkExpected(name: string, position: Reading, batch: Fetched, records: RecordedEvent[]): void {
    const { expected } = position;
    if (expected === undefined) return;
    // kafkajs goes back to the first record if the offset to read from is beyond the end.
    if (Number(batch.firstOffset() ?? expected.offset) < expected.offset)
      throw this.otherLog(`${name} ends before ${expected.offset}, which was folded`);
    const found = records.find(({ offset }) => offset === expected.offset);
    // The event that was there may have expired.
    if (found !== undefined && found.event.event_id !== expected.eventId)
      throw this.otherLog(`the event at ${expected.offset} of ${name} is not the one that was folded`);
    position.expected = undefined;
  }

  private otherLog(what: string): Error {
    return new Error(`projection ${this.options.name}: ${what}: the log was replaced or cut; run rebuild`);
  }

  private async queue(batch: Fetched): Promise<void> {
    const topic = this.context.names.fromBroker(batch.topic);
    const held = this.held.get(partitionName({ topic, partition: batch.partition }));
    const position = held?.position;
    if (held === undefined || position === undefined || this.stopped) return;
    const records = await decodeBatch(batch, topic, this.context).catch(error => this.crash(error));
    if (records === undefined || held.position !== position) return;
    if (Number(batch.fetchedOffset) > position.read) return this.reload();
    try {
      const name = partitionName({ topic, partition: batch.partition });
      this.checkExpected(name, position, batch, records);
    } catch (error) {
      this.crash(error);
      return;
    }
    for (const record of records) if (record.offset >= position.read) position.queue.push(record);
    position.read = Math.max(position.read, Number(batch.lastOffset()) + 1);
    const last = records.at(-1);
    if (last !== undefined) position.last = { offset: last.offset, eventId: last.event.event_id };
    if (position.queue.length >= PAUSE_AT_RECORDS && !held.paused) {
      held.paused = true;
      this.member.pause(held);
    }
    this.pump(held, position);
  }

  /** Applies one step at a time per partition; what arrives meanwhile is the next step. */
  private pump(held: Held, position: Reading): void {
    if (position.applying !== undefined || this.stopped) return;
    position.applying = this.applyQueue(held, position)
      .catch(error => this.crash(error))
      .finally(() => {
        position.applying = undefined;
      });
  }

  private async applyQueue(held: Held, position: Reading): Promise<void> {
    while (position.applied < position.read && held.position === position && !this.stopped) {
      const records = position.queue.splice(0, MAX_STEP_RECORDS);
      const last = records.at(-1);
      const next = position.queue.length === 0 || last === undefined ? position.read : last.offset + 1;
      if (!(await this.step(held, position, records, next))) return;
      position.applied = next;
      this.reach(partitionName(this.place(held)), next);
      if (held.paused && position.queue.length <= RESUME_AT_RECORDS) this.resume(held);
    }
  }

  /** False if the store turned out to have lost its position: everything is read again from where it stands. */
  private async step(
    held: Held,
    position: Reading,
    records: RecordedEvent[],
    next: number,
  ): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      if (held.position !== position) return false;
      try {
        await this.options.apply(records, { ...this.place(held), next, from: position.applied });
        return true;
      } catch (error) {
        if ((attempt >= STEP_ATTEMPTS && !isOutage(error)) || this.stopped) throw error;
        if (attempt === 1) this.context.log.warn({ error: String(error) }, 'a projection step is repeated');
        await this.checkPositions();
        await sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
      }
    }
  }

  private async checkPositions(): Promise<void> {
    if (this.checking || this.stopped) return;
    this.checking = true;
    try {
      await this.reloadIfLost();
    } finally {
      this.checking = false;
    }
  }

  /**
   * Reads again if the store stands behind what was applied to it. Until the store has caught up it is marked as behind
   * at each check, because an older copy of it, which was complete when it was made, may take its place meanwhile.
   */
  private async reloadIfLost(): Promise<void> {
    // A store that does not answer has not necessarily forgotten anything.
    const stored = await this.options.positions().catch(() => undefined);
    if (stored === undefined || this.stopped) return;
    const standing = new Map(stored.map(each => [partitionName(each), each.next]));
    const isBehind = (name: string, place: number) => (standing.get(name) ?? 0) < place;
    const held = [...this.held];
    if (!held.some(([name]) => isBehind(name, this.reached.get(name) ?? 0))) return;
    const lost = held.filter(([name, { position }]) => isBehind(name, position?.applied ?? 0)).length;
    if (lost > 0) this.context.log.warn({ partitions: lost }, 'the projection was lost: reading up again');
    try {
      await this.options.onLost?.();
    } catch {
      // The store is away again; the next check will find it lost.
      return;
    }
    if (lost > 0) this.reload();
  }

  private async persistently<T>(work: () => Promise<T>, epoch: number): Promise<T | undefined> {
    for (let attempt = 1; epoch === this.epoch && !this.stopped; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= STEP_ATTEMPTS && !isOutage(error)) throw error;
        await sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
      }
    }
    return undefined;
  }

  private resume(held: Held): void {
    held.paused = false;
    this.member.resume(held);
  }

  private place({ short, partition }: Held) {
    return { topic: short, partition };
  }

  private crash(error: unknown): undefined {
    if (this.stopped) return;
    this.stopped = true;
    // Leave the group before the crash is reported: the process then ends at once, and the group would wait until the
    // session of the dead member expires.
    void this.end().finally(() => {
      this.readying.reject(error);
      this.closing.reject(error);
    });
  }

  private async end(): Promise<void> {
    clearInterval(this.timer);
    await this.member.leave();
  }
}
