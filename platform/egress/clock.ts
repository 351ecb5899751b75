/** A time limit that can be paused while the work waits for something on our side. */
export class Clock {
  private readonly controller = new AbortController();
  private leftMs: number;
  private startedAt = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number) {
    this.leftMs = limitMs;
    this.start();
  }

  /** Aborts with a `TimeoutError` when the time is used up. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  start(): void {
    this.startedAt = performance.now();
    this.timer = setTimeout(() => {
      this.controller.abort(new DOMException('the time is used up', 'TimeoutError'));
    }, this.leftMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.leftMs = Math.max(0, this.leftMs - (performance.now() - this.startedAt));
  }
}
