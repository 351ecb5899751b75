/**
 * One member of a consumer group: what kafkajs's consumer needs around it to survive rebalances, crashes and stops. It
 * only passes records on (`onBatch` must return quickly); their handler pauses what is full.
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
/** A resumed partition waits for the fetch in progress; heartbeats are sent between fetches. */
const MAX_WAIT_MS = 250;
/** Leaving before the join is complete does not leave: the group would wait for a session that nobody uses. */
const JOIN_BEFORE_LEAVE_LIMIT_MS = 6_000;
/** kafkajs counts as running only one turn after it reports the join. */
const AFTER_JOIN_MS = 50;
const LEAVE_LIMIT_MS = 5_000;
/**
 * kafkajs fetches four times a second, even if everything is paused, so silence from all brokers means that it hangs,
 * whatever the reason. Longer than a failover or the loss of connections (`silent-connection.ts`), from which it
 * recovers by itself.
 */
const FETCH_SILENCE_LIMIT_MS = 20_000;
/** Longer than a join that waits for others: their sessions, then the rebalance. */
const JOIN_SILENCE_LIMIT_MS = 60_000;
const WATCH_INTERVAL_MS = 1_000;
/** Pause before this class restarts a consumer that kafkajs gave up or hangs in. */
const RESTART_PAUSE_MS = 500;
/**
 * Most restarts in a row while the brokers answer, each pause twice the previous one: a minute, in which a revoked
 * right may be restored or a coordinator found. After that it is no outage, and restarting the process may help.
 */
const MAX_RESTARTS = 7;
/** A member that has read for this long has recovered from what it was restarted for. */
const RECOVERED_AFTER_MS = 60_000;

/** Partitions by the brokers' name of a topic. */
export type Assignment = Readonly<Record<string, number[]>>;

/**
 * The result of a fetch. kafkajs 2.2.4 may hand over, or continue from, what it asked for before it last joined its
 * group, and may keep an earlier seek: several brokers are asked at once, and one that meets new partitions of a topic
 * makes the consumer join again while the others' answers arrive. So every reader compares `fetchedOffset` with its own
 * position.
 */
export interface Fetched extends Batch {
  /** The offset that was asked for; the log has nothing between it and the first record. */
  fetchedOffset: string;
}

export interface TopicPartition {
  topic: string;
  partition: number;
}

export interface MemberOptions {
  /** Creates a new client each time. */
  createKafka: () => Kafka;
  group: string;
  /** Name of this process, kept across its restarts (see group-requests.ts). */
  name?: string | undefined;
  /** The brokers' names. */
  topics: string[];
  maxBytesPerPartition: number;
  /** See `ConsumeOptions.gatherMs`. */
  gatherMs?: number | undefined;
  log: LogSink;
  /**
   * Called inside the join, before the first fetch: everything it seeks, pauses or resumes synchronously applies to
   * that fetch. `isNewMember`: the group may have moved on without us, so our own positions are void.
   */
  onAssigned(assignment: Assignment, isNewMember: boolean): void;
  onBatch(batch: Fetched): Promise<void>;
  /**
   * Called when a broker did not answer a fetch and is asked again, perhaps with another log by now. What is sought in
   * it applies to that fetch.
   */
  onInterrupted?(): void;
  onCrash(error: Error): void;
  /** Whether the brokers answer a separate client. */
  isReachable(): Promise<boolean>;
  /** Set by tests. */
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
  /** Restarts in a row. */
  private restarts = 0;
  /** Consumers that kafkajs gave up or that were silent for too long, and that have been replaced. */
  private readonly dead = new WeakSet<Consumer>();
  /** True once nothing will join any more. */
  private givenUp = false;

  constructor(options: MemberOptions) {
    this.options = options;
    this.consumer = this.create();
  }

  /** Resolves with the first assignment, which only a join tells (`run()` returns earlier). Rejects if joining is given up. */
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

  /**
   * Commits all positions at once. A commit that loses against a rebalance is dropped; the next one carries the same
   * positions.
   */
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

  // Between a crash and the next join kafkajs has no group and throws; pauses and seeks are derived again then.

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
      // A consumer that nobody needs any more would look for its brokers for ever, and keep its process alive.
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
    // Must be true: otherwise kafkajs answers a position outside the log by silently jumping to its end.
    await consumer.subscribe({ topics: this.options.topics, fromBeginning: true });
    if (this.stopped) return consumer.disconnect();
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 1,
      eachBatch: async ({ batch, resolveOffset, isStale }) => {
        // A seek has made this batch void; records are read again from there.
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
    // A consumer stopped during a join still becomes a member when the join completes, and would keep its partitions
    // from everybody.
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
    // If a join fails kafkajs continues reading. The coordinator that has taken the group over since may know of no
    // rebalance.
    on<ConsumerHeartbeatEvent['payload']>(events.HEARTBEAT, ({ memberId }) => {
      if (!this.joined && !this.stopped && memberId === this.memberId) this.assigned(false);
    });
    on(events.REBALANCING, () => this.rejoining());
    // The first sign of a crash: kafkajs disconnects before it reports it.
    on(events.STOP, () => this.rejoining());
    on<ConsumerFetchStartEvent['payload']>(events.FETCH_START, ({ nodeId }) => {
      if (asked.has(nodeId) && this.joined) this.options.onInterrupted?.();
      asked.add(nodeId);
    });
    on<ConsumerFetchEvent['payload']>(events.FETCH, ({ nodeId }) => {
      asked.delete(nodeId);
      // Until it has joined again it only reads what it had already.
      if (!this.joined) return;
      this.lastSignAt = performance.now();
      if (this.lastSignAt - this.joinedAt > RECOVERED_AFTER_MS) this.restarts = 0;
    });
    on<ConsumerCrashEvent['payload']>(events.CRASH, ({ error, restart }) => {
      this.rejoining();
      this.options.log.warn({ error: String(error), restart }, 'consumer crashed');
      // With `restart` kafkajs comes back by itself, as after its first join on a new cluster.
      void (restart ? this.excuseOutage() : this.replace(consumer, error));
    });
  }

  /**
   * Silence caused by an outage is no hang. A consumer that was replaced for it just when the brokers are back would
   * stay in its group beside the next one, and the group would wait for each session in turn.
   */
  private async excuseOutage(): Promise<void> {
    if (!(await this.options.isReachable())) this.lastSignAt = performance.now();
  }

  /**
   * Replaces the consumer. kafkajs also calls a silent network non-retriable (`Failed to find group coordinator`) and
   * gives the consumer up after about 20 s. Ending the process for that would solve nothing, would interrupt its work,
   * and an orchestrator would restart it later and later. The new consumer joins as a new member.
   */
  private async replace(consumer: Consumer, error: Error): Promise<void> {
    if (consumer !== this.consumer || this.dead.has(consumer)) return;
    for (let [old, cause] = [consumer, error]; !this.stopped; old = this.consumer) {
      this.dead.add(old);
      this.rejoining();
      // Do not wait for it: it may hang. A member whose session is over leaves nothing behind.
      void old.disconnect().catch(() => undefined);
      let pauseMs = this.options.restartPauseMs ?? RESTART_PAUSE_MS;
      if (await this.options.isReachable()) {
        if (++this.restarts > MAX_RESTARTS) return this.crash(cause);
        // Two processes with one name evict each other at every turn: the sooner one ends, the better.
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

  /** Silence is a hang only if the brokers answer another client; otherwise it is an outage, which is waited for. */
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

  /** The error if another process uses the same name, met again and again. Once may be a join whose answer was lost. */
  private namesake(cause: Error): Error {
    const { group, name } = this.options;
    const message = `another process is the member "${name}" of ${group}: INSTANCE_NAME must be one process's alone`;
    return new Error(message, { cause });
  }
}

/**
 * Whether a non-retriable error of kafkajs really means that it was cut off. kafkajs tries a connection for its topics
 * only once, and gives up one that it looks for after about 9 s: it calls that non-retriable, and wraps the cause.
 * Where it restarts a consumer by itself it decides by the same two signs.
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
