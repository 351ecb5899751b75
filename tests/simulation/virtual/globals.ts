/**
 * Replaces the clocks, timers and random numbers of the language and of Node inside a world; product code takes them
 * from the usual places. Import it before any product module. Outside of a world all of them are the real ones.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { currentProcess, currentWorld, type SimulatedProcess, type World } from './world.ts';

const RealDate = Date;
const real = {
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  clearTimeout: globalThis.clearTimeout,
  clearInterval: globalThis.clearInterval,
  clearImmediate: globalThis.clearImmediate,
  random: Math.random,
  now: performance.now.bind(performance),
  timeout: AbortSignal.timeout.bind(AbortSignal),
  sleep: timersPromises.setTimeout,
  turn: timersPromises.setImmediate,
  randomBytes: crypto.randomBytes,
  randomUUID: crypto.randomUUID,
  randomFillSync: crypto.randomFillSync,
};

function epochNow(world: World): number {
  return Math.floor(world.epoch + world.now + (currentProcess()?.skewMs ?? 0));
}

class VirtualDate extends RealDate {
  constructor(...parts: unknown[]) {
    const world = currentWorld();
    if (parts.length === 0 && world !== undefined) super(epochNow(world));
    else super(...(parts as [number]));
  }

  static override now(): number {
    const world = currentWorld();
    return world === undefined ? RealDate.now() : epochNow(world);
  }
}

/** A timer of a world. It belongs to the process that set it. */
class VirtualTimer {
  private readonly world: World;
  private readonly owner: SimulatedProcess | undefined;
  private readonly act: () => void;
  private readonly ms: number;
  private readonly repeats: boolean;
  private entry: { run: (() => void) | undefined } | undefined;

  constructor(world: World, act: () => void, ms: number, repeats: boolean) {
    this.world = world;
    this.owner = currentProcess();
    this.act = act;
    this.ms = Number.isFinite(ms) && ms >= 1 && ms < 2 ** 31 ? ms : 1;
    this.repeats = repeats;
    this.arm();
  }

  cancel(): void {
    if (this.entry !== undefined) this.entry.run = undefined;
    this.entry = undefined;
  }

  unref(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  refresh(): this {
    this.cancel();
    this.arm();
    return this;
  }

  [Symbol.dispose](): void {
    this.cancel();
  }

  private arm(): void {
    if (this.owner?.isDead) return;
    const entry = this.world.after(this.ms, () => {
      if (this.owner === undefined) this.fire(entry);
      else this.owner.enter(() => this.fire(entry));
    });
    this.entry = entry;
  }

  private fire(entry: { run: (() => void) | undefined }): void {
    if (this.entry !== entry) return;
    this.entry = undefined;
    if (this.repeats) this.arm();
    this.act();
  }
}

type Callback = (...args: unknown[]) => void;

function timer(act: Callback, ms: number, repeats: boolean, args: unknown[]) {
  const world = currentWorld();
  return world === undefined ? undefined : new VirtualTimer(world, () => act(...args), ms, repeats);
}

function cancel(handle: unknown, otherwise: (handle: never) => void): void {
  if (handle instanceof VirtualTimer) handle.cancel();
  else otherwise(handle as never);
}

function sleep(ms = 1, value?: unknown, options: { signal?: AbortSignal } = {}): Promise<unknown> {
  if (currentWorld() === undefined) return real.sleep(ms, value, options);
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(handle);
      const error = new Error('The operation was aborted', { cause: signal?.reason });
      reject(Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' }));
    };
    const handle = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function turn(value?: unknown, options: { signal?: AbortSignal } = {}): Promise<unknown> {
  return currentWorld() === undefined ? real.turn(value, options) : sleep(1, value, options);
}

/**
 * Wraps a function that waits by the real clock: calling it in a world is a defect, because a world stands still
 * meanwhile and the caller would never go on.
 */
function onlyOutside<Args extends unknown[], Answer>(name: string, outside: (...args: Args) => Answer) {
  return (...args: Args): Answer => {
    const world = currentWorld();
    if (world === undefined) return outside(...args);
    const error = new Error(`${name} is not simulated yet`);
    world.fail(error);
    throw error;
  };
}

function timeoutSignal(ms: number): AbortSignal {
  if (currentWorld() === undefined) return real.timeout(ms);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), ms);
  return controller.signal;
}

function fill(bytes: Uint8Array, world: World): void {
  for (let at = 0; at < bytes.length; at++) bytes[at] = world.random.below(256);
}

function randomBytes(size: number, callback?: (error: Error | null, bytes: Buffer) => void): unknown {
  const world = currentWorld();
  if (world === undefined) return callback ? real.randomBytes(size, callback) : real.randomBytes(size);
  const bytes = Buffer.alloc(size);
  fill(bytes, world);
  callback?.(null, bytes);
  return callback === undefined ? bytes : undefined;
}

function randomUUID(): string {
  if (currentWorld() === undefined) return real.randomUUID();
  const hex = (randomBytes(16) as Buffer).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function randomFillSync(bytes: Uint8Array): Uint8Array {
  const world = currentWorld();
  if (world === undefined) return real.randomFillSync(bytes);
  fill(bytes, world);
  return bytes;
}

export function installGlobals(): void {
  // In the product an unhandled rejection ends the process. Which process it belongs to cannot be told, so the history
  // ends. Rejections after the end of a history do not matter.
  process.on('unhandledRejection', error => currentWorld()?.fail(error));
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: (act: Callback, ms = 1, ...args: unknown[]) =>
      timer(act, ms, false, args) ?? real.setTimeout(act, ms, ...args),
    setInterval: (act: Callback, ms = 1, ...args: unknown[]) =>
      timer(act, ms, true, args) ?? real.setInterval(act, ms, ...args),
    setImmediate: (act: Callback, ...args: unknown[]) =>
      timer(act, 1, false, args) ?? real.setImmediate(act, ...args),
    clearTimeout: (handle: unknown) => cancel(handle, real.clearTimeout as never),
    clearInterval: (handle: unknown) => cancel(handle, real.clearInterval as never),
    clearImmediate: (handle: unknown) => cancel(handle, real.clearImmediate as never),
  });
  Math.random = () => currentWorld()?.random.next() ?? real.random();
  performance.now = () => currentWorld()?.now ?? real.now();
  AbortSignal.timeout = timeoutSignal;
  const { scheduler } = timersPromises;
  Object.assign(timersPromises, {
    setTimeout: sleep,
    setImmediate: turn,
    setInterval: onlyOutside('setInterval of timers/promises', timersPromises.setInterval),
  });
  scheduler.wait = onlyOutside('scheduler.wait', scheduler.wait.bind(scheduler));
  scheduler.yield = onlyOutside('scheduler.yield', scheduler.yield.bind(scheduler));
  Object.assign(crypto, { randomBytes, randomUUID, randomFillSync });
  syncBuiltinESMExports();
}
