/**
 * The event log port: the service's only source of truth.
 *
 * Order: records of one partition are delivered in the order of their offsets. All records with the same partition key
 * (a job's id, a key's id) share a partition within a topic. There is no order between topics.
 * Durability: a resolved `append` survives the loss of any process, and of any one broker if there are three.
 * Delivery: at least once. An event may be in the log more than once (a repeated append); folds drop repeats by
 * `event_id` or by being idempotent.
 * Errors: `append` rejects with `LogUnavailable` if the log could not be reached in time; the event may still appear
 * later.
 */
import type { Event, Topic } from '../../schemas/events.ts';

export interface RecordedEvent {
  event: Event;
  topic: Topic;
  partition: number;
  /** Ascending within a partition, not necessarily contiguous. */
  offset: number;
  /** W3C trace context of the request that caused the event, if there was one. */
  traceparent: string | undefined;
}

export interface AppendOptions {
  traceparent?: string | undefined;
  /**
   * How long to wait for a log that is away before `LogUnavailable`; 15 s by default. The log inside this process waits
   * for its disk only if this is set.
   */
  patienceMs?: number;
  /**
   * Promises that nobody is told of these events before a later event is durable. A log in a single file then syncs
   * both together: the call resolves once the events can be read, and they become durable with the next awaited append,
   * or a moment later.
   */
  untold?: boolean;
}

/** A position in one partition: the offset of the next record to read. */
export interface Position {
  topic: Topic;
  partition: number;
  next: number;
  /** The last event below `next`, if the projection stores it; it identifies the log that was folded. */
  last?: LastEvent;
}

export interface LastEvent {
  offset: number;
  eventId: string;
}

/** Records in order, and the position after the last of them (which may be further on, past records of other topics). */
export interface Batch {
  records: RecordedEvent[];
  next: Position;
}

/** A step of a projection in one partition. */
export interface Step extends Position {
  /** The position that the step starts from. A store that stands before it has lost something and refuses the step. */
  from?: number;
}

/**
 * Records that wait for strangers' servers and so get handlers of their own: however many of them hang, the others are
 * handed out as usual. Turns are taken as among the others.
 */
export interface Apart {
  are: (record: RecordedEvent) => boolean;
  maxInFlight: number;
  reserve: number;
}

export interface ConsumeOptions {
  /** Consumers of one group share the partitions; the log stores the group's position. */
  group: string;
  topics: readonly Topic[];
  /** Most records handled at once, over all partitions; reading pauses at it. */
  maxInFlight: number;
  /**
   * The owner of a record. Among the records at hand, those of the owner with the fewest in progress go first; without
   * it, the log's order applies.
   */
  ownerOf?: (record: RecordedEvent) => string;
  /** The turn of a record: among one owner's records at hand the lowest goes first; without it, the oldest. */
  turnOf?: (record: RecordedEvent) => number;
  /**
   * Extra handlers beside `maxInFlight`, only for records of an owner with none in progress. So however many records
   * one owner has, and however long they take, another owner's record is begun.
   */
  reserve?: number;
  /** Records with handlers of their own, so that they delay no others. */
  apart?: Apart;
  /**
   * Most records of one partition that are read past an unfinished one, 2,000 by default; reading pauses at it. A crash
   * repeats all of them.
   */
  maxUnfinished?: number;
  /**
   * Allows records to be handed out once they can be read but before they are durable, in a log that distinguishes the
   * two. Only for handlers whose sole effects are later records of this log, so that no effect outlives its cause.
   */
  beforeDurable?: boolean;
  /**
   * After some records, the next ones may be left in the log for this long, so that more are read at once; for handlers
   * that nobody waits for. A log that costs nothing to ask ignores it.
   */
  gatherMs?: number;
  /**
   * Called at least once for each record. Resolving means done for ever. A rejection is retried with backoff and, past
   * the retry limit, ends the consumer as crashed (see `Consumer.closed`). `signal` aborts when the consumer stops or
   * the record's partition goes to another member of the group.
   */
  handle: (record: RecordedEvent, signal: AbortSignal) => Promise<void>;
  /**
   * When stopping, how long to keep the partitions for running handlers. After that other members get them and start
   * again what still runs here, which may still finish here. By default until the stop's deadline; ignored if no other
   * member could take over.
   */
  handOverAfterMs?: number;
}

export interface ProjectOptions {
  /** Name of the projection in logs and metrics. */
  name: string;
  topics: readonly Topic[];
  /**
   * The positions stored with the projection; a partition without one is read from its first record. If the log ends
   * before a position, or has another event at `last`, it was cut or replaced: the consumer ends as crashed.
   */
  positions: () => Promise<Position[]>;
  /**
   * Applies records of one partition, ascending, and stores `next` in the same atomic step. Called for one batch at a
   * time per partition. Rejections are retried with backoff, then end the consumer as crashed. If the stored position
   * turns out to be behind what was applied (the store was lost), reading goes back to it.
   */
  apply: (records: RecordedEvent[], next: Step) => Promise<void>;
  /** Called before reading goes back, so that nobody takes the store for complete meanwhile. */
  onLost?: () => Promise<void>;
}

export interface FollowOptions {
  /** Name of the follower in logs and metrics. */
  name: string;
  topics: readonly Topic[];
  /** Called with records of one partition, ascending, each exactly once. */
  onRecords: (records: readonly RecordedEvent[]) => void;
}

export interface Consumer {
  /** Resolves once the consumer has its partitions. */
  readonly ready: Promise<void>;
  /** Resolves after `stop`; rejects if the consumer crashed, in which case the process should exit and be restarted. */
  readonly closed: Promise<void>;
  /** For metrics and readiness: the number of records appended but not yet handled, and the age of the oldest in ms. */
  lag(): Promise<{ records: number; oldestMs: number }>;
  /** Takes nothing more, lets running handlers finish for at most `deadlineMs`, commits, and leaves. */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * Reads every partition, independent of consumer groups: everything appended since it became ready, in the log's order.
 * What it has read of a partition is always complete up to the next record, even if it was cut off meanwhile.
 */
export interface Follower extends Consumer {
  /** Once ready: the next position that `onRecords` will be called with, for each topic's partition that holds the key. */
  next(partitionKey: string): Position[];
}

export interface EventLog {
  /** Appends events: all or nothing per event, in order per partition key; durable when resolved. */
  append(events: readonly Event[], options?: AppendOptions): Promise<void>;
  /**
   * Removes these jobs' records from the derived topic (`jobs`): its readers find nothing, or on Kafka a record without
   * a value until it is compacted. Durable when resolved; rejects as `append` does.
   */
  retract(jobIds: readonly string[]): Promise<void>;
  consume(options: ConsumeOptions): Consumer;
  project(options: ProjectOptions): Consumer;
  follow(options: FollowOptions): Follower;
  /**
   * Reads every record of the topics, from the first to the last at the time of the call, in batches that a projection
   * can apply as they come. The order is that of what a position covers: a partition, or the whole log if it has only
   * one sequence.
   */
  read(topics: readonly Topic[], options?: ReadOptions): AsyncIterable<Batch>;
  /** The current end of every partition: the position after its last record. */
  ends(topics: readonly Topic[]): Promise<Position[]>;
  /**
   * Whether the group has left unhandled any record of the topics that was appended before `before` (epoch ms, by the
   * appender's clock). The log itself knows, so any process can ask, not only a member of the group.
   */
  isBehind(group: string, topics: readonly Topic[], before: number): Promise<boolean>;
  /** Rejects with `LogUnavailable` if the log cannot be reached or has not accepted an append for too long. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Limits what is read. No matching event is left out, but others near the limits may be included: an event's `at` and
 * its place in the log come from clocks that may differ by up to `CLOCK_MARGIN_MS`, so a caller who needs exact limits
 * checks `at`.
 */
export interface ReadOptions {
  /** Read only the partition that holds this key (a job's or a key's id). */
  partitionKey?: string;
  /** Epoch ms: read events from then on. */
  since?: number;
  /** Epoch ms: read events until then. */
  until?: number;
}

/** Allowance for differences of the machines' clocks, and for the time that an event waits for a log that is away. */
export const CLOCK_MARGIN_MS = 900_000;

export class LogUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LogUnavailable';
  }
}
