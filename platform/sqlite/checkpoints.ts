/**
 * Checkpoints outside the event loop (docs/decisions/0051). SQLite makes its own within a COMMIT, which blocks
 * everything until thousands of pages are copied and synced. Here a thread with its own connection copies them while
 * this connection goes on writing. This connection then copies the few pages that came meanwhile, so that the log can
 * restart from its beginning.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Pass } from './checkpoint-thread.ts';
import { emptyWal, quickly } from './database.ts';
import { unlessDiskFails } from './disk.ts';

/** Pages after which SQLite makes its own checkpoint. If the thread fails, this keeps the log below 128 MiB. */
const LAST_RESORT_PAGES = 32_000;
/** Most pages that the event loop copies itself; takes about a millisecond. */
const FEW_PAGES = 400;

export class Checkpoints {
  private readonly database: DatabaseSync;
  private readonly path: string;
  private readonly fromPages: number;
  private readonly count: StatementSync;
  private pass: Promise<void> | undefined;

  /** `fromPages`: number of pages in the log from which a checkpoint is worth its cost. */
  constructor(database: DatabaseSync, path: string, fromPages: number) {
    this.database = database;
    this.path = path;
    this.fromPages = fromPages;
    database.exec(`PRAGMA wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
    // NOOP needs SQLite 3.51; older versions treat it as PASSIVE, and copy pages here.
    this.count = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  /** To be called regularly: starts a checkpoint if one is worth it, and returns a promise of its end. Throws SQLite's errors. */
  look(): Promise<void> | undefined {
    return this.pass !== undefined || this.pagesToCopy() < this.fromPages ? undefined : this.run();
  }

  /** Resolves when the thread has no connection to the file; before that, the file cannot be renamed. */
  async idle(): Promise<void> {
    while (this.pass !== undefined) await this.pass;
  }

  /** Like `emptyWal`, but the thread does the part that takes longer than a moment. */
  async empty(): Promise<boolean> {
    await this.idle();
    if (this.database.isOpen && this.pagesToCopy() > FEW_PAGES) await this.passed();
    return this.database.isOpen && emptyWal(this.database);
  }

  private async run(): Promise<void> {
    await this.passed();
    if (!this.database.isOpen) return;
    unlessDiskFails(() => {
      // If the thread could not copy the pages, the event loop must not do it either.
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

/** One thread for all databases of the process, started at the first checkpoint. */
let thread: Worker | undefined;
let passes = 0;
const waiting = new Map<number, () => void>();

/** Resolves when the thread has copied what it could. */
function copiedByThread(path: string): Promise<void> {
  thread ??= started();
  const pass: Pass = { id: ++passes, path };
  return new Promise(resolve => {
    waiting.set(pass.id, resolve);
    // Keep the process alive until the pass is over.
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
  // The next checkpoint starts a new thread.
  worker.on('error', over);
  worker.on('exit', over);
  // Call this after adding the listeners, which would keep the process alive.
  worker.unref();
  return worker;
}
