/**
 * Group commit without a timer: the first write schedules a flush for the end of this turn of the event loop, and
 * whatever arrives while a commit blocks is the next group. One caller waits for nothing, sixteen share one fsync
 * (a window by setTimeout costs its length twice a request and gains nothing).
 *
 * Where the commit itself does not sync, a sync of the write-ahead log follows it, beside the event loop: groups that are
 * committed meanwhile share the next one (docs/decisions/0042).
 */
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';
import { isDamage, isDiskFailure } from './disk.ts';

type Listener = () => void;

interface Write {
  work: () => void;
  committed: Listener;
  untold: boolean;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** What nobody is told of is synced with what somebody waits for, or this long after it was committed. */
const UNTOLD_SYNC_AFTER_MS = 50;

export class GroupCommit {
  private readonly database: DatabaseSync;
  private readonly sync: (() => Promise<void>) | undefined;
  private queue: Write[] = [];
  private scheduled = false;
  private isRefused = false;
  private damageMet: unknown;
  /** Committed, and not covered by a sync that has begun. */
  private unsynced: Write[] = [];
  private mustSync = false;
  private lateSync: NodeJS.Timeout | undefined;
  private syncing = false;
  private failure: { error: unknown } | undefined;
  private readonly commitListeners = new Set<Listener>();
  private readonly syncListeners = new Set<Listener>();
  private readonly durableListeners = new Set<Listener>();
  private readonly failureListeners = new Set<(error: unknown) => void>();

  /** `sync` makes durable what was committed before its call; without it a commit is durable when it returns. */
  constructor(database: DatabaseSync, sync?: () => Promise<void>) {
    this.database = database;
    this.sync = sync;
  }

  /**
   * `work` runs inside the group's transaction, more than once where that fails; `committed` is called when it can be read,
   * before any listener, and the promise resolves when it is durable; where it is `untold`, when it can be read.
   */
  write(work: () => void, committed: Listener = () => undefined, untold = false): Promise<void> {
    return new Promise((resolve, reject) => {
      this.queue.push({ work, committed, untold, resolve, reject });
      this.schedule();
    });
  }

  /** Whether the disk did not take the last group. */
  get failing(): boolean {
    return this.isRefused;
  }

  /** Why a write found pages that are none of SQLite's, if one has: no later one mends the file. */
  get damage(): unknown {
    return this.damageMet;
  }

  /** Called after every commit of this process: what was written can be read, and may yet be lost with the power. */
  onCommit(listener: Listener): () => void {
    return added(this.commitListeners, listener);
  }

  /** Called before a sync begins, which covers what can be read now. */
  onSync(listener: Listener): () => void {
    return added(this.syncListeners, listener);
  }

  /** Called when a sync is over. */
  onDurable(listener: Listener): () => void {
    return added(this.durableListeners, listener);
  }

  /**
   * Called when a sync has failed, or the file is gone, after which nothing is written any more: what the system then holds of the log and
   * what the disk has cannot be told apart, and only a new start reads the log by its checksums.
   */
  onFailure(listener: (error: unknown) => void): () => void {
    return added(this.failureListeners, listener);
  }

  /** Another process has committed: what can be read now is to become durable, and told. */
  committedElsewhere(): void {
    this.mustSync = true;
    this.told();
  }

  /** From now on nothing is written, as after a sync that failed. */
  fail(error: unknown): void {
    this.failed([], error);
  }

  /** Nobody is told of anything any more. */
  close(): void {
    clearTimeout(this.lateSync);
    const all = [this.commitListeners, this.syncListeners, this.durableListeners, this.failureListeners];
    for (const listeners of all) listeners.clear();
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
    if (this.failure !== undefined) {
      for (const write of group) write.reject(this.failure.error);
      return;
    }
    try {
      transaction(this.database, () => {
        for (const write of group) write.work();
      });
    } catch (error) {
      this.separate(group, error);
      return;
    }
    this.isRefused = false;
    for (const write of group) this.isCommitted(write);
    this.told();
  }

  private isCommitted(write: Write): void {
    write.committed();
    if (!write.untold) this.unsynced.push(write);
    else {
      write.resolve();
      this.lateSync ??= setTimeout(() => this.syncLate(), UNTOLD_SYNC_AFTER_MS).unref();
    }
  }

  private told(): void {
    for (const listener of this.commitListeners) listener();
    if (!this.syncing) void this.syncAll();
  }

  private syncLate(): void {
    this.lateSync = undefined;
    this.mustSync = true;
    if (!this.syncing) void this.syncAll();
  }

  /** One sync at a time, until everything that was committed is covered. */
  private async syncAll(): Promise<void> {
    this.syncing = true;
    while (this.unsynced.length > 0 || this.mustSync) {
      const covered = this.unsynced;
      this.unsynced = [];
      this.mustSync = false;
      clearTimeout(this.lateSync);
      this.lateSync = undefined;
      for (const listener of this.syncListeners) listener();
      try {
        if (this.sync !== undefined) await this.sync();
        // Told meanwhile that the file is not the one that is read again.
        if (this.failure !== undefined) throw this.failure.error;
      } catch (error) {
        this.failed(covered, error);
        break;
      }
      for (const write of covered) write.resolve();
      for (const listener of this.durableListeners) listener();
    }
    this.syncing = false;
  }

  private failed(covered: readonly Write[], error: unknown): void {
    const isFirst = this.failure === undefined;
    this.failure ??= { error };
    this.isRefused = true;
    for (const write of [...covered, ...this.unsynced.splice(0)]) write.reject(error);
    if (!isFirst) return;
    for (const listener of this.failureListeners) listener(error);
  }

  /**
   * One bad write must not fail its neighbours: each is committed on its own, once. That the disk is full or another
   * process holds the database is no write's fault: each would wait for it again, and the event loop with it.
   */
  private separate(group: Write[], error: unknown): void {
    this.isRefused = isDiskFailure(error);
    if (isDamage(error)) this.damageMet = error;
    if (group.length === 1 || this.isRefused) {
      for (const write of group) write.reject(error);
      return;
    }
    for (const write of group) {
      try {
        transaction(this.database, write.work);
        this.isCommitted(write);
      } catch (cause) {
        write.reject(cause);
      }
    }
    this.told();
  }
}

function added<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
