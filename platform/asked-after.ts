/**
 * Shares one answer among callers, but never gives a caller an answer whose question was asked before the caller came.
 * Callers who come while a question is running share the next one, so a burst costs two questions. `everyMs` is the
 * shortest time between two questions; callers who come sooner wait for the next one.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export class AskedAfter<T> {
  private readonly question: () => Promise<T>;
  private readonly everyMs: number;
  /** Monotonic ms. */
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
    // A timer drops the fraction of a millisecond and may fire early, so check again.
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
