/**
 * Group commit without a timer: the first write schedules a flush for the end of this turn of the event loop, and
 * writes that arrive while a commit blocks form the next group. A single caller waits for nothing, and sixteen share
 * one fsync. (A window by setTimeout costs each request twice its length and gains nothing.)
 *
 * If the commit itself does not sync, a sync of the write-ahead log follows it, outside the event loop; groups that are
 * committed meanwhile share the next sync (docs/decisions/0042).
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

/** Untold writes are synced together with a write that somebody waits for, or at the latest this many ms after their commit. */
const UNTOLD_SYNC_AFTER_MS = 50;

export class GroupCommit {
  private readonly database: DatabaseSync;
  private readonly sync: (() => Promise<void>) | undefined;
  private queue: Write[] = [];
  private scheduled = false;
  private isRefused = false;
  private damageMet: unknown;
  /** Committed writes that no sync has begun to cover. */
  private unsynced: Write[] = [];
  private mustSync = false;
  private lateSync: NodeJS.Timeout | undefined;
  private syncing = false;
  private failure: { error: unknown } | undefined;
  private readonly commitListeners = new Set<Listener>();
  private readonly syncListeners = new Set<Listener>();
  private readonly durableListeners = new Set<Listener>();
  private readonly failureListeners = new Set<(error: unknown) => void>();

  /** `sync` makes durable what was committed before its call; without it, a commit is durable when it returns. */
  constructor(database: DatabaseSync, sync?: () => Promise<void>) {
    this.database = database;
    this.sync = sync;
  }

  /**
   * `work` runs inside the group's transaction, and again if the transaction fails. `committed` is called when the
   * write can be read, before any listener. The promise resolves when the write is durable, or, if it is `untold`, when
   * it can be read.
   */
  write(work: () => void, committed: Listener = () => undefined, untold = false): Promise<void> {
    return new Promise((resolve, reject) => {
      this.queue.push({ work, committed, untold, resolve, reject });
      this.schedule();
    });
  }

  /** True if the disk refused the last group. */
  get failing(): boolean {
    return this.isRefused;
  }

  /** The error of a write that found damaged pages, if one has: no later write repairs the file. */
  get damage(): unknown {
    return this.damageMet;
  }

  /** Called after every commit of this process: the data can be read, but a power cut may still lose it. */
  onCommit(listener: Listener): () => void {
    return added(this.commitListeners, listener);
  }

  /** Called before a sync begins; the sync covers everything that can be read now. */
  onSync(listener: Listener): () => void {
    return added(this.syncListeners, listener);
  }

  /** Called when a sync is over. */
  onDurable(listener: Listener): () => void {
    return added(this.durableListeners, listener);
  }

  /**
   * Called when a sync has failed, or the file is gone. Nothing is written afterwards: it is unknown how much of the
   * log in the system's cache has reached the disk, and only a new start can read the log by its checksums.
   */
  onFailure(listener: (error: unknown) => void): () => void {
    return added(this.failureListeners, listener);
  }

  /** To be called when another process has committed: syncs, and notifies the listeners. */
  committedElsewhere(): void {
    this.mustSync = true;
    this.told();
  }

  /** Refuses all writes from now on, as after a sync that failed. */
  fail(error: unknown): void {
    this.failed([], error);
  }

  /** Removes all listeners. */
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

  /** Runs one sync at a time until everything that was committed is covered. */
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
        // The file may have been moved or replaced during the sync.
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
   * One bad write must not fail the others in its group, so each is committed separately, once. If the disk is full or
   * another process holds the database, no write is at fault, and trying each would only block the event loop again.
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
