/**
 * A world with its own clock. Nothing in it happens concurrently: an event is taken from the agenda, everything that
 * follows from it (promises, ticks) runs to its end, and then the next event is taken. So the same seed and plan always
 * make the same history.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Random } from '../../resilience/soak/random.ts';
import { Agenda, type Entry } from './agenda.ts';

/**
 * Runs ticks and promises until none is left. Node keeps it for embedders; here it saves a turn of the event loop for
 * each event.
 */
const { _tickCallback: settle } = process as unknown as { _tickCallback: () => void };

/** The process whose code is running. Whatever it begins (timers, answers, promises) belongs to it. */
const running = new AsyncLocalStorage<SimulatedProcess>();

export const currentProcess = (): SimulatedProcess | undefined => running.getStore();

let world: World | undefined;
/** The world whose history is running; undefined outside of one, where clocks and timers are the real ones. */
export const currentWorld = (): World | undefined => world;

/** True for mistakes in the code of the product or of the simulation; all other errors are consequences of faults. */
export function isDefect(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof ReferenceError ||
    (error instanceof SyntaxError && !/JSON/.test(error.message)) ||
    // No server can cause this error.
    (error instanceof Error && error.name === 'EventEncodeError')
  );
}

export class SimulatedProcess {
  readonly name: string;
  readonly world: World;
  /** How far ahead its clock is, in ms. */
  skewMs = 0;
  /** The newest release of the schemas that its build can read; undefined: it reads all. */
  readsRelease: number | undefined;
  private state: 'running' | 'frozen' | 'dead' = 'running';
  private backlog: (() => void)[] = [];
  private readonly endings: (() => void)[] = [];

  constructor(world: World, name: string) {
    this.world = world;
    this.name = name;
  }

  get isDead(): boolean {
    return this.state === 'dead';
  }

  get isRunning(): boolean {
    return this.state === 'running';
  }

  /** Runs the work now, or when the process is thawed, or never if it is dead. */
  enter(work: () => void): void {
    if (this.state === 'dead') return;
    if (this.state === 'frozen') this.backlog.push(work);
    else running.run(this, work);
  }

  freeze(): void {
    if (this.state === 'running') this.state = 'frozen';
  }

  /** Continues the process: work that arrived while it was frozen runs now, in order. */
  thaw(): void {
    if (this.state !== 'frozen') return;
    this.state = 'running';
    for (const work of this.backlog.splice(0)) this.world.after(0, () => this.enter(work));
  }

  kill(): void {
    if (this.state === 'dead') return;
    this.state = 'dead';
    this.backlog = [];
    for (const ended of this.endings) ended();
  }

  onKilled(ended: () => void): void {
    this.endings.push(ended);
  }
}

export class World {
  /** Epoch ms of the beginning. */
  readonly epoch: number;
  readonly random: Random;
  private readonly agenda = new Agenda();
  private time = 0;
  private crash: { error: unknown } | undefined;

  constructor(seed: number, epoch: number) {
    this.random = new Random(seed);
    this.epoch = epoch;
  }

  /** Virtual ms since the beginning. */
  get now(): number {
    return this.time;
  }

  after(ms: number, run: () => void): Entry {
    return this.agenda.put(this.time + Math.max(0, ms), run);
  }

  /** A random time in ms from `least` to `most`. */
  between(least: number, most: number): number {
    return least + this.random.next() * (most - least);
  }

  wait(ms: number): Promise<void> {
    return new Promise(resolve => this.after(ms, resolve));
  }

  /** Reports something that must not happen; it ends the history. */
  fail(error: unknown): void {
    this.crash ??= { error };
  }

  /**
   * Runs `begin` and everything that follows until it has resolved, or virtual time passes `limitMs`. Call it outside
   * of any promise, in a turn of the event loop.
   */
  run(begin: () => Promise<void>, limitMs: number): void {
    if (world !== undefined) throw new Error('one world at a time');
    world = this;
    try {
      let isOver = false;
      begin().then(
        () => {
          isOver = true;
        },
        error => this.fail(error),
      );
      settle();
      while (!isOver && this.crash === undefined) {
        const entry = this.agenda.take();
        if (entry === undefined) throw new Error('nothing more happens, and the history is not over');
        if (entry.at > limitMs) throw new Error(`the history is not over after ${limitMs} ms`);
        this.time = Math.max(this.time, entry.at);
        entry.run?.();
        settle();
      }
    } finally {
      world = undefined;
    }
    if (this.crash !== undefined) throw this.crash.error;
  }
}
