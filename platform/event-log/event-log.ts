/**
 * The event log port: the service's only truth.
 *
 * Order: records of one partition are delivered in the order of their offsets; all records with the same
 * partition key (a job's id, a key's id) share a partition within a topic. There is no order between topics.
 * Durability: a resolved `append` survives the loss of any process, and of any one broker where there are three.
 * Delivery: at least once. An event may stand in the log more than once (a repeated append): folds drop it by `event_id`
 * or by being idempotent.
 * Errors: `append` rejects with `LogUnavailable` when the log could not be reached in time; the event may
 * nevertheless appear later.
 */
import type { Event, Topic } from '../../schemas/events.ts';

export interface RecordedEvent {
  event: Event;
  topic: Topic;
  partition: number;
  /** Ascending within a partition, not necessarily contiguous. */
  offset: number;
  /** W3C trace context of the request that caused the event, where there was one. */
  traceparent: string | undefined;
}

export interface AppendOptions {
  traceparent?: string | undefined;
  /** How long the caller waits for a log that is away, before `LogUnavailable`; 15 s by default. One in this process waits for its disk, and only where it is said. */
  patienceMs?: number;
  /**
   * Nobody is told of these events before one that follows them is durable. A log that is one file then syncs both at once: the
   * call resolves when they can be read, and they are durable with the next that is awaited, or a moment later.
   */
  untold?: boolean;
}

/** A position in one partition: the offset of the next record to read. */
export interface Position {
  topic: Topic;
  partition: number;
  next: number;
  /** The last event below `next`, where the projection keeps it: by it the log is known to be the one that was folded. */
  last?: LastEvent;
}

export interface LastEvent {
  offset: number;
  eventId: string;
}

/** Records in order, and the position after the last of them (which records of other topics may have moved on). */
export interface Batch {
  records: RecordedEvent[];
  next: Position;
}

/** A step of a projection in one partition. */
export interface Step extends Position {
  /** The position that the step starts from: a store that stands before it has lost something and refuses the step. */
  from?: number;
}

/** Such as wait for servers of strangers: however many hang there, the others are handed out as ever. Turns are as among the others. */
export interface Apart {
  are: (record: RecordedEvent) => boolean;
  maxInFlight: number;
  reserve: number;
}

export interface ConsumeOptions {
  /** Consumers of one group share the partitions; the group's position is kept by the log. */
  group: string;
  topics: readonly Topic[];
  /** Records handled at the same time, over all partitions; reading pauses at it. */
  maxInFlight: number;
  /**
   * Whose a record is, by name. Of the records at hand those go first whose owner has the fewest under way; without it the
   * order is the log's.
   */
  ownerOf?: (record: RecordedEvent) => string;
  /** Of one owner's records at hand the one with the least goes first; without it the oldest. */
  turnOf?: (record: RecordedEvent) => number;
  /**
   * Handlers beside `maxInFlight` that only records of an owner with none under way get: however many records one owner has, and
   * however long they take, the next owner's is begun.
   */
  reserve?: number;
  /** Records that have handlers of their own, so that they keep no other waiting. */
  apart?: Apart;
  /**
   * Records of one partition read beyond one that is not done, 2,000 by default; reading pauses at it. A crash repeats
   * all of them.
   */
  maxUnfinished?: number;
  /**
   * Records may be handed out as soon as they can be read, before they are durable, where the log tells the two apart. For
   * handlers whose only effects are records of this log, which then stand behind: none of them outlives what it follows from.
   */
  beforeDurable?: boolean;
  /**
   * Behind some records the next ones may be left in the log for so long, so that more are read at once: for handlers that nobody waits
   * for. A log that costs nothing to ask hands them out as they come.
   */
  gatherMs?: number;
  /**
   * Called at least once for each record. Resolving means done for ever; a rejection is retried with backoff and,
   * past the retry limit, ends the consumer as crashed (see `Consumer.closed`). `signal` aborts when the consumer stops
   * or the record's partition goes to another member of the group.
   */
  handle: (record: RecordedEvent, signal: AbortSignal) => Promise<void>;
  /**
   * On a stop: how long the partitions are kept for handlers that run. Then others get them, and begin anew what still
   * runs here, and may yet end here. Until the stop's deadline by default; where nobody could take over it means nothing.
   */
  handOverAfterMs?: number;
}

export interface ProjectOptions {
  /** Names the projection in logs and metrics. */
  name: string;
  topics: readonly Topic[];
  /**
   * Positions stored with the projection; a partition without one is read from its first record. A log that does not reach
   * them, or has another event where `last` is, was cut or replaced: the consumer ends as crashed.
   */
  positions: () => Promise<Position[]>;
  /**
   * Applies records of one partition, ascending, and stores `next` in the same atomic step. Called for one batch at a
   * time a partition. Rejections are retried with backoff, then end the consumer as crashed. Where the stored position
   * turns out to be behind what was applied (the store was lost), reading goes back to it.
   */
  apply: (records: RecordedEvent[], next: Step) => Promise<void>;
  /** Called before reading goes back: whoever asks the store must not take it for whole. */
  onLost?: () => Promise<void>;
}

export interface FollowOptions {
  /** Names the follower in logs and metrics. */
  name: string;
  topics: readonly Topic[];
  /** Called with records of one partition, ascending, each once. */
  onRecords: (records: readonly RecordedEvent[]) => void;
}

export interface Consumer {
  /** Resolves once the consumer has its partitions. */
  readonly ready: Promise<void>;
  /** Resolves after `stop`, rejects if the consumer crashed: the process should then exit and be started again. */
  readonly closed: Promise<void>;
  /** For metrics and readiness: records appended but not yet handled, and the age of the oldest of them in ms. */
  lag(): Promise<{ records: number; oldestMs: number }>;
  /** Takes no more, lets running handlers finish until `deadlineMs` from now, commits, leaves. */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * Reads every partition by itself, whatever groups there are: what was appended since it became ready, in the order of the
 * log. What it has read of a partition is all that stands before what comes next, also when it was cut off meanwhile.
 */
export interface Follower extends Consumer {
  /** The next record that `onRecords` is called with, of each topic's partition that holds the key; once it is ready. */
  next(partitionKey: string): Position[];
}

export interface EventLog {
  /** All or nothing per event, in order per partition key; durable when resolved. */
  append(events: readonly Event[], options?: AppendOptions): Promise<void>;
  /**
   * Takes what the derived topic (`jobs`) says of these jobs out of it: its readers find nothing, or on Kafka a record
   * without a value until it is compacted. Durable when resolved; rejects as `append` does.
   */
  retract(jobIds: readonly string[]): Promise<void>;
  consume(options: ConsumeOptions): Consumer;
  project(options: ProjectOptions): Consumer;
  follow(options: FollowOptions): Follower;
  /**
   * Every record of the topics, from the first to the last at the time of the call, in batches that a projection can
   * apply as they come. Order holds within what a position covers: a partition, or the whole log where it is one.
   */
  read(topics: readonly Topic[], options?: ReadOptions): AsyncIterable<Batch>;
  /** The end of every partition now: the position after its last record. */
  ends(topics: readonly Topic[]): Promise<Position[]>;
  /**
   * Whether a record of the topics that was appended before `before` (epoch ms, by the appender's clock) has not been
   * handled by the group: answered by the log, whoever consumes.
   */
  isBehind(group: string, topics: readonly Topic[], before: number): Promise<boolean>;
  /** Rejects with `LogUnavailable` if the log cannot be reached or has not accepted an append for too long. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Within these no event is left out, some around them may come: an event's `at` and its place in the log are told by clocks
 * that differ by less than `CLOCK_MARGIN_MS`, and a caller who wants them exact looks at `at`. What is outside is not read.
 */
export interface ReadOptions {
  /** Read only the partition that holds this key (a job's or a key's id). */
  partitionKey?: string;
  /** Epoch ms: events from then on. */
  since?: number;
  /** Epoch ms: events until then. */
  until?: number;
}

/** Machines' clocks, and the time an event waits for a log that is away. */
export const CLOCK_MARGIN_MS = 900_000;

export class LogUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LogUnavailable';
  }
}
