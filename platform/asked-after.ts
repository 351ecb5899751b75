/**
 * Shares one answer among callers, and never gives a caller an answer that was begun before they asked: callers who come
 * while the question is being answered share the next answer. So a burst costs two questions. `everyMs` is the least time
 * between two questions; callers who come sooner wait for the next one.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export class AskedAfter<T> {
  private readonly question: () => Promise<T>;
  private readonly everyMs: number;
  /** Monotonic. */
  private begunAt = Number.NEGATIVE_INFINITY;
  private running: Promise<T> | undefined;
  private following: Promise<T> | undefined;

  constructor(question: () => Promise<T>, everyMs = 0) {
    this.question = question;
    this.everyMs = everyMs;
  }

  ask(): Promise<T> {
    if (this.running === undefined && this.following === undefined && this.pauseMs() <= 0)
      return this.begin();
    this.following ??= this.next();
    return this.following;
  }

  private async next(): Promise<T> {
    await this.running?.catch(() => undefined);
    // A timer leaves out parts of a millisecond.
    for (let pauseMs = this.pauseMs(); pauseMs > 0; pauseMs = this.pauseMs()) await sleep(Math.ceil(pauseMs));
    this.following = undefined;
    return this.begin();
  }

  private pauseMs(): number {
    return this.begunAt + this.everyMs - performance.now();
  }

  private begin(): Promise<T> {
    this.begunAt = performance.now();
    const running = this.question().finally(() => {
      if (this.running === running) this.running = undefined;
    });
    this.running = running;
    return running;
  }
}
