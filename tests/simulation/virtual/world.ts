/**
 * A world with a clock of its own. Nothing in it happens at the same time as anything else: an event is taken from the
 * agenda, everything that follows from it (promises, ticks) is run to its end, and then the next one is taken. So a seed
 * and a plan always make the same history.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Random } from '../../resilience/soak/random.ts';
import { Agenda, type Entry } from './agenda.ts';

/** Runs ticks and promises until none is left. Node keeps it for embedders; it spares a turn of the event loop each. */
const { _tickCallback: settle } = process as unknown as { _tickCallback: () => void };

/** Whose code is running: whatever a process begins (timers, answers, promises) belongs to it. */
const running = new AsyncLocalStorage<SimulatedProcess>();

export const currentProcess = (): SimulatedProcess | undefined => running.getStore();

let world: World | undefined;
/** The world whose history is running, undefined outside of one: clocks and timers are then the real ones. */
export const currentWorld = (): World | undefined => world;

/** Mistakes of code, of the product's or of the simulation's; everything else is what faults lead to. */
export function isDefect(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof ReferenceError ||
    (error instanceof SyntaxError && !/JSON/.test(error.message)) ||
    // Nothing on any server brings it about.
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

  /** Runs now, or when it is thawed, or never. */
  enter(work: () => void): void {
    if (this.state === 'dead') return;
    if (this.state === 'frozen') this.backlog.push(work);
    else running.run(this, work);
  }

  freeze(): void {
    if (this.state === 'running') this.state = 'frozen';
  }

  /** What came meanwhile comes now, in its order. */
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

  /** Something that must not happen did: the history ends with it. */
  fail(error: unknown): void {
    this.crash ??= { error };
  }

  /**
   * Runs `begin` and everything that follows until it has resolved, or virtual time passes `limitMs`. To be called
   * outside of any promise: from a turn of the event loop.
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
