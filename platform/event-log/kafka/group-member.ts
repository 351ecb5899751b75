/**
 * One member of a consumer group: what kafkajs's consumer needs around it to survive rebalances, crashes and stops.
 * Records are only handed over (`onBatch` must return quickly): whoever handles them pauses what is full.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Batch,
  Consumer,
  ConsumerCrashEvent,
  ConsumerFetchEvent,
  ConsumerFetchStartEvent,
  ConsumerGroupJoinEvent,
  ConsumerHeartbeatEvent,
  Kafka,
} from 'kafkajs';
import { within } from '../../within.ts';
import { ENDLESS_RETRY, type LogSink, METADATA_MAX_AGE_MS } from './client.ts';
import { pauseBetweenFetches } from './gathered-fetches.ts';
import { nameMember, SESSION_TIMEOUT_MS } from './group-requests.ts';

/** How soon the others learn of a join or a leave. */
const HEARTBEAT_INTERVAL_MS = 1_000;
const REBALANCE_TIMEOUT_MS = 30_000;
/** A resumed partition waits for the fetch in flight; heartbeats are sent between fetches. */
const MAX_WAIT_MS = 250;
/** Leaving while the join is not over does not leave: the group would wait for a ghost's session to end. */
const JOIN_BEFORE_LEAVE_LIMIT_MS = 6_000;
/** kafkajs calls itself running one turn after it tells of the join. */
const AFTER_JOIN_MS = 50;
const LEAVE_LIMIT_MS = 5_000;
/**
 * kafkajs fetches four times a second, also with everything paused: silence of all brokers means that it hangs, whatever the reason.
 * Longer than a failover, or the loss of connections (`silent-connection.ts`), which it gets over by itself.
 */
const FETCH_SILENCE_LIMIT_MS = 20_000;
/** Longer than a join that waits for others: their sessions, then the rebalance. */
const JOIN_SILENCE_LIMIT_MS = 60_000;
const WATCH_INTERVAL_MS = 1_000;
/** What kafkajs gives up, or hangs in, is begun again by us after this. */
const RESTART_PAUSE_MS = 500;
/**
 * So often in a row while the brokers answer, each pause twice the one before: a minute, in which a right that was taken away may be
 * given back, or a coordinator be found. Then it is no outage, and the process's end may heal it.
 */
const MAX_RESTARTS = 7;
/** A member that has read for so long has got over what it was restarted for. */
const RECOVERED_AFTER_MS = 60_000;

/** Broker's topic name -> partitions. */
export type Assignment = Readonly<Record<string, number[]>>;

/**
 * What a fetch brought. kafkajs 2.2.4 may hand over what it asked for before it last joined its group, read on from there, or keep what
 * was sought before: several brokers are asked at once, and one that meets new partitions of a topic lets the consumer join again
 * beside the others' answers. So every reader compares `fetchedOffset` with where it is.
 */
export interface Fetched extends Batch {
  /** What was asked for; nothing between it and the first record is in the log. */
  fetchedOffset: string;
}

export interface TopicPartition {
  topic: string;
  partition: number;
}

export interface MemberOptions {
  /** A client of its own each time. */
  createKafka: () => Kafka;
  group: string;
  /** Of this process, kept over its restarts; see group-requests.ts. */
  name?: string | undefined;
  /** Broker's names. */
  topics: string[];
  maxBytesPerPartition: number;
  /** See `ConsumeOptions.gatherMs`. */
  gatherMs?: number | undefined;
  log: LogSink;
  /**
   * Called inside the join, before the first fetch: everything it seeks, pauses or resumes synchronously holds for
   * that fetch. `isNewMember`: the group may have moved on without us, own positions are void.
   */
  onAssigned(assignment: Assignment, isNewMember: boolean): void;
  onBatch(batch: Fetched): Promise<void>;
  /** A broker did not answer a fetch and is asked again, by now with another log perhaps. What is sought here holds for that fetch. */
  onInterrupted?(): void;
  onCrash(error: Error): void;
  /** Whether the brokers answer a client of its own. */
  isReachable(): Promise<boolean>;
  /** For tests. */
  restartPauseMs?: number;
}

export class GroupMember {
  private readonly options: MemberOptions;
  private consumer: Consumer;
  private memberId: string | undefined;
  private assignment: Assignment = {};
  private join = Promise.withResolvers<void>();
  private joined = false;
  private lastSignAt = performance.now();
  private watch: NodeJS.Timeout | undefined;
  private stopped = false;
  private looking = false;
  private joinedAt = performance.now();
  /** In a row. */
  private restarts = 0;
  /** Were given up, by kafkajs or for their silence: another took their place. */
  private readonly dead = new WeakSet<Consumer>();
  /** Nothing will join any more. */
  private givenUp = false;

  constructor(options: MemberOptions) {
    this.options = options;
    this.consumer = this.create();
  }

  /** Resolves with the first assignment; a join is what tells, `run()` returns before it. Rejects where it is given up. */
  async start(): Promise<void> {
    this.watch = setInterval(() => void this.look(), WATCH_INTERVAL_MS);
    this.watch.unref();
    try {
      await this.begin(this.consumer);
    } catch (error) {
      if (isCutOff(error)) await this.replace(this.consumer, error);
      else this.givenUp = true;
      if (this.givenUp) throw error;
    }
    await this.join.promise;
  }

  /** All of it at once; commits that lose against a rebalance are dropped, the next ones carry the same positions. */
  async commit(positions: readonly (TopicPartition & { next: number })[]): Promise<boolean> {
    if (positions.length === 0 || !this.joined) return false;
    try {
      await this.consumer.commitOffsets(
        positions.map(({ topic, partition, next }) => ({ topic, partition, offset: String(next) })),
      );
      return true;
    } catch (error) {
      this.options.log.debug({ error: String(error) }, 'commit refused');
      return false;
    }
  }

  // Between a crash and the next join kafkajs has no group, and throws; what is said meanwhile is derived again then.

  pause({ topic, partition }: TopicPartition): void {
    if (this.joined && !this.stopped) this.consumer.pause([{ topic, partitions: [partition] }]);
  }

  resume({ topic, partition }: TopicPartition): void {
    if (this.joined && !this.stopped) this.consumer.resume([{ topic, partitions: [partition] }]);
  }

  seek({ topic, partition }: TopicPartition, next: number): void {
    if (this.joined && !this.stopped) this.consumer.seek({ topic, partition, offset: String(next) });
  }

  async leave(): Promise<void> {
    if (this.stopped) return;
    if (!this.joined && !this.givenUp) await within(JOIN_BEFORE_LEAVE_LIMIT_MS, this.join.promise);
    await sleep(this.joined ? AFTER_JOIN_MS : 0);
    this.stopped = true;
    clearInterval(this.watch);
    this.join.resolve();
    await within(LEAVE_LIMIT_MS, this.consumer.disconnect()).catch(() => undefined);
  }

  private create(): Consumer {
    nameMember(this.options.group, this.options.name);
    pauseBetweenFetches(this.options.group, this.options.gatherMs);
    const consumer: Consumer = this.options.createKafka().consumer({
      groupId: this.options.group,
      sessionTimeout: SESSION_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_INTERVAL_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      maxWaitTimeInMs: MAX_WAIT_MS,
      minBytes: 1,
      maxBytesPerPartition: this.options.maxBytesPerPartition,
      metadataMaxAge: METADATA_MAX_AGE_MS,
      allowAutoTopicCreation: false,
      // One that nobody needs any more would look for its brokers for ever, and keep its process from ending.
      retry: {
        ...ENDLESS_RETRY,
        restartOnFailure: async () => !this.stopped && !this.dead.has(consumer),
      },
    });
    this.listen(consumer);
    return consumer;
  }

  private async begin(consumer: Consumer): Promise<void> {
    await consumer.connect();
    // Never false: kafkajs would answer a position outside the log by jumping silently to its end.
    await consumer.subscribe({ topics: this.options.topics, fromBeginning: true });
    if (this.stopped) return consumer.disconnect();
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 1,
      eachBatch: async ({ batch, resolveOffset, isStale }) => {
        // A seek has made this batch void; it will be read again from there.
        if (isStale() || this.dead.has(consumer)) return;
        await this.options.onBatch(batch as Fetched);
        resolveOffset(batch.lastOffset());
      },
    });
  }

  private listen(consumer: Consumer): void {
    const { events } = consumer;
    const on = <P>(name: Parameters<Consumer['on']>[0], act: (payload: P) => void) =>
      consumer.on(name, ({ payload }: { payload: P }) => {
        if (consumer === this.consumer && !this.dead.has(consumer)) act(payload);
      });
    /** Brokers that have been asked for records and have not answered. */
    const asked = new Set<number>();
    // One that is stopped in a join that goes on is a member all the same, and would keep its partitions from everybody.
    consumer.on(events.GROUP_JOIN, () => {
      if (this.stopped || this.dead.has(consumer)) void leaveAgain(consumer);
    });
    on<ConsumerGroupJoinEvent['payload']>(events.GROUP_JOIN, ({ memberId, memberAssignment }) => {
      if (this.stopped) return;
      asked.clear();
      const isNewMember = memberId !== this.memberId;
      this.memberId = memberId;
      this.assignment = memberAssignment;
      this.joinedAt = performance.now();
      this.assigned(isNewMember);
    });
    // Where a join fails kafkajs reads on. The coordinator that has taken the group over since may know of no rebalance.
    on<ConsumerHeartbeatEvent['payload']>(events.HEARTBEAT, ({ memberId }) => {
      if (!this.joined && !this.stopped && memberId === this.memberId) this.assigned(false);
    });
    on(events.REBALANCING, () => this.rejoining());
    // The first that is heard of a crash: kafkajs disconnects before it tells.
    on(events.STOP, () => this.rejoining());
    on<ConsumerFetchStartEvent['payload']>(events.FETCH_START, ({ nodeId }) => {
      if (asked.has(nodeId) && this.joined) this.options.onInterrupted?.();
      asked.add(nodeId);
    });
    on<ConsumerFetchEvent['payload']>(events.FETCH, ({ nodeId }) => {
      asked.delete(nodeId);
      // What it reads before it has joined again is what it had.
      if (!this.joined) return;
      this.lastSignAt = performance.now();
      if (this.lastSignAt - this.joinedAt > RECOVERED_AFTER_MS) this.restarts = 0;
    });
    on<ConsumerCrashEvent['payload']>(events.CRASH, ({ error, restart }) => {
      this.rejoining();
      this.options.log.warn({ error: String(error), restart }, 'consumer crashed');
      // With restart it comes back by itself, as after its first join on a fresh cluster.
      void (restart ? this.excuseOutage() : this.replace(consumer, error));
    });
  }

  /**
   * Silence of an outage is no hang: one that was replaced for it when the brokers are just back would stay in its group
   * beside the next one, and the group wait for the session of each in turn.
   */
  private async excuseOutage(): Promise<void> {
    if (!(await this.options.isReachable())) this.lastSignAt = performance.now();
  }

  /**
   * kafkajs calls a silent network non-retriable as well (`Failed to find group coordinator`), and gives the consumer
   * up after some 20 s of it. To end the process for that would heal nothing, interrupt what it does, and an orchestrator
   * would start it later and later. The next one joins as a new member.
   */
  private async replace(consumer: Consumer, error: Error): Promise<void> {
    if (consumer !== this.consumer || this.dead.has(consumer)) return;
    for (let [old, cause] = [consumer, error]; !this.stopped; old = this.consumer) {
      this.dead.add(old);
      this.rejoining();
      // Not waited for: it may hang. A member whose session is over leaves nobody behind.
      void old.disconnect().catch(() => undefined);
      let pauseMs = this.options.restartPauseMs ?? RESTART_PAUSE_MS;
      if (await this.options.isReachable()) {
        if (++this.restarts > MAX_RESTARTS) return this.crash(cause);
        // Two of one name take each other's place at every turn: the sooner one ends, the better.
        if (!isFenced(cause)) pauseMs *= 2 ** (this.restarts - 1);
      }
      await sleep(pauseMs);
      if (this.stopped) return;
      this.lastSignAt = performance.now();
      this.consumer = this.create();
      try {
        return await this.begin(this.consumer);
      } catch (failure) {
        cause = failure instanceof Error ? failure : new Error(String(failure));
      }
    }
  }

  private assigned(isNewMember: boolean): void {
    this.joined = true;
    this.lastSignAt = performance.now();
    this.options.onAssigned(this.assignment, isNewMember);
    this.join.resolve();
  }

  private rejoining(): void {
    if (!this.joined) return;
    this.joined = false;
    this.join = Promise.withResolvers<void>();
  }

  /** Silence is a hang only where the brokers answer somebody else: an outage is waited for. */
  private async look(): Promise<void> {
    const silentMs = Math.floor(performance.now() - this.lastSignAt);
    if (silentMs <= (this.joined ? FETCH_SILENCE_LIMIT_MS : JOIN_SILENCE_LIMIT_MS) || this.looking) return;
    this.looking = true;
    const { consumer } = this;
    const isReachable = await this.options.isReachable();
    this.looking = false;
    const isStillSilent = performance.now() - this.lastSignAt >= silentMs;
    if (!isReachable || !isStillSilent || this.stopped) return;
    const error = new Error(`nothing was heard for ${silentMs} ms, although the brokers answer`);
    this.options.log.warn({ error: error.message }, 'consumer replaced');
    await this.replace(consumer, error);
  }

  private crash(error: Error): void {
    clearInterval(this.watch);
    this.givenUp = true;
    if (!this.stopped) this.options.onCrash(isFenced(error) ? this.namesake(error) : error);
  }

  /** Met again and again. Once may be a join whose answer was lost on its way. */
  private namesake(cause: Error): Error {
    const { group, name } = this.options;
    const message = `another process is the member "${name}" of ${group}: INSTANCE_NAME must be one process's alone`;
    return new Error(message, { cause });
  }
}

/**
 * kafkajs asks the connection that it has for its topics only once, and gives up one that it looks for after some 9 s: it calls that
 * non-retriable, and wraps what it met. Where it restarts a consumer by itself, it judges by the same two signs.
 */
function isCutOff(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error.name === 'KafkaJSNumberOfRetriesExceeded') return true;
  return ('retriable' in error && error.retriable === true) || isCutOff(error.cause);
}

function isFenced(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('type' in error && error.type === 'FENCED_INSTANCE_ID') || isFenced(error.cause);
}

async function leaveAgain(consumer: Consumer): Promise<void> {
  await sleep(AFTER_JOIN_MS);
  await consumer.disconnect().catch(() => undefined);
}
