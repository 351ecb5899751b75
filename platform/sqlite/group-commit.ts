/**
 * Group commit without a timer: the first write schedules a flush for the end of this turn of the event loop, and
 * whatever arrives while a commit blocks is the next group. One caller waits for nothing, sixteen share one fsync
 * (a window by setTimeout costs its length twice a request and gains nothing).
 */
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';
import { isDiskFailure } from './disk.ts';

interface Write {
  work: () => void;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export class GroupCommit {
  private readonly database: DatabaseSync;
  private queue: Write[] = [];
  private scheduled = false;
  private isRefused = false;
  private readonly listeners = new Set<() => void>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** `work` runs inside the group's transaction; the promise resolves after its commit. */
  write(work: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.queue.push({ work, resolve, reject });
      this.schedule();
    });
  }

  /** Whether the disk did not take the last group. */
  get failing(): boolean {
    return this.isRefused;
  }

  /** Called after every commit of this process. */
  onCommit(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.flush());
  }

  private flush(): void {
    this.scheduled = false;
    const group = this.queue;
    this.queue = [];
    if (group.length === 0) return;
    try {
      transaction(this.database, () => {
        for (const write of group) write.work();
      });
    } catch (error) {
      this.separate(group, error);
      return;
    }
    this.isRefused = false;
    for (const write of group) write.resolve();
    for (const listener of this.listeners) listener();
  }

  /**
   * One bad write must not fail its neighbours: each is committed on its own, once. That the disk is full or another
   * process holds the database is no write's fault: each would wait for it again, and the event loop with it.
   */
  private separate(group: Write[], error: unknown): void {
    this.isRefused = isDiskFailure(error);
    if (group.length === 1 || this.isRefused) {
      for (const write of group) write.reject(error);
      return;
    }
    for (const write of group) {
      try {
        transaction(this.database, write.work);
        write.resolve();
      } catch (cause) {
        write.reject(cause);
      }
    }
    for (const listener of this.listeners) listener();
  }
}
