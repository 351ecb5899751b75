/**
 * The event log on SQLite: one partition, offsets ascending over all topics, written by one process and by operators'
 * commands.
 */
import type { StatementSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { type Event, partitionKeyOf, type Topic, topicOf } from '../../../schemas/events.ts';
import { DERIVED_TOPIC } from '../../../schemas/history.ts';
import { reasonOf } from '../../reason.ts';
import { onDisk } from '../../sqlite/disk.ts';
import type { GroupCommit } from '../../sqlite/group-commit.ts';
import { JOURNAL_FILE, type JournalDatabase } from '../../sqlite/journal-database.ts';
import { decodeEvent, type EventCodec, EventDecodeError, singleObjectCodec } from '../codec.ts';
import {
  type AppendOptions,
  type Batch,
  CLOCK_MARGIN_MS,
  type ConsumeOptions,
  type Consumer,
  type EventLog,
  type Follower,
  type FollowOptions,
  LogUnavailable,
  type Position,
  type ProjectOptions,
  type ReadOptions,
  type RecordedEvent,
} from '../event-log.ts';
import { LogFollower } from './follower.ts';
import { GroupConsumer } from './group-consumer.ts';
import { LogTail } from './log-tail.ts';
import { ProjectionConsumer } from './projection-consumer.ts';
import type { ReadableLog } from './readable-log.ts';

/** Everything is in this one partition. */
export const PARTITION = 0;
const READ_BATCH_RECORDS = 1_000;
/** Offsets searched in one go: about ten milliseconds. */
const SEARCH_PLACES = 50_000;
/** The first record that a group has not handled is usually among this many. */
const LOOK_RECORDS = 32;
/** A position covers the whole log, but the port requires a topic's name. */
const ANYWHERE = { topic: 'outcomes', partition: PARTITION } as const;

interface Row {
  offset: number;
  topic: Topic;
  traceparent: string | null;
  value: Uint8Array;
}

/** A record that is not an event: it keeps its offset, so that readers get past it. */
interface Poison {
  offset: number;
  event: undefined;
}

type LogRecord = RecordedEvent | Poison;

/** The part of the service's logger that is used here. */
interface LogSink {
  error(fields: object, message: string): void;
}

/** For operators' commands and tests, which log to stderr. */
const STDERR: LogSink = { error: (fields, message) => console.error(message, JSON.stringify(fields)) };

export class SqliteEventLog implements EventLog, ReadableLog {
  readonly journal: JournalDatabase;
  private readonly insert: StatementSync;
  /** Deletes a job's record from the derived topic, which so is always compacted: it holds one record a job. */
  private readonly takeOut: StatementSync;
  private readonly select: StatementSync;
  /** Statements by their SQL (see `searchOf`). */
  private readonly searches = new Map<string, StatementSync>();
  private readonly selectTold: StatementSync;
  private readonly last: StatementSync;
  private readonly touch: StatementSync;
  private readonly position: StatementSync;
  private readonly tail: LogTail<LogRecord>;
  /** Whether the tail received everything in the last commit. */
  private isTailFresh = false;
  /** The offset below which every record is durable. */
  private durableEnd: number;
  private readonly consumers = new Set<Consumer>();
  private readonly log: LogSink;
  private readonly onPoison: (topic: Topic) => void;
  private readonly codec: Pick<EventCodec, 'encode'>;
  /** Offsets of poison already logged: several consumers read the same rows. */
  private readonly poison = new Set<number>();

  constructor(
    journal: JournalDatabase,
    log: LogSink = STDERR,
    onPoison: (topic: Topic) => void = () => undefined,
    codec: Pick<EventCodec, 'encode'> = singleObjectCodec,
  ) {
    this.codec = codec;
    this.journal = journal;
    this.log = log;
    this.onPoison = onPoison;
    const { database } = journal;
    this.insert = database.prepare('INSERT INTO events (topic, key, traceparent, value) VALUES (?, ?, ?, ?)');
    this.takeOut = database.prepare(`DELETE FROM events WHERE topic = '${DERIVED_TOPIC}' AND key = ?`);
    this.select = database.prepare(
      'SELECT offset, topic, traceparent, value FROM events WHERE offset >= ? ORDER BY offset LIMIT ?',
    );
    this.selectTold = database.prepare(
      `SELECT offset, topic, traceparent, value FROM events WHERE offset >= ? AND topic <> '${DERIVED_TOPIC}' ORDER BY offset LIMIT ?`,
    );
    this.last = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'");
    this.position = database.prepare('SELECT next FROM group_positions WHERE consumer = ?');
    this.touch = database.prepare(
      "INSERT INTO group_positions (consumer, next) VALUES ('', 0) ON CONFLICT DO UPDATE SET next = next + 1",
    );
    this.durableEnd = this.end();
    this.tail = new LogTail(this.durableEnd, (next, most) => this.rows(next, most));
    this.watchCommits(journal.commits);
  }

  /** Registered before any consumer listens, because what a consumer reads then has to be up to date. */
  private watchCommits(commits: GroupCommit): void {
    let syncedEnd = this.durableEnd;
    commits.onCommit(() => {
      if (!this.isTailFresh) this.tail.grown();
      this.isTailFresh = false;
    });
    commits.onSync(() => {
      syncedEnd = this.tail.logEnd ?? this.end();
    });
    commits.onDurable(() => {
      this.durableEnd = syncedEnd;
    });
  }

  onChange(listener: () => void, all = false): () => void {
    const { commits } = this.journal;
    return all ? commits.onCommit(listener) : commits.onDurable(listener);
  }

  onFailure(listener: (error: unknown) => void): () => void {
    return this.journal.commits.onFailure(listener);
  }

  append(events: readonly Event[], options: AppendOptions = {}): Promise<void> {
    return onDisk(
      () => this.appendWith(events, options, () => undefined),
      LogUnavailable,
      options.patienceMs,
    );
  }

  /** Tries once. `alongside` writes in the same transaction, for the journal. Rejects as SQLite does. */
  appendWith(
    events: readonly Event[],
    {
      traceparent = null,
      untold = false,
    }: Pick<AppendOptions, 'untold'> & { traceparent?: string | null | undefined },
    alongside: () => void,
  ): Promise<void> {
    let rows: Row[] = [];
    const write = () => {
      alongside();
      rows = events.map(event => this.inserted(event, traceparent));
    };
    return this.journal.commits.write(write, () => this.appended(rows), untold);
  }

  private inserted(event: Event, traceparent: string | null): Row {
    const topic = topicOf(event);
    const key = partitionKeyOf(event);
    if (topic === DERIVED_TOPIC) this.takeOut.run(key);
    const value = this.codec.encode(event);
    const { lastInsertRowid } = this.insert.run(topic, key, traceparent, value);
    return { offset: Number(lastInsertRowid), topic, traceparent, value };
  }

  /**
   * Gives consumers the appended records directly, decoded as they would be from the log, in whatever release they were
   * written.
   */
  private appended(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    this.tail.appended(rows.map(row => this.decoded(row)));
    this.isTailFresh = true;
  }

  retract(jobIds: readonly string[]): Promise<void> {
    const write = () =>
      this.journal.commits.write(() => {
        for (const jobId of jobIds) this.takeOut.run(jobId);
      });
    this.journal.deleted();
    return onDisk(write, LogUnavailable);
  }

  consume(options: ConsumeOptions): Consumer {
    return this.started(new GroupConsumer(this, options));
  }

  project(options: ProjectOptions): Consumer {
    return this.started(new ProjectionConsumer(this, options));
  }

  follow(options: FollowOptions): Follower {
    return this.started(new LogFollower(this, options));
  }

  async *read(topics: readonly Topic[], options: ReadOptions = {}): AsyncGenerator<Batch> {
    const { partitionKey, since, until } = options;
    const end = until === undefined ? this.end() : this.firstAt(until + CLOCK_MARGIN_MS + 1);
    const first = since === undefined ? 0 : this.firstAt(since - CLOCK_MARGIN_MS);
    const search = this.searchOf(topics, partitionKey !== undefined);
    const key = partitionKey === undefined ? [] : [partitionKey];
    for (let next = first; next < end; await turn()) {
      const before = Math.min(end, next + SEARCH_PLACES);
      const found = search.all(next, before, ...key, READ_BATCH_RECORDS) as unknown as Row[];
      next = found.length < READ_BATCH_RECORDS ? before : (found.at(-1)?.offset ?? before) + 1;
      yield { records: found.map(row => this.decoded(row)).filter(isEvent), next: { ...ANYWHERE, next } };
    }
  }

  /**
   * A statement that searches a range of offsets: rare records are found without decoding the others, and without
   * delaying other work.
   */
  private searchOf(topics: readonly Topic[], byKey: boolean): StatementSync {
    const names = topics.map(topic => `'${topic}'`).join(', ');
    const sql = `SELECT offset, topic, traceparent, value FROM events
      WHERE offset >= ? AND offset < ? AND topic IN (${names}) ${byKey ? 'AND key = ?' : ''} ORDER BY offset LIMIT ?`;
    const search = this.searches.get(sql) ?? this.journal.database.prepare(sql);
    this.searches.set(sql, search);
    return search;
  }

  async ends(topics: readonly Topic[]): Promise<Position[]> {
    return topics.map(topic => ({ topic, partition: PARTITION, next: this.end() }));
  }

  async isBehind(group: string, topics: readonly Topic[], before: number): Promise<boolean> {
    const end = this.end();
    let most = LOOK_RECORDS;
    for (let next = this.handled(group); next < end; ) {
      const { records, next: after } = this.batch(next, most);
      const oldest = records.find(({ topic }) => topics.includes(topic));
      if (oldest !== undefined) return oldest.event.at < before;
      if (after.next <= next) return false;
      next = after.next;
      most = READ_BATCH_RECORDS;
      await turn();
    }
    return false;
  }

  batch(next: number, most = READ_BATCH_RECORDS, all = false): Batch {
    const readable = this.tail.read(next, most);
    const isCut = !all && (readable.at(-1)?.offset ?? 0) >= this.durableEnd;
    const records = isCut ? readable.filter(({ offset }) => offset < this.durableEnd) : readable;
    const after = (records.at(-1)?.offset ?? next - 1) + 1;
    return { records: records.filter(isEvent), next: { ...ANYWHERE, next: after } };
  }

  /**
   * The offset of the first event from `at` on (epoch ms), by binary search: events are appended in the order of their
   * times. Derived records are not, because those of a whole log are written at once if it had none.
   */
  private firstAt(at: number): number {
    let [low, high] = [0, this.end()];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const found = this.firstEventFrom(middle, high);
      if (found === undefined || found.event.at >= at) high = middle;
      else low = found.offset + 1;
    }
    return low;
  }

  /** The first event from an offset on, skipping derived records and records that are not events. */
  private firstEventFrom(offset: number, end: number): RecordedEvent | undefined {
    for (let next = offset; next < end; ) {
      const [row] = this.selectTold.all(next, 1) as unknown as Row[];
      const record = row && this.decoded(row);
      if (record === undefined || record.offset >= end) return undefined;
      if (isEvent(record)) return record;
      next = record.offset + 1;
    }
    return undefined;
  }

  private handled(group: string): number {
    return Number(this.position.get(group)?.next ?? 0);
  }

  private rows(next: number, most: number): LogRecord[] {
    return (this.select.all(next, most) as unknown as Row[]).map(row => this.decoded(row));
  }

  /**
   * Decodes a row, with the same rules as on Kafka: a record that no version of the service could have written is
   * logged and left out, since no restart would get past it; a record of a newer version stops the reader, and nothing
   * is skipped.
   */
  private decoded({ value, topic, offset, traceparent }: Row): LogRecord {
    try {
      const event = decodeEvent(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      return { event, topic, partition: PARTITION, offset, traceparent: traceparent ?? undefined };
    } catch (error) {
      if (!(error instanceof EventDecodeError) || error.reason === 'schema') throw error;
      if (!this.poison.has(offset)) {
        this.log.error({ topic, offset, reason: error.reason }, 'poison record skipped');
        this.onPoison(topic);
      }
      this.poison.add(offset);
      return { offset, event: undefined };
    }
  }

  /** The id of the event at an offset; undefined if there is none. */
  eventIdAt(offset: number): string | undefined {
    const [record] = this.rows(offset, 1);
    return record?.offset === offset ? record.event?.event_id : undefined;
  }

  /** Writes to the service's log, for code built on this event log. */
  said(fields: object, message: string): void {
    this.log.error(fields, message);
  }

  end(): number {
    const last = Number(this.last.get()?.seq ?? 0);
    return last === 0 ? 0 : last + 1;
  }

  async check(): Promise<void> {
    this.end();
    const { commits } = this.journal;
    if (commits.damage !== undefined)
      throw new LogUnavailable(`${JOURNAL_FILE}: ${reasonOf(commits.damage)}`);
    // Only a write can tell whether there is room again.
    if (commits.failing) await onDisk(() => commits.write(() => this.touch.run()), LogUnavailable);
  }

  async close(): Promise<void> {
    await Promise.all([...this.consumers].map(consumer => consumer.stop(0)));
  }

  private started<C extends GroupConsumer | ProjectionConsumer | LogFollower>(consumer: C): C {
    this.consumers.add(consumer);
    consumer.start();
    return consumer;
  }
}

const isEvent = (record: LogRecord): record is RecordedEvent => record.event !== undefined;
