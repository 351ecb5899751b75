/**
 * The document workers of one lane: started before they are needed, reused, renewed after a number of documents or when they have grown,
 * replaced when they die. Whose owner has the fewest documents in workers goes first, then whose deadline is first, a small one's before
 * a large one's (turn.ts); waiting counts against it, and what can no longer be read in time is not begun (durations.ts). The reserve is
 * for owners who have none in a worker: however many documents one of them sends, and however long they take, the next owner finds a
 * worker. A worker whose number is full goes on until its successor is ready and warm (warmth.ts): renewing it costs callers no waiting.
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
  /** Workers kept ready even when idle. */
  standing: number;
  /** Workers at the most, apart from the reserve. */
  most: number;
  /** Documents that are begun side by side; as many as there are workers by default. */
  atOnce?: () => number;
  documentsPerWorker: number;
  /** How long a worker goes on at least, whatever their number: 0 by default. */
  leastAgeMs?: number;
  /**
   * Workers beside them for owners who have no document in a worker; never lent for pages of another's document. Started with the first
   * document: a service that nobody uses needs no memory for them.
   */
  reserve: number;
  /** What its workers read when they have nothing to do, before anybody has sent any; nothing where it is absent. */
  expected?: Expected;
}

/** Workers beyond the standing ones end after this long without work. */
const IDLE_MS = 30_000;
/** A worker that cannot start is tried again after this pause, so that a broken installation does not spin. */
const RESTART_PAUSE_MS = 500;
/** A deadline is not among them: it may come in a busy hour. */
const LOST: ReadonlySet<WorkOutcome['kind']> = new Set(['cpu', 'memory', 'died']);

export class WorkerPool implements Lender<Worker> {
  /** Times a worker was lent to another's document, and what became of the pages they got. */
  readonly loans: Record<'granted' | LentPage, number> = { granted: 0, read: 0, unread: 0 };
  /** Documents that had to give way so far (set-back.ts). */
  setBack = 0;
  /** Other extractors, where there are any; `onIdle` is called when a worker has nothing to do and could read for them. */
  elsewhere: Elsewhere | undefined;
  onIdle: () => void = () => undefined;
  readonly underWay: UnderWay;
  /** Readiness is false while there are any. */
  readonly failedStarts = new FailedStarts();
  private readonly options: PoolOptions;
  private readonly workers = new Set<Worker>();
  private readonly idle: Worker[] = [];
  /** Workers whose successor is starting, or ready: these end with the document they are at. */
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

  /** For how long the document that has waited longest for a worker waits now, ms. */
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
   * Parses a document in the next free worker. `deadline`: monotonic ms. A worker may die for what it did before or by
   * another's hand (the system's, when memory is short), so only the second death is the document's own. Of its memory a part may be what
   * others left there: it is the document's own in a worker that had no other.
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

  /** Begins no further document, neither those that wait nor new ones; what is begun goes on. */
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
    // Whose turn has just been is not the next, if anybody else waits.
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

  /** Hands idle workers to those who wait and may have one. */
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
      // Who may cost a worker its life gets the one that has read least.
      const worker = next.held.isHeldBack || next.held.isAgain ? this.idle.shift() : this.idle.pop();
      if (worker !== undefined) this.underWay.begin(next.held, worker);
      owners.add(next.owner);
      next.give(worker);
    }
  }

  /** Whether there is time for it, as far as anybody knows. */
  private canEnd({ owner, bytes, deadline }: Waiting): boolean {
    const now = performance.now();
    return deadline - now >= this.durations.least(owner, bytes, now);
  }

  /** While somebody waits: has anybody to give way? */
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

  /** `prepare` comes before its first document; until then it gives way. */
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
        // Closing the pool kills workers that are still starting: those did not fail.
        if (!this.closed) this.failedStarts.failed(error);
      },
    );
    void worker.gone.then(() => this.ended(worker));
    return worker;
  }

  /** Undefined where the system has none to give now; it is asked again after a pause. */
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

  /** Starts the workers that are needed and not there, after a pause where the last one could not start. */
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

  /** Workers that `lend` would give now. */
  get lendable(): number {
    const mayLend = !this.refusing && !this.line.isAsking;
    return mayLend ? Math.max(0, this.idle.length - this.options.reserve) : 0;
  }

  /** A worker for a page of another's document, if one has nothing to do; one that could is started for the next. */
  lend(): Worker | undefined {
    if (this.lendable === 0) {
      this.startToLend();
      return undefined;
    }
    this.loans.granted++;
    return this.idle.pop();
  }

  /** Starts a worker that could be lent, where none could and there may be one more. */
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
    // Not all at once: fresh ones are slow, and callers who wait have the others meanwhile.
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
    // Who has read most is taken first: most of its code is compiled, and a fresh one would be slow when many wait.
    const warmer = this.idle.findIndex(other => other.documents > worker.documents);
    this.idle.splice(warmer < 0 ? this.idle.length : warmer, 0, worker);
    this.serve();
    this.onIdle();
    if (!this.idle.includes(worker)) return;
    if (this.workers.size > this.kept) this.endWhenIdle(worker);
    this.idleReading.watch();
  }

  /** Workers that stay although they have nothing to do. */
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
