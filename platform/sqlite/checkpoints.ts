/**
 * Checkpoints beside the event loop (docs/decisions/0051). SQLite makes its own within a COMMIT, and everybody waits for thousands of pages to be
 * copied and synced. Here a thread with a connection of its own copies them while this one goes on writing; the few that came meanwhile
 * are copied by this one, so that the log begins anew.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Pass } from './checkpoint-thread.ts';
import { emptyWal, quickly } from './database.ts';
import { unlessDiskFails } from './disk.ts';

/** Where the thread fails, SQLite's own checkpoint keeps the log below 128 MiB. */
const LAST_RESORT_PAGES = 32_000;
/** Copied by the event loop itself: a millisecond. */
const FEW_PAGES = 400;

export class Checkpoints {
  private readonly database: DatabaseSync;
  private readonly path: string;
  private readonly fromPages: number;
  private readonly count: StatementSync;
  private pass: Promise<void> | undefined;

  /** `fromPages`: pages in the log that are worth a checkpoint. */
  constructor(database: DatabaseSync, path: string, fromPages: number) {
    this.database = database;
    this.path = path;
    this.fromPages = fromPages;
    database.exec(`PRAGMA wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
    // Of SQLite 3.51; an older one takes it for PASSIVE, and copies here what there is to copy.
    this.count = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  /** To be called from time to time: begins a checkpoint where one is worth it, and answers its end. Throws as SQLite does. */
  look(): Promise<void> | undefined {
    return this.pass !== undefined || this.pagesToCopy() < this.fromPages ? undefined : this.run();
  }

  /** Resolves when the thread has no connection to the file: before that it cannot be renamed. */
  async idle(): Promise<void> {
    while (this.pass !== undefined) await this.pass;
  }

  /** As `emptyWal`, of which the thread does what is more than a moment's work. */
  async empty(): Promise<boolean> {
    await this.idle();
    if (this.database.isOpen && this.pagesToCopy() > FEW_PAGES) await this.passed();
    return this.database.isOpen && emptyWal(this.database);
  }

  private async run(): Promise<void> {
    await this.passed();
    if (!this.database.isOpen) return;
    unlessDiskFails(() => {
      // Where the thread could not do it, neither is the event loop to.
      if (this.pagesToCopy() < this.fromPages)
        quickly(this.database, () => this.database.prepare('PRAGMA wal_checkpoint(FULL)').get());
    });
  }

  private async passed(): Promise<void> {
    this.pass = copiedByThread(this.path);
    await this.pass;
    this.pass = undefined;
  }

  private pagesToCopy(): number {
    const { log = 0, checkpointed = 0 } = this.count.get() ?? {};
    return Number(log) - Number(checkpointed);
  }
}

/** One for all databases of the process, from the first checkpoint on. */
let thread: Worker | undefined;
let passes = 0;
const waiting = new Map<number, () => void>();

/** Resolves when the thread has done what it could. */
function copiedByThread(path: string): Promise<void> {
  thread ??= started();
  const pass: Pass = { id: ++passes, path };
  return new Promise(resolve => {
    waiting.set(pass.id, resolve);
    // A process that has nothing else to do goes on for as long as a pass takes.
    thread?.ref();
    thread?.postMessage(pass);
  });
}

function started(): Worker {
  const worker = new Worker(new URL('checkpoint-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  worker.on('message', (id: number) => {
    waiting.get(id)?.();
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  });
  const over = () => {
    if (thread !== worker) return;
    thread = undefined;
    for (const resolve of waiting.values()) resolve();
    waiting.clear();
  };
  // The next checkpoint begins another one.
  worker.on('error', over);
  worker.on('exit', over);
  // After its listeners, which would hold the process up.
  worker.unref();
  return worker;
}
