/**
 * Renders large results in other forms outside the event loop: parsing and rendering 16 MiB takes .3 s, during which
 * nobody else would be served, and a caller may ask for a result as often as he likes. One thread renders one result at
 * a time, taking keys in turn.
 */
import { Worker } from 'node:worker_threads';
import { Turnstile } from '../../../platform/turnstile.ts';
import { Refusal } from '../refusal.ts';
import type { Order } from './order.ts';
import type { Done, Task } from './rendering-thread.ts';

/** Heap of the thread: the parsed result and its answer as text. 16 MiB of the smallest elements took 210 MB. */
const HEAP_MB = 512;
/** Far longer than a large result takes on a busy machine. */
const LONGEST_MS = 60_000;

export class Renderings {
  private readonly turns = new Turnstile(1, 1);
  private readonly threadUrl: URL;
  private readonly longestMs: number;
  private thread: Worker | undefined;

  constructor(threadUrl = new URL('rendering-thread.ts', import.meta.url), longestMs = LONGEST_MS) {
    this.threadUrl = threadUrl;
    this.longestMs = longestMs;
  }

  /**
   * Reads the result with `read` when it is this key's turn, and returns it in the form of `order`; null if it cannot
   * be given in that form, or nobody waits for it any more. Throws as `read` does, or a `Refusal`.
   */
  run(
    keyId: string,
    read: () => Promise<Buffer>,
    order: Order,
    isGone: () => boolean,
  ): Promise<Buffer | null> {
    return this.turns.run(keyId, async () => (isGone() ? null : this.rendered(await read(), order)));
  }

  private async rendered(json: Buffer, order: Order): Promise<Buffer | null> {
    this.thread ??= this.started();
    const done = await answered(this.thread, { json, order }, this.longestMs).catch(async error => {
      // The thread may be in the middle of this task, so no other may use it.
      await this.thread?.terminate();
      this.thread = undefined;
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Refusal('too_large', TOO_LARGE);
      throw error;
    });
    if ('failed' in done) throw new Error(done.failed);
    return done.body && Buffer.from(done.body.buffer, done.body.byteOffset, done.body.byteLength);
  }

  private started(): Worker {
    const thread = new Worker(this.threadUrl, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    // If the thread ends while idle, the next task starts another.
    const ended = () => {
      if (this.thread === thread) this.thread = undefined;
    };
    thread.on('error', ended).on('exit', ended);
    // The thread keeps no process alive; a caller who waits has a connection that does.
    thread.unref();
    return thread;
  }
}

const TOO_LARGE = 'The result is too large in this form. Ask POST /v1/extract for it.';

function answered(thread: Worker, task: Task, longestMs: number): Promise<Done> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      thread.off('message', said).off('error', broken).off('exit', ended);
    };
    const said = (done: Done) => {
      over();
      resolve(done);
    };
    const broken = (error: Error) => {
      over();
      reject(error);
    };
    const ended = () => broken(new Error('the thread that renders results has ended'));
    const timer = setTimeout(() => broken(new Refusal('timeout')), longestMs);
    thread.on('message', said).on('error', broken).on('exit', ended);
    thread.postMessage(task);
  });
}
