/** One document worker process, seen from the extractor. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { workerCommand } from './confinement.ts';
import { readFrames, writeFrame } from './framing.ts';
import type { WorkAnswer, WorkRequest } from './protocol.ts';

export type WorkOutcome =
  | { kind: 'answered'; answer: Exclude<WorkAnswer, { kind: 'ready' }>; response: Buffer }
  /** Killed at its deadline, killed at its memory ceiling, or died by itself. */
  | { kind: 'deadline' }
  | { kind: 'memory' }
  | { kind: 'died' }
  /** Never begun: the pool takes no more documents. */
  | { kind: 'refused' };

export interface WorkerOptions {
  memoryMb: number;
  /** Runs below everything else, so that a caller who waits gets a core at once. */
  lowPriority: boolean;
  ocrLanguages: readonly string[];
}

/** Resident memory of a busy worker is looked at this often; the kernel's own limit stands behind it. */
const MEMORY_POLL_MS = 200;
const PAGE_BYTES = 4096;

export class Worker {
  /** Documents taken so far. */
  documents = 0;
  /** Resolves when the worker can take its first document; rejects if it dies before. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  private readonly options: WorkerOptions;
  private readonly child: ChildProcess;
  private readonly readying = Promise.withResolvers<void>();
  private finish: ((outcome: WorkOutcome) => void) | undefined;
  private dead = false;

  constructor(options: WorkerOptions) {
    this.options = options;
    const command = workerCommand(options.memoryMb);
    this.child = spawn(command.file, command.arguments, {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      // Few malloc arenas: each reserves data segment for threads that hardly allocate.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', OCR_LANGUAGES: options.ocrLanguages.join(',') },
    });
    this.ready = this.readying.promise;
    this.ready.catch(() => undefined);
    this.gone = new Promise(resolve => this.child.once('close', () => resolve()));
    this.child.once('error', () => this.died());
    this.child.once('exit', () => this.died());
    this.requests.on('error', () => this.kill());
    readFrames(
      this.answers,
      ({ header, body }) => this.answered(header as WorkAnswer, body),
      () => this.kill(),
    );
    if (options.lowPriority) this.lowerPriority();
  }

  get alive(): boolean {
    return !this.dead;
  }

  /** Resident and reserved bytes now; 0 where the system does not tell. */
  memory(): { resident: number; data: number } {
    try {
      // proc(5), statm: size, resident, shared, text, lib, data, dt; in pages.
      const pages = readFileSync(`/proc/${this.child.pid}/statm`, 'utf8').split(' ');
      return { resident: Number(pages[1]) * PAGE_BYTES, data: Number(pages[5]) * PAGE_BYTES };
    } catch {
      return { resident: 0, data: 0 };
    }
  }

  /** Parses one document. Never rejects; past `deadline` (epoch ms) the process is killed. One call at a time. */
  run(request: WorkRequest, document: Uint8Array, deadline: number): Promise<WorkOutcome> {
    this.documents++;
    const { promise, resolve } = Promise.withResolvers<WorkOutcome>();
    const timer = setTimeout(() => this.end({ kind: 'deadline' }), Math.max(0, deadline - Date.now()));
    const poll = setInterval(() => {
      if (this.memory().resident > this.options.memoryMb * 1024 * 1024) this.end({ kind: 'memory' });
    }, MEMORY_POLL_MS);
    this.finish = outcome => {
      this.finish = undefined;
      clearTimeout(timer);
      clearInterval(poll);
      resolve(outcome);
    };
    if (this.dead) this.finish({ kind: 'died' });
    else writeFrame(this.requests, request, document);
    return promise;
  }

  /** From here on it is not alive, although its process takes a moment to end. */
  kill(): void {
    this.dead = true;
    this.child.kill('SIGKILL');
  }

  private get requests(): Writable {
    return this.child.stdio[3] as Writable;
  }

  private get answers(): Readable {
    return this.child.stdio[4] as Readable;
  }

  private answered(answer: WorkAnswer, response: Buffer): void {
    if (answer.kind === 'ready') this.readying.resolve();
    else this.finish?.({ kind: 'answered', answer, response });
  }

  private end(outcome: WorkOutcome): void {
    this.kill();
    this.finish?.(outcome);
  }

  private died(): void {
    this.dead = true;
    this.readying.reject(new Error('a document worker died before it was ready'));
    this.finish?.({ kind: 'died' });
  }

  private lowerPriority(): void {
    if (this.child.pid === undefined) return;
    try {
      setPriority(this.child.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // The child may be gone already; a missing permission cannot be, since lowering is always allowed.
    }
  }
}
