/** The embedded service's durable file: the event log, the groups' positions and the small blobs, with one commit for all. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Checkpoints } from './checkpoints.ts';
import { openDatabase } from './database.ts';
import { isDiskFailure, unlessDiskFails } from './disk.ts';
import { GroupCommit } from './group-commit.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

export const JOURNAL_FILE = 'journal.db';
/**
 * How often commits of other processes (operator's commands) are looked for, in ms; listeners are notified of them like
 * of our own.
 */
const FOREIGN_COMMIT_POLL_MS = 200;
/** Pages of WAL from which a checkpoint is made. Checkpoints are rare, because each costs two more fsyncs. */
const CHECKPOINT_PAGES = 2_000;
/** How long deleted data may stay in the WAL, in ms. */
const DELETED_IN_WAL_MS = 5_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    offset INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    key TEXT NOT NULL,
    traceparent TEXT,
    value BLOB NOT NULL
  );
  CREATE INDEX IF NOT EXISTS events_jobs ON events (key) WHERE topic = 'jobs';
  CREATE TABLE IF NOT EXISTS group_positions (
    consumer TEXT PRIMARY KEY,
    next INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS small_blobs (
    key TEXT PRIMARY KEY,
    written_at INTEGER NOT NULL,
    size INTEGER NOT NULL,
    padded BLOB NOT NULL
  );
`;

/**
 * Number of consecutive checks that must find another file in the journal's place, or none: a folder may be renamed and
 * renamed back.
 */
const LOOKS_UNTIL_GONE = 2;

/** Thrown when the journal's file is gone: whatever is written from now on would not be found by the next start. */
export class JournalGone extends Error {
  override readonly name = 'JournalGone';

  constructor(path: string) {
    super(`${path} was moved, deleted or replaced while it was served`);
  }
}

export class JournalDatabase {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  private readonly poll: NodeJS.Timeout;
  private readonly emptying: NodeJS.Timeout;
  /** A process that was killed may have left deleted blobs in the WAL. */
  private holdsDeleted = true;
  private readonly checkpoints: Checkpoints;
  private readonly log: WriteAheadLog | undefined;
  private version = 0;
  private readonly path: string;
  private readonly file: string;
  private goneLooks = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, JOURNAL_FILE);
    this.database = openDatabase(path, 'every-commit');
    this.path = path;
    this.file = fileAt(path);
    this.checkpoints = new Checkpoints(this.database, path, CHECKPOINT_PAGES);
    this.database.exec(SCHEMA);
    const log = WriteAheadLog.takeOver(this.database, path);
    this.log = log;
    this.commits = new GroupCommit(this.database, log && (() => log.sync()));
    this.version = this.dataVersion();
    this.poll = setInterval(() => unlessDiskFails(() => this.look()), FOREIGN_COMMIT_POLL_MS);
    this.poll.unref();
    this.emptying = setInterval(() => void this.emptyWal(), DELETED_IN_WAL_MS);
    this.emptying.unref();
  }

  /** To be called after deleting something that must not stay on disk. */
  deleted(): void {
    this.holdsDeleted = true;
  }

  close(): void {
    clearInterval(this.poll);
    clearInterval(this.emptying);
    this.commits.close();
    this.database.close();
    this.log?.close();
  }

  private async emptyWal(): Promise<void> {
    if (!this.holdsDeleted) return;
    // Deletions from here on are left to the next time.
    this.holdsDeleted = false;
    let isEmpty = false;
    try {
      isEmpty = await this.checkpoints.empty();
    } catch (error) {
      if (!isDiskFailure(error)) throw error;
    }
    this.holdsDeleted ||= !isEmpty;
  }

  private look(): void {
    if (this.isGone()) return;
    void this.checkpoints.look();
    const version = this.dataVersion();
    if (version === this.version) return;
    this.version = version;
    this.commits.committedElsewhere();
  }

  /**
   * The system keeps writing to a file that has lost its name, and reports the writes as durable. Checkpoints and blobs
   * use names.
   */
  private isGone(): boolean {
    if (fileAt(this.path) === this.file) this.goneLooks = 0;
    else if (++this.goneLooks === LOOKS_UNTIL_GONE) this.commits.fail(new JournalGone(this.path));
    return this.goneLooks > 0;
  }

  /** Changes exactly when another connection has committed (SQLite's PRAGMA data_version). */
  private dataVersion(): number {
    return Number(this.database.prepare('PRAGMA data_version').get()?.data_version);
  }
}

/** Identifies the file at a path by device and inode; empty if there is none. */
function fileAt(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true });
  return file === undefined ? '' : `${file.dev}:${file.ino}`;
}
