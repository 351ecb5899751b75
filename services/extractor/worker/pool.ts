/**
 * The document workers of one lane: started before they are needed, reused, renewed after a number of documents or when
 * they have grown, and replaced when they die. The owner with the fewest documents in workers goes first, then the
 * earliest deadline, a small document's before a large one's (turn.ts). Waiting counts against the deadline; a document
 * that can no longer be read in time is not begun (durations.ts). The reserve is for owners who have no document in a
 * worker, so that they find one however many documents others send. A worker that has read its number of documents goes
 * on until its successor is ready and warm (warmth.ts), so renewing it delays no caller.
 */

import { reasonOf } from '../../../platform/reason.ts';
import { turnAt } from '../turn.ts';
import { Durations } from './durations.ts';
import { FailedStarts } from './failed-starts.ts';
import { hasGrown } from './growth.ts';
import { IdleReading } from './idle-reading.ts';
import { Line } from './line.ts';
import type { Elsewhere, Lender, LentPage } from './loans.ts';
import type { WorkRequest } from './protocol.ts';
import { type Held, heldBy, PATIENCE_MS, toSetBack } from './set-back.ts';
import { UnderWay } from './under-way.ts';
import type { Waiting } from './waiting.ts';
import { type Expected, Warmth } from './warmth.ts';
import { type Listeners, Worker, type WorkerOptions, type WorkOutcome } from './worker.ts';

export interface PoolOptions extends WorkerOptions {
  /** Workers that are kept ready even when idle. */
  standing: number;
  /** Most workers, apart from the reserve. */
  most: number;
  /** Most documents in progress at once; by default as many as there are workers. */
  atOnce?: () => number;
  documentsPerWorker: number;
  /** Minimum life of a worker in ms, whatever it has read; 0 by default. */
  leastAgeMs?: number;
  /**
   * Additional workers for owners who have no document in a worker; never lent for pages of another's document. Started
   * with the first document, so that an unused service needs no memory for them.
   */
  reserve: number;
  /** What idle workers read before anybody has sent a document. */
  expected?: Expected;
}

/** Workers beyond the standing ones end after this long without work. */
const IDLE_MS = 30_000;
/** A worker that could not start is tried again after this pause, so that a broken installation does not spin. */
const RESTART_PAUSE_MS = 500;
/** Ends that count against the document's owner. A deadline does not, because it may be missed in a busy hour. */
const LOST: ReadonlySet<WorkOutcome['kind']> = new Set(['cpu', 'memory', 'died']);

export class WorkerPool implements Lender<Worker> {
  /** How often a worker was lent to another's document, and the results of the pages. */
  readonly loans: Record<'granted' | LentPage, number> = { granted: 0, read: 0, unread: 0 };
  /** Documents that had to give way so far (set-back.ts). */
  setBack = 0;
  /** Other extractors, if any. `onIdle` is called when a worker becomes idle and could read for them. */
  elsewhere: Elsewhere | undefined;
  onIdle: () => void = () => undefined;
  readonly underWay: UnderWay;
  /** The pool is not ready while there are any. */
  readonly failedStarts = new FailedStarts();
  private readonly options: PoolOptions;
  private readonly workers = new Set<Worker>();
  private readonly idle: Worker[] = [];
  /** Workers whose successor is starting or ready. */
  private readonly succeeded = new Map<Worker, 'starting' | 'ready'>();
  /** When the last successor was started, monotonic ms. */
  private succeededAt = Number.NEGATIVE_INFINITY;
  private readonly line = new Line();
  private readonly durations = new Durations();
  private readonly warmth: Warmth;
  private readonly idleReading: IdleReading;
  private isUsed = false;
  private nextLook: NodeJS.Timeout | undefined;
  private refusing = false;
  private closed = false;
  private restart: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.options = options;
    this.underWay = new UnderWay(options.atOnce);
    this.warmth = new Warmth(options.expected);
    this.idleReading = new IdleReading(this.warmth, {
      idle: this.idle,
      isAsked: () => this.line.isAsking,
      isNeeded: () => this.line.isAsking || (this.idle.length < 2 && this.workers.size > 1),
      take: worker => this.takeFromIdle(worker),
      giveBack: worker => this.giveBack(worker),
    });
    for (let count = 0; count < options.standing; count++) this.start();
  }

  get busy(): number {
    return this.workers.size - this.idle.length;
  }

  get size(): number {
    return this.workers.size;
  }

  get queued(): number {
    return this.line.length;
  }

  /** How long the longest-waiting document has waited for a worker, in ms. */
  get longestWaitMs(): number {
    return this.line.longestWaitMs;
  }

  /** Resolves when the standing workers can take documents. */
  async ready(): Promise<void> {
    await Promise.all([...this.workers].map(worker => worker.ready)).catch(error => {
      throw new Error(`document workers do not start: ${reasonOf(error)}`);
    });
  }

  /**
   * Parses a document in the next free worker. `deadline`: monotonic ms. A worker may die because of an earlier
   * document or be killed by the system when memory is short, so only the second death counts as the document's own;
   * and running out of memory only in a worker that has read no other document.
   */
  async run(
    request: WorkRequest,
    document: Uint8Array,
    deadline: number,
    owner = '',
    listeners: Listeners = {},
  ): Promise<WorkOutcome> {
    const turn = heldBy(owner);
    const run = () => this.runOnce(request, document, deadline, { turn, listeners });
    let outcome = await run();
    if (turn.gaveWay && outcome.kind === 'died') outcome = await run();
    turn.isAgain = true;
    const isSure = outcome.kind === 'memory' ? turn.wasFirst : outcome.kind !== 'died';
    return isSure ? outcome : run();
  }

  /** Begins no more documents, waiting or new; those in progress continue. */
  refuse(): void {
    this.refusing = true;
    for (const { give } of this.line.removeAll()) give(undefined);
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
    { turn, listeners }: { turn: Held; listeners: Listeners },
  ): Promise<WorkOutcome> {
    const bytes = document.length;
    this.isUsed = true;
    this.line.heldBack.see(turn.owner, performance.now());
    const worker = this.refusing ? undefined : await this.acquire(deadline, turn, bytes);
    if (worker === undefined) return { kind: this.refusing ? 'refused' : 'deadline' };
    listeners.onBegin?.();
    if (turn.isHeldBack) worker.giveWay();
    const outcome = await worker.run(request, document, deadline, listeners);
    if (turn.isHeldBack && worker.alive) await worker.stopGivingWay();
    turn.wasFirst = worker.documents === 1;
    const now = performance.now();
    if (LOST.has(outcome.kind) && !(turn.gaveWay && outcome.kind === 'died'))
      this.line.heldBack.note(turn.owner, now);
    if (outcome.kind === 'answered' || outcome.kind === 'deadline')
      this.durations.note(turn.owner, bytes, now - turn.since, now);
    if (outcome.kind === 'answered' && outcome.answer.kind === 'completed')
      this.warmth.note(worker, outcome.answer.contentType);
    this.underWay.end(turn);
    this.giveBack(worker);
    // The owner just served should not be next while others wait.
    this.line.owners.take(turn.owner);
    this.serve();
    return outcome;
  }

  private async acquire(deadline: number, turn: Held, bytes: number): Promise<Worker | undefined> {
    const { owner } = turn;
    return new Promise(resolve => {
      const waiting: Waiting = {
        owner,
        bytes,
        since: performance.now(),
        deadline,
        turn: turnAt(deadline, bytes),
        held: turn,
        give: worker => {
          clearTimeout(timer);
          resolve(worker);
        },
      };
      let timer: NodeJS.Timeout | undefined;
      this.line.add(waiting);
      this.serve();
      if (this.line.has(waiting))
        timer = setTimeout(
          () => {
            this.line.remove(waiting);
            resolve(undefined);
          },
          Math.max(0, deadline - performance.now()),
        );
      this.refill();
      this.watchTurns();
    });
  }

  /** Gives idle workers to waiting documents that may have one. */
  private serve(): void {
    while (this.idle.length > 0) {
      const next = this.line.next(this.idle.length > this.options.reserve, this.underWay.documents);
      if (next === undefined) return;
      const { owners } = this.line;
      next.held.isHeldBack = this.line.isHeldBack(next);
      if (!this.underWay.mayBegin(next.since, owners.of(next.owner) === 0)) return;
      this.line.remove(next);
      if (!this.canEnd(next)) {
        next.give(undefined);
        continue;
      }
      // A document that may kill its worker gets the one that has read least.
      const worker = next.held.isHeldBack || next.held.isAgain ? this.idle.shift() : this.idle.pop();
      if (worker !== undefined) this.underWay.begin(next.held, worker);
      owners.add(next.owner);
      next.give(worker);
    }
  }

  /** Whether there is time left for the document, as far as is known. */
  private canEnd({ owner, bytes, deadline }: Waiting): boolean {
    const now = performance.now();
    return deadline - now >= this.durations.least(owner, bytes, now);
  }

  /** While documents wait, checks from time to time whether one in progress has to give way. */
  private watchTurns(): void {
    if (this.line.length === 0) return;
    this.nextLook ??= setTimeout(() => {
      this.nextLook = undefined;
      this.serve();
      const now = performance.now();
      const turn = this.line.isStarved ? toSetBack(this.underWay.documents, now) : undefined;
      if (turn !== undefined) {
        turn.gaveWay = true;
        this.setBack++;
        this.underWay.workerOf(turn)?.kill();
      }
      this.watchTurns();
    }, PATIENCE_MS).unref();
  }

  /** `prepare` runs before its first document; until then the worker gives way to others. */
  private start(prepare?: (worker: Worker) => Promise<void>): Worker | undefined {
    const worker = this.closed ? undefined : this.spawned(prepare !== undefined);
    if (worker === undefined) return undefined;
    this.workers.add(worker);
    worker.ready.then(
      async () => {
        this.failedStarts.started();
        await prepare?.(worker);
        if (worker.alive) this.offer(worker);
      },
      error => {
        // Closing the pool kills workers that are still starting; these have not failed.
        if (!this.closed) this.failedStarts.failed(error);
      },
    );
    void worker.gone.then(() => this.ended(worker));
    return worker;
  }

  /** Undefined if the system cannot start a process now; tried again after a pause. */
  private spawned(gently: boolean): Worker | undefined {
    try {
      return new Worker(this.options, this, { gently, listens: this.failedStarts.areHeard });
    } catch (error) {
      this.failedStarts.failed(error);
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

  /** Starts missing workers, after a pause if the last one could not start. */
  private refill(): void {
    if (this.failedStarts.count > 0) {
      this.restart ??= setTimeout(() => {
        this.restart = undefined;
        this.startNeeded();
      }, RESTART_PAUSE_MS).unref();
    } else this.startNeeded();
  }

  private startNeeded(): void {
    const { standing, most } = this.options;
    const reserve = this.isUsed ? this.options.reserve : 0;
    const wanted = Math.min(most, this.busy + this.line.length);
    const missing = Math.max(standing, wanted) + reserve - this.workers.size;
    for (let count = 0; count < missing; count++) this.start();
  }

  /** Number of workers that `lend` would give now. */
  get lendable(): number {
    const mayLend = !this.refusing && !this.line.isAsking;
    return mayLend ? Math.max(0, this.idle.length - this.options.reserve) : 0;
  }

  /** A worker for a page of another's document, if one is idle; otherwise starts one for the next time. */
  lend(): Worker | undefined {
    if (this.lendable === 0) {
      this.startToLend();
      return undefined;
    }
    this.loans.granted++;
    return this.idle.pop();
  }

  /** Starts a worker that could be lent, if none could and there may be one more. */
  startToLend(): void {
    const { most, reserve } = this.options;
    const isAll = this.idle.length > reserve || this.workers.size >= most + reserve;
    if (!isAll && !this.refusing && !this.line.isAsking && this.failedStarts.count === 0) this.start();
  }

  giveBack(worker: Worker, page?: LentPage): void {
    if (page !== undefined) this.loans[page]++;
    if (!worker.alive) return;
    if (hasGrown(worker, this.options.memoryMb) || this.succeeded.get(worker) === 'ready') {
      worker.kill();
      return;
    }
    const { documentsPerWorker, leastAgeMs = 0 } = this.options;
    const isOld = performance.now() - worker.startedAt >= leastAgeMs;
    if (isOld && worker.documents >= documentsPerWorker) this.succeed(worker);
    this.offer(worker);
  }

  private succeed(worker: Worker): void {
    const { leastAgeMs = 0, most, reserve } = this.options;
    // Not all at once: fresh workers are slow.
    const apart = leastAgeMs / (most + reserve);
    if (this.succeeded.has(worker) || performance.now() - this.succeededAt < apart) return;
    const successor = this.start(async warmed => {
      await this.warmth.readAll(warmed);
      await warmed.stopGivingWay();
      if (!warmed.alive || !this.workers.has(worker)) return;
      this.succeeded.set(worker, 'ready');
      if (this.takeFromIdle(worker)) worker.kill();
    });
    if (successor === undefined) return;
    this.succeededAt = performance.now();
    this.succeeded.set(worker, 'starting');
    // Tried again after its next document.
    void successor.gone.then(() => {
      if (this.succeeded.get(worker) === 'starting') this.succeeded.delete(worker);
    });
  }

  private takeFromIdle(worker: Worker): boolean {
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
    return at >= 0;
  }

  private offer(worker: Worker): void {
    // The worker that has read most is taken first: most of its code is compiled; fresh ones are slow.
    const warmer = this.idle.findIndex(other => other.documents > worker.documents);
    this.idle.splice(warmer < 0 ? this.idle.length : warmer, 0, worker);
    this.serve();
    this.onIdle();
    if (!this.idle.includes(worker)) return;
    if (this.workers.size > this.kept) this.endWhenIdle(worker);
    this.idleReading.watch();
  }

  /** Number of workers that stay although they are idle. */
  private get kept(): number {
    return this.options.standing + this.options.reserve;
  }

  private endWhenIdle(worker: Worker): void {
    const { tasks } = worker;
    setTimeout(() => {
      if (worker.tasks !== tasks || this.workers.size <= this.kept) return;
      if (this.takeFromIdle(worker)) worker.kill();
    }, IDLE_MS).unref();
  }
}
