/**
 * A question whose answer must be no older than whoever asks: those who come while it is being answered share the next
 * one. So a burst costs two questions, and nobody is told of a time before they asked. `everyMs`: how often it is begun at
 * the most, where anybody may ask as often as he likes; who comes sooner waits.
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
    const pauseMs = this.pauseMs();
    if (pauseMs > 0) await sleep(pauseMs);
    this.following = undefined;
    return this.begin();
  }

  private pauseMs(): number {
    return this.everyMs === 0 ? 0 : this.begunAt + this.everyMs - performance.now();
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
