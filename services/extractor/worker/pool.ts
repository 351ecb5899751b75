/**
 * The document workers of one lane: started before they are needed, reused, renewed after a number of documents or
 * when they have grown, replaced when they die. Whose owner has the fewest documents in workers goes first, then who came
 * first; waiting counts against the deadline.
 * A worker whose number is full goes on until its successor is ready: renewing it costs callers no waiting.
 */

import { Tally } from '../../../platform/tally.ts';
import { dataLimitBytes } from './confinement.ts';
import type { Lender, LentPage } from './loans.ts';
import type { WorkRequest } from './protocol.ts';
import { Worker, type WorkerOptions, type WorkOutcome } from './worker.ts';

export interface PoolOptions extends WorkerOptions {
  /** Workers kept ready even when idle. */
  standing: number;
  /** Workers at the most. */
  most: number;
  documentsPerWorker: number;
  /** Idle workers that are not lent to another's document, so that the next caller need not wait for its page. */
  spare: number;
}

interface Waiting {
  owner: string;
  give: (worker: Worker | undefined) => void;
}

/** Workers beyond the standing ones end after this long without work. */
const IDLE_MS = 30_000;
/** A worker that holds more than this share of its ceiling, or of the kernel's limit, between documents is renewed. */
const GROWN_SHARE = 0.75;
/** A worker that cannot start is tried again after this pause, so that a broken installation does not spin. */
const RESTART_PAUSE_MS = 500;

export class WorkerPool implements Lender<Worker> {
  /** Times a worker was lent to another's document, and what became of the pages they got. */
  readonly loans: Record<'granted' | LentPage, number> = { granted: 0, read: 0, unread: 0 };
  private readonly options: PoolOptions;
  private readonly workers = new Set<Worker>();
  private readonly idle: Worker[] = [];
  /** Workers whose successor is starting, or ready: these end with the document they are at. */
  private readonly succeeded = new Map<Worker, 'starting' | 'ready'>();
  private readonly waiting: Waiting[] = [];
  private readonly owners = new Tally();
  private refusing = false;
  private closed = false;
  private failedStarts = 0;
  private restart: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.options = options;
    for (let count = 0; count < options.standing; count++) this.start();
  }

  /** Starts in a row that failed; readiness is false while it is not 0. */
  get failing(): number {
    return this.failedStarts;
  }

  get busy(): number {
    return this.workers.size - this.idle.length;
  }

  get queued(): number {
    return this.waiting.length;
  }

  /** Resolves when the standing workers can take documents. */
  async ready(): Promise<void> {
    await Promise.all([...this.workers].map(worker => worker.ready));
  }

  /**
   * Parses a document in the next free worker. `deadline`: epoch ms. A worker may die for what it did before or by
   * another's hand (the system's, when memory is short), so only the second death is the document's own.
   */
  async run(request: WorkRequest, document: Uint8Array, deadline: number, owner = ''): Promise<WorkOutcome> {
    const outcome = await this.runOnce(request, document, deadline, owner);
    return outcome.kind === 'died' ? this.runOnce(request, document, deadline, owner) : outcome;
  }

  /** Begins no further document, neither those that wait nor new ones; what is begun goes on. */
  refuse(): void {
    this.refusing = true;
    for (const { give } of this.waiting.splice(0)) give(undefined);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.refuse();
    const gone = [...this.workers].map(worker => worker.gone);
    for (const worker of this.workers) worker.kill();
    await Promise.all(gone);
  }

  private async runOnce(
    request: WorkRequest,
    document: Uint8Array,
    deadline: number,
    owner: string,
  ): Promise<WorkOutcome> {
    const worker = this.refusing ? undefined : await this.acquire(deadline, owner);
    if (worker === undefined) return { kind: this.refusing ? 'refused' : 'deadline' };
    this.owners.add(owner);
    const outcome = await worker.run(request, document, deadline);
    this.giveBack(worker);
    // Whose turn has just been is not the next, if anybody else waits.
    this.owners.take(owner);
    return outcome;
  }

  private async acquire(deadline: number, owner: string): Promise<Worker | undefined> {
    const worker = this.idle.shift();
    if (worker !== undefined) return worker;
    return new Promise(resolve => {
      const waiting: Waiting = {
        owner,
        give: worker => {
          clearTimeout(timer);
          resolve(worker);
        },
      };
      const timer = setTimeout(
        () => {
          this.waiting.splice(this.waiting.indexOf(waiting), 1);
          resolve(undefined);
        },
        Math.max(0, deadline - Date.now()),
      );
      this.waiting.push(waiting);
      this.refill();
    });
  }

  private start(): Worker | undefined {
    const worker = this.closed ? undefined : this.spawned();
    if (worker === undefined) return undefined;
    this.workers.add(worker);
    worker.ready.then(
      () => {
        this.failedStarts = 0;
        this.offer(worker);
      },
      () => {
        this.failedStarts++;
      },
    );
    void worker.gone.then(() => this.ended(worker));
    return worker;
  }

  /** Undefined where the system has none to give now; it is asked again after a pause. */
  private spawned(): Worker | undefined {
    try {
      return new Worker(this.options, this);
    } catch {
      this.failedStarts++;
      this.refill();
      return undefined;
    }
  }

  private ended(worker: Worker): void {
    this.workers.delete(worker);
    this.succeeded.delete(worker);
    this.takeFromIdle(worker);
    this.refill();
  }

  /** Starts the workers that are needed and not there, after a pause where the last one could not start. */
  private refill(): void {
    if (this.failedStarts > 0) {
      this.restart ??= setTimeout(() => {
        this.restart = undefined;
        this.startNeeded();
      }, RESTART_PAUSE_MS).unref();
    } else this.startNeeded();
  }

  private startNeeded(): void {
    const wanted = Math.min(this.options.most, this.busy + this.waiting.length);
    const missing = Math.max(this.options.standing, wanted) - this.workers.size;
    for (let count = 0; count < missing; count++) this.start();
  }

  /** A worker for a page of another's document, if one has nothing to do; one that could is started for the next. */
  lend(): Worker | undefined {
    if (this.refusing || this.waiting.length > 0) return undefined;
    if (this.idle.length > this.options.spare) {
      this.loans.granted++;
      return this.idle.shift();
    }
    if (this.idle.length === 0 && this.workers.size < this.options.most && this.failedStarts === 0)
      this.start();
    return undefined;
  }

  giveBack(worker: Worker, page?: LentPage): void {
    if (page !== undefined) this.loans[page]++;
    if (!worker.alive) return;
    const { resident, data } = worker.memory();
    const { memoryMb } = this.options;
    const grown =
      resident > memoryMb * 1024 * 1024 * GROWN_SHARE || data > dataLimitBytes(memoryMb) * GROWN_SHARE;
    if (grown || this.succeeded.get(worker) === 'ready') {
      worker.kill();
      return;
    }
    if (worker.documents >= this.options.documentsPerWorker) this.succeed(worker);
    this.offer(worker);
  }

  private succeed(worker: Worker): void {
    if (this.succeeded.has(worker)) return;
    const successor = this.start();
    if (successor === undefined) return;
    this.succeeded.set(worker, 'starting');
    successor.ready.then(
      () => {
        if (!this.workers.has(worker)) return;
        this.succeeded.set(worker, 'ready');
        if (this.takeFromIdle(worker)) worker.kill();
      },
      // Tried again after its next document.
      () => this.succeeded.delete(worker),
    );
  }

  private takeFromIdle(worker: Worker): boolean {
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
    return at >= 0;
  }

  private offer(worker: Worker): void {
    const at = this.owners.leastOf(this.waiting.map(({ owner }) => owner));
    const [next] = this.waiting.splice(at, 1);
    if (next !== undefined) {
      next.give(worker);
      return;
    }
    this.idle.push(worker);
    if (this.workers.size > this.options.standing) this.endWhenIdle(worker);
  }

  private endWhenIdle(worker: Worker): void {
    const { tasks } = worker;
    setTimeout(() => {
      if (worker.tasks !== tasks || this.workers.size <= this.options.standing) return;
      if (this.takeFromIdle(worker)) worker.kill();
    }, IDLE_MS).unref();
  }
}
