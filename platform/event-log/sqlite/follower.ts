/** Follows the SQLite log from its end on. */
import { unlessDiskFails } from '../../sqlite/disk.ts';
import type { Follower, FollowOptions, Position } from '../event-log.ts';
import type { ReadableLog } from './readable-log.ts';

export class LogFollower implements Follower {
  readonly ready = Promise.resolve();
  readonly closed: Promise<void>;
  private readonly log: ReadableLog;
  private readonly options: FollowOptions;
  private readonly closing = Promise.withResolvers<void>();
  private nextOffset: number;
  private unsubscribe = () => {};

  constructor(log: ReadableLog, options: FollowOptions) {
    this.log = log;
    this.options = options;
    this.closed = this.closing.promise;
    this.closed.catch(() => undefined);
    this.nextOffset = log.end();
  }

  start(): void {
    const unsubscribe = [
      this.log.onChange(() => this.read()),
      this.log.onFailure(error => this.closing.reject(error)),
    ];
    this.unsubscribe = () => {
      for (const each of unsubscribe) each();
    };
    this.read();
  }

  next(): Position[] {
    return this.options.topics.map(topic => ({ topic, partition: 0, next: this.nextOffset }));
  }

  async lag(): Promise<{ records: number; oldestMs: number }> {
    return { records: Math.max(0, this.log.end() - this.nextOffset), oldestMs: 0 };
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    this.closing.resolve();
  }

  /** Called after a commit, to which errors from an unreadable record must not be passed. */
  private read(): void {
    try {
      unlessDiskFails(() => this.readOn());
    } catch (error) {
      this.unsubscribe();
      this.closing.reject(error);
    }
  }

  private readOn(): void {
    for (;;) {
      const { records, next } = this.log.batch(this.nextOffset);
      if (next.next === this.nextOffset) return;
      this.nextOffset = next.next;
      const wanted = records.filter(record => this.options.topics.includes(record.topic));
      if (wanted.length > 0) this.options.onRecords(wanted);
    }
  }
}
