/**
 * Watches that every topic has the copies that its brokers could hold. Topics that were made while only one broker was up
 * have one copy for ever: they work, nothing else says so, and the loss of that broker is the loss of the log.
 */
import type { LogSink } from './client.ts';
import type { CopiesOfTopic } from './topics.ts';

const LOOK_INTERVAL_MS = 60_000;
/** Said again from time to time while it lasts: the first line may be long gone from the log. */
const SAID_EVERY_LOOKS = 60;

export interface CopiesWatchOptions {
  look: () => Promise<CopiesOfTopic[]>;
  log: LogSink;
  /** For metrics: how many copies of its topic the brokers could hold and do not. */
  onMissing?: (topic: string, missing: number) => void;
}

export class CopiesWatch {
  private readonly options: CopiesWatchOptions;
  private readonly timer: NodeJS.Timeout;
  private looks = 0;
  private said = '';

  constructor(options: CopiesWatchOptions) {
    this.options = options;
    this.timer = setInterval(() => void this.look(), LOOK_INTERVAL_MS);
    this.timer.unref();
  }

  /** Never rejects: brokers that do not answer are said by others. */
  async look(): Promise<void> {
    const { look, log, onMissing } = this.options;
    const found = await look().catch(() => undefined);
    if (found === undefined) return;
    for (const { topic, copies, possible } of found) onMissing?.(topic, Math.max(0, possible - copies));
    const short = found.filter(({ copies, possible }) => copies < possible);
    const state = JSON.stringify(short);
    const isNews = state !== this.said || this.looks % SAID_EVERY_LOOKS === 0;
    this.looks = state === this.said ? this.looks + 1 : 1;
    this.said = state;
    if (short.length === 0 || !isNews) return;
    log.warn(
      { topics: short },
      'topics have fewer copies than the brokers could hold: the loss of one broker may be the loss of the log (docs/operations.md, TextrailCopiesMissing)',
    );
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
