/** A consumer group on the SQLite log: it has one member, so the group is merely a position. */
import { isDiskFailure } from '../../sqlite/disk.ts';
import { Dispatcher } from '../dispatcher.ts';
import type { ConsumeOptions, Consumer } from '../event-log.ts';
import type { ReadableLog } from './readable-log.ts';

/** How often positions are written: a crash repeats at most this much, which consumers must tolerate anyway. */
const COMMIT_INTERVAL_MS = 500;
/** Failed writes of a position in a row (each after the busy time-out) that end the consumer. */
const COMMIT_ATTEMPTS = 5;
/** Records read ahead of the handlers. */
const READ_AHEAD_RECORDS = 64;
/** Records that stand apart are read ahead up to this number, so that others are reached behind them. A record is below 1 kB. */
const MAX_APART_RECORDS = 2_000;

export class GroupConsumer implements Consumer {
  readonly ready = Promise.resolve();
  readonly closed: Promise<void>;
  private readonly log: ReadableLog;
  private readonly options: ConsumeOptions;
  private readonly dispatcher: Dispatcher;
  private readonly closing = Promise.withResolvers<void>();
  private readonly timer: NodeJS.Timeout;
  private unsubscribe = () => {};
  /** Next offset to read into the queue. */
  private next: number;
  /** Offset below which everything is done; when nothing is outstanding it follows `next`, past records of other topics. */
  private done: number;
  private committed: number;
  private failedCommits = 0;
  private stopped = false;
  private readScheduled = false;

  constructor(log: ReadableLog, options: ConsumeOptions) {
    this.log = log;
    this.options = options;
    this.closed = this.closing.promise;
    this.closed.catch(() => undefined);
    const row = log.journal.database
      .prepare('SELECT next FROM group_positions WHERE consumer = ?')
      .get(options.group);
    this.next = this.done = this.committed = Number(row?.next ?? 0);
    this.dispatcher = new Dispatcher({
      maxInFlight: options.maxInFlight,
      handle: options.handle,
      ownerOf: options.ownerOf,
      turnOf: options.turnOf,
      reserve: options.reserve,
      apart: options.apart,
      onProgress: () => this.progress(),
      onCrash: error => this.crash(error),
    });
    this.timer = setInterval(() => {
      this.commit().then(
        () => this.committedAgain(),
        error => this.commitFailed(error),
      );
    }, COMMIT_INTERVAL_MS);
    this.timer.unref();
  }

  start(): void {
    const unsubscribe = [
      this.log.onFailure(error => this.crash(error)),
      this.log.onChange(() => this.read(), this.options.beforeDurable),
    ];
    this.unsubscribe = () => {
      for (const each of unsubscribe) each();
    };
    this.read();
  }

  async lag(): Promise<{ records: number; oldestMs: number }> {
    const { records } = this.log.batch(this.done);
    const waiting = records.filter(record => this.options.topics.includes(record.topic));
    const oldest = waiting[0]?.event.at;
    return { records: waiting.length, oldestMs: oldest === undefined ? 0 : Math.max(0, Date.now() - oldest) };
  }

  async stop(deadlineMs: number): Promise<void> {
    if (this.stopped) return this.closed.catch(() => undefined);
    this.stopped = true;
    this.unsubscribe();
    clearInterval(this.timer);
    await this.dispatcher.drain(deadlineMs);
    // An unwritten position only means repetition.
    await this.commit().catch(() => undefined);
    this.closing.resolve();
  }

  /** Called after a commit, to which errors from an unreadable record must not be passed. */
  private read(): void {
    if (this.stopped) return;
    try {
      this.readAhead();
    } catch (error) {
      this.crash(error);
    }
  }

  private readAhead(): void {
    while (
      this.dispatcher.atHand < this.options.maxInFlight + READ_AHEAD_RECORDS &&
      this.dispatcher.atHandApart < MAX_APART_RECORDS
    ) {
      const { records, next } = this.log.batch(this.next, READ_AHEAD_RECORDS, this.options.beforeDurable);
      if (next.next === this.next) break;
      this.next = next.next;
      this.dispatcher.offer(records.filter(record => this.options.topics.includes(record.topic)));
    }
    this.settle();
  }

  private progress(): void {
    if (this.readScheduled) return;
    this.readScheduled = true;
    setImmediate(() => {
      this.readScheduled = false;
      this.read();
    });
  }

  private settle(): void {
    this.done = Math.min(this.next, this.dispatcher.oldestOutstanding() ?? this.next);
  }

  private committedAgain(): void {
    this.failedCommits = 0;
  }

  /** A disk that refuses writes is waited for; other errors would only repeat. */
  private commitFailed(error: unknown): void {
    if (!isDiskFailure(error)) this.failedCommits++;
    if (this.failedCommits >= COMMIT_ATTEMPTS) this.crash(error);
  }

  private async commit(): Promise<void> {
    this.settle();
    if (this.done === this.committed) return;
    const done = this.done;
    const { database, commits } = this.log.journal;
    const statement = database.prepare(
      'INSERT INTO group_positions (consumer, next) VALUES (?, ?) ON CONFLICT DO UPDATE SET next = excluded.next',
    );
    await commits.write(() => statement.run(this.options.group, done));
    this.committed = done;
  }

  private crash(error: unknown): void {
    if (this.stopped) return;
    this.stopped = true;
    this.unsubscribe();
    clearInterval(this.timer);
    this.closing.reject(error);
  }
}
