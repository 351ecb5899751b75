/** One document worker process, as the extractor sees it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { cpuAllowanceMs, OCR_PICTURE_CPU_MS } from '../budget.ts';
import type { Precision } from '../ocr/networks/runtime.ts';
import { AnswerPieces, type KeepAnswer } from './answer-pieces.ts';
import { confinement, workerCommand } from './confinement.ts';
import { StartWords, whyNotStarted } from './failed-starts.ts';
import { readFrames, SAID_CEILING_BYTES, writeFrame } from './framing.ts';
import { heard } from './hearing.ts';
import { type Lender, Loans } from './loans.ts';
import {
  type FromWorker,
  type OcrPrecision,
  PAGES_AT_ONCE,
  type PictureSize,
  type ToWorker,
  type WorkAnswer,
  type WorkRequest,
} from './protocol.ts';
import { GIVING_WAY, makeGiveWay, mayGiveWay, restore } from './session-priority.ts';

export type WorkOutcome =
  /** `response` is empty if `keep` has taken it. */
  | { kind: 'answered'; answer: WorkAnswer; response: Buffer }
  /** Killed at its deadline or at its ceiling of CPU time or memory, or died by itself. */
  | { kind: 'deadline' }
  | { kind: 'cpu' }
  | { kind: 'memory' }
  | { kind: 'died' }
  /** Never begun: the pool takes no more documents. */
  | { kind: 'refused' };

/** Told about a document's progress, by an honest worker at most every `everyMs`. */
export interface ProgressListener {
  everyMs: number;
  told: (pagesDone: number, pages: number) => void;
}

export interface Listeners {
  /** Called when a worker has the document. */
  onBegin?: () => void;
  progress?: ProgressListener;
  /** Takes a large answer while it is made, from each worker that makes one; without it the answer is collected in memory. */
  keep?: KeepAnswer;
}

/** How one exchange with the process ended. */
type Exchange =
  | { kind: 'said'; header: FromWorker; body: Buffer }
  | Extract<WorkOutcome, { kind: 'deadline' | 'cpu' | 'memory' | 'died' }>;

export interface WorkerOptions {
  memoryMb: number;
  /** Runs below everything else, so that a waiting caller gets a core at once. */
  lowPriority: boolean;
  ocrLanguages: readonly string[];
  /** The precision in which OCR is faster here, once known; until then a worker measures for itself. */
  ocrPrecision?: () => Precision | undefined;
  /** Set by tests. */
  startLimitMs?: number;
}

/** A worker is ready after .2 s of CPU time, or .6 if it has to compile; one that is not by then hangs. */
const START_LIMIT_MS = 120_000;
/** How often memory and CPU time of a busy worker are checked; the kernel's own limits are behind both. */
const POLL_MS = 200;
const PAGE_BYTES = 4096;
/** Most unread messages to a worker; one that keeps asking without reading would fill our memory. */
const MOST_UNREAD = 4 * PAGES_AT_ONCE;
/** Linux reports CPU time in hundredths of a second (USER_HZ). */
const TICK_MS = 10;

export class Worker {
  /** Documents taken so far. */
  documents = 0;
  /** Documents, and pictures of other workers' documents. */
  tasks = 0;
  /** When the last task began, and when the worker's memory was last checked; monotonic ms. */
  begunAt = 0;
  lookedAt = 0;
  /** Monotonic ms. */
  readonly startedAt = performance.now();
  /** When the last task ended; if there was none, when the worker was started. Monotonic ms. */
  endedAt = this.startedAt;
  /** Resolves when the worker can take its first document; rejects if it dies before that. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  private readonly options: WorkerOptions;
  private readonly child: ChildProcess;
  private readonly readying = Promise.withResolvers<void>();
  private readonly loans: Loans<Worker>;
  private finish: ((exchange: Exchange) => void) | undefined;
  private keep: KeepAnswer | undefined;
  /** The current answer if it comes in pieces, and the promise that it is stored. */
  private large: { pieces: AnswerPieces; kept: Promise<boolean> } | undefined;
  /** Deadline of the current task, monotonic ms. */
  private deadline = 0;
  /** Pictures of the current document for which OCR has begun here. */
  private pictures = 0;
  private listener: ProgressListener | undefined;
  /** Messages that it has not yet read from its pipe. */
  private unread = 0;
  private dead = false;
  private own: number | undefined;

  /**
   * `gently`: gives way to others until `stopGivingWay`. `listens`: reads a failing start's output. Throws if none can
   * be started.
   */
  constructor(options: WorkerOptions, lender: Lender<Worker>, { gently = false, listens = false } = {}) {
    this.options = options;
    this.loans = new Loans(lender, (header, body) => this.tell(header, body));
    const command = workerCommand(
      options.memoryMb,
      options.lowPriority,
      gently && !options.lowPriority && mayGiveWay() ? GIVING_WAY : undefined,
    );
    this.child = spawn(command.file, command.arguments, {
      stdio: ['ignore', 'ignore', listens ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      // The leader of a process group; see `kill`.
      detached: true,
      // Few malloc arenas: each reserves data segment for threads that hardly allocate.
      env: {
        ...command.environment,
        PATH: process.env.PATH,
        MALLOC_ARENA_MAX: '2',
        OCR_LANGUAGES: options.ocrLanguages.join(','),
      },
    });
    this.ready = this.readying.promise;
    this.ready.catch(() => undefined);
    let error: Error | undefined;
    let limitMs: number | undefined;
    this.child.once('error', met => {
      error = met;
      this.died();
    });
    // Node gives no pipes in that case, and reports the error a turn later.
    if (this.child.stdio === undefined) throw new Error('a document worker could not be started');
    const words = new StartWords(this.child.stderr);
    this.gone = new Promise(resolve =>
      this.child.once('close', (code, signal) => {
        const why = whyNotStarted({ error, code, signal, limitMs }, words.line);
        this.readying.reject(new Error(why));
        resolve();
      }),
    );
    this.child.once('exit', () => this.died());
    this.requests.on('error', () => this.kill());
    readFrames(
      this.answers,
      SAID_CEILING_BYTES,
      ({ header, body }) => this.hear(heard(header), body),
      () => this.kill(),
    );
    const startLimitMs = options.startLimitMs ?? START_LIMIT_MS;
    const late = setTimeout(() => {
      limitMs = startLimitMs;
      this.kill();
    }, startLimitMs);
    this.ready.catch(() => undefined).finally(() => clearTimeout(late));
  }

  get alive(): boolean {
    return !this.dead;
  }

  /** Gives way to others until `stopGivingWay`, if the system allows it; a worker for jobs always does. */
  giveWay(): void {
    if (!this.options.lowPriority && this.child.pid !== undefined) makeGiveWay(this.child.pid);
  }

  /** Kills the worker if the system does not let it return to normal priority. */
  async stopGivingWay(): Promise<void> {
    const { pid } = this.child;
    if (pid !== undefined && !(await restore(pid))) this.kill();
  }

  /** Id of the worker itself, which is a child of whatever created its process namespace. Undefined if none is running. */
  private get processId(): number | undefined {
    const { pid } = this.child;
    if (this.own !== undefined || !confinement().walls.processes) return this.own ?? pid;
    // proc(5), children; empty until the namespace has been created.
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    this.own = Number.parseInt(children, 10) || undefined;
    return this.own;
  }

  /** Resident and reserved bytes now; 0 if the system does not tell. */
  memory(): { resident: number; data: number } {
    try {
      // proc(5), statm: size, resident, shared, text, lib, data, dt; in pages.
      const pages = readFileSync(`/proc/${this.processId}/statm`, 'utf8').split(' ');
      return { resident: Number(pages[1]) * PAGE_BYTES, data: Number(pages[5]) * PAGE_BYTES };
    } catch {
      return { resident: 0, data: 0 };
    }
  }

  /** CPU time that the process has used, in ms; 0 if the system does not tell. */
  cpuMs(): number {
    try {
      // proc(5), stat: after the name in brackets, which may contain anything, utime and stime are fields 12 and 13.
      const stat = readFileSync(`/proc/${this.processId}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    } catch {
      return 0;
    }
  }

  /**
   * Parses one document. Never rejects. Past `deadline` (monotonic ms), or past the CPU time that its size allows
   * (budget.ts), the process is killed. One call at a time.
   */
  async run(
    request: WorkRequest,
    document: Uint8Array,
    deadline: number,
    { progress: listener, keep }: Omit<Listeners, 'onBegin'> = {},
  ): Promise<WorkOutcome> {
    this.documents++;
    this.pictures = 0;
    this.listener = listener;
    const gathered: Buffer[] = [];
    this.keep = keep ?? (pieces => gather(pieces, gathered));
    this.loans.begin();
    const remainingMs = Math.max(0, deadline - performance.now());
    const progress = listener === undefined ? {} : { progressEveryMs: listener.everyMs };
    const told: ToWorker = { kind: 'document', ...request, remainingMs, ...progress, ...this.precision() };
    const allowed = () => cpuAllowanceMs(document.length, this.pictures);
    const exchange = await this.exchange(told, document, deadline, allowed);
    this.loans.end();
    this.listener = undefined;
    this.keep = undefined;
    const { large } = this;
    this.large = undefined;
    const isCompleted = exchange.kind === 'said' && exchange.header.kind === 'completed';
    large?.pieces.finish(isCompleted ? exchange.body : undefined);
    if (exchange.kind !== 'said') return exchange;
    const { header, body } = exchange;
    const isKept = !isCompleted || large === undefined || (await large.kept);
    if (isKept && (header.kind === 'completed' || header.kind === 'failed'))
      return { kind: 'answered', answer: header, response: large ? Buffer.concat(gathered) : body };
    this.kill();
    return { kind: 'died' };
  }

  /** Like `run`, for a document that nobody waits for; it does not count, even while it is read. */
  rehearse(document: Uint8Array, deadline: number): Promise<WorkOutcome> {
    const outcome = this.run({ format: 'json' }, document, deadline);
    this.documents--;
    return outcome;
  }

  /** Reads a picture of another worker's document; null if that failed. Otherwise like `run`. */
  async readPicture(size: PictureSize, pixels: Uint8Array, deadline: number): Promise<Buffer | null> {
    const { width, height } = size;
    const allowed = () => OCR_PICTURE_CPU_MS;
    const told: ToWorker = { kind: 'picture', width, height, ...this.precision() };
    const exchange = await this.exchange(told, pixels, deadline, allowed);
    return exchange.kind === 'said' && exchange.header.kind === 'page' ? exchange.body : null;
  }

  private precision(): OcrPrecision {
    const precision = this.options.ocrPrecision?.();
    return precision === undefined ? {} : { precision };
  }

  private exchange(
    header: ToWorker,
    body: Uint8Array,
    deadline: number,
    allowedCpuMs: () => number,
  ): Promise<Exchange> {
    this.tasks++;
    this.begunAt = performance.now();
    this.deadline = deadline;
    const { promise, resolve } = Promise.withResolvers<Exchange>();
    const watch = this.watch(deadline, allowedCpuMs);
    // In two steps: V8 allocates a function expression assigned to a property in the old generation, where it keeps all
    // it refers to.
    const finish = (exchange: Exchange) => {
      this.finish = undefined;
      this.endedAt = performance.now();
      watch.stop();
      resolve(exchange);
    };
    this.finish = finish;
    if (this.dead) finish({ kind: 'died' });
    else this.tell(header, body);
    return promise;
  }

  /**
   * Checks clock, memory and CPU time of the process until it is stopped. Most documents are read before the first
   * check and cost none. CPU time from before is read at the first check, less what can have been used since.
   */
  private watch(deadline: number, allowedCpuMs: () => number): { stop: () => void } {
    let cpuBeforeMs: number | undefined;
    let timer: NodeJS.Timeout;
    const arm = () => {
      timer = setTimeout(look, Math.max(0, Math.min(POLL_MS, deadline - performance.now())));
    };
    const look = () => {
      const cpuMs = this.cpuMs();
      cpuBeforeMs ??= Math.max(0, cpuMs - POLL_MS);
      if (performance.now() >= deadline) this.end({ kind: 'deadline' });
      else if (this.memory().resident > this.options.memoryMb * 1024 * 1024) this.end({ kind: 'memory' });
      else if (cpuMs - cpuBeforeMs > allowedCpuMs()) this.end({ kind: 'cpu' });
      else arm();
    };
    arm();
    return { stop: () => clearTimeout(timer) };
  }

  /**
   * Counts the worker as dead, although its process takes a moment to end. The whole group is killed: unshare(1) asks
   * only after its fork that its child may not outlive it, and one killed in between would leave a worker that holds
   * our pipes.
   */
  kill(): void {
    this.dead = true;
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }

  private get requests(): Writable {
    return this.child.stdio[3] as Writable;
  }

  private get answers(): Readable {
    return this.child.stdio[4] as Readable;
  }

  private tell(header: ToWorker, body: Uint8Array = new Uint8Array()): void {
    if (this.dead) return;
    this.unread++;
    writeFrame(this.requests, header, body, () => void this.unread--);
  }

  /** Undefined: a message that no intact worker sends. */
  private hear(header: FromWorker | undefined, body: Buffer): void {
    if (this.dead) return;
    if (header === undefined || this.unread > MOST_UNREAD) this.kill();
    else this.said(header, body);
  }

  private said(header: FromWorker, body: Buffer): void {
    if (header.kind === 'ready') this.readying.resolve();
    else if (header.kind === 'recognizing') this.pictures++;
    else if (header.kind === 'progress') this.listener?.told(header.pagesDone, header.pages);
    else if (header.kind === 'piece') this.take(body);
    else if (header.kind === 'ask') this.loans.ask(header.id);
    else if (header.kind === 'loaned') void this.loans.read(header.id, header, body, this.deadline);
    else this.finish?.({ kind: 'said', header, body });
  }

  private take(piece: Buffer): void {
    if (this.keep === undefined) return;
    this.large ??= this.begun(this.keep);
    if (!this.large.pieces.add(piece)) this.end({ kind: 'died' });
  }

  /** Begins storing a large answer. If storing fails, the worker is killed, because it would wait for ever. */
  private begun(keep: KeepAnswer): { pieces: AnswerPieces; kept: Promise<boolean> } {
    const hold = (holds: boolean) => void (holds ? this.answers.pause() : this.answers.resume());
    const pieces = new AnswerPieces({ hold });
    const kept = keep(pieces).then(
      () => true,
      () => {
        if (this.large?.pieces === pieces) this.end({ kind: 'died' });
        return false;
      },
    );
    return { pieces, kept };
  }

  private end(exchange: Exchange): void {
    this.kill();
    this.finish?.(exchange);
  }

  private died(): void {
    this.dead = true;
    this.finish?.({ kind: 'died' });
  }
}

async function gather(pieces: AsyncIterable<Buffer>, into: Buffer[]): Promise<void> {
  for await (const piece of pieces) into.push(piece);
}
