/** The event log on SQLite: one partition, offsets ascending over all topics, one writer process and its operators. */
import type { StatementSync } from 'node:sqlite';
import { type Event, partitionKeyOf, TOPICS, type Topic, topicOf } from '../../../schemas/events.ts';
import type { JournalDatabase } from '../../sqlite/journal-database.ts';
import { decodeEvent, encodeEvent } from '../codec.ts';
import type {
  AppendOptions,
  Batch,
  ConsumeOptions,
  Consumer,
  EventLog,
  Position,
  ProjectOptions,
  ReadOptions,
  RecordedEvent,
} from '../event-log.ts';
import { GroupConsumer } from './group-consumer.ts';
import { LogTail } from './log-tail.ts';
import { ProjectionConsumer } from './projection-consumer.ts';

/** Everything stands in one partition. */
export const PARTITION = 0;
const READ_BATCH_RECORDS = 1_000;

interface Row {
  offset: number;
  topic: Topic;
  traceparent: string | null;
  value: Uint8Array;
}

export class SqliteEventLog implements EventLog {
  readonly journal: JournalDatabase;
  private readonly insert: StatementSync;
  private readonly select: StatementSync;
  private readonly selectKey: StatementSync;
  private readonly last: StatementSync;
  private readonly tail: LogTail;
  private readonly consumers = new Set<Consumer>();

  constructor(journal: JournalDatabase) {
    this.journal = journal;
    const { database } = journal;
    this.insert = database.prepare('INSERT INTO events (topic, key, traceparent, value) VALUES (?, ?, ?, ?)');
    this.select = database.prepare(
      'SELECT offset, topic, traceparent, value FROM events WHERE offset >= ? ORDER BY offset LIMIT ?',
    );
    this.selectKey = database.prepare(
      'SELECT offset, topic, traceparent, value FROM events WHERE offset >= ? AND key = ? ORDER BY offset LIMIT ?',
    );
    this.last = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'");
    this.tail = new LogTail(this.end(), (next, most) => this.rows(next, most));
    // Before any consumer listens: what it then reads has to be fresh.
    journal.onChange(() => this.tail.grown());
  }

  append(events: readonly Event[], options: AppendOptions = {}): Promise<void> {
    return this.journal.commits.write(() => this.appendInTransaction(events, options));
  }

  /** For the journal, which writes blobs in the same transaction. */
  appendInTransaction(events: readonly Event[], { traceparent }: AppendOptions): void {
    for (const event of events)
      this.insert.run(topicOf(event), partitionKeyOf(event), traceparent ?? null, encodeEvent(event));
  }

  consume(options: ConsumeOptions): Consumer {
    return this.started(new GroupConsumer(this, options));
  }

  project(options: ProjectOptions): Consumer {
    return this.started(new ProjectionConsumer(this, options));
  }

  async *read(topics: readonly Topic[], { partitionKey }: ReadOptions = {}): AsyncGenerator<Batch> {
    const end = this.end();
    for (let next = 0; next < end; ) {
      const records = this.rows(next, READ_BATCH_RECORDS, partitionKey);
      const last = records.at(-1);
      if (last === undefined) return;
      next = Math.min(end, last.offset + 1);
      const wanted = records.filter(record => record.offset < end && topics.includes(record.topic));
      yield { records: wanted, next: { topic: last.topic, partition: PARTITION, next } };
    }
  }

  async ends(topics: readonly Topic[]): Promise<Position[]> {
    return topics.map(topic => ({ topic, partition: PARTITION, next: this.end() }));
  }

  /** Records of all topics from `next` on, at most a batch; of other processes, those whose commit was seen. */
  batch(next: number, most = READ_BATCH_RECORDS): RecordedEvent[] {
    return this.tail.read(next, most);
  }

  private rows(next: number, most: number, key?: string): RecordedEvent[] {
    const rows = key === undefined ? this.select.all(next, most) : this.selectKey.all(next, key, most);
    return (rows as unknown as Row[]).map(row => ({
      event: decodeEvent(Buffer.from(row.value.buffer, row.value.byteOffset, row.value.byteLength)),
      topic: row.topic,
      partition: PARTITION,
      offset: row.offset,
      traceparent: row.traceparent ?? undefined,
    }));
  }

  /** The offset that the next record will have at the least; 0 while there is none. */
  end(): number {
    const last = Number(this.last.get()?.seq ?? 0);
    return last === 0 ? 0 : last + 1;
  }

  async check(): Promise<void> {
    this.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.consumers].map(consumer => consumer.stop(0)));
  }

  private started(consumer: GroupConsumer | ProjectionConsumer): Consumer {
    this.consumers.add(consumer);
    consumer.start();
    return consumer;
  }
}

export const ALL_TOPICS: readonly Topic[] = TOPICS;
