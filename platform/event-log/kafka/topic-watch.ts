/** Checks the log's topics every minute, and logs what is wrong with them: at once, and from time to time while it lasts. */
import type { LogSink } from './client.ts';

const LOOK_INTERVAL_MS = 60_000;
/** Repeat the line after this many checks, because the first one may have left the logs. */
const SAID_EVERY_LOOKS = 60;

export interface TopicWatchOptions<Found> {
  /** Undefined if it cannot be known. */
  look: () => Promise<readonly Found[] | undefined>;
  isWrong: (found: Found) => boolean;
  log: LogSink;
  message: string;
  /** For metrics: called for each topic at each check. */
  onLook: (found: Found) => void;
}

export class TopicWatch<Found> {
  private readonly options: TopicWatchOptions<Found>;
  private readonly timer: NodeJS.Timeout;
  private looks = 0;
  private said = '';

  constructor(options: TopicWatchOptions<Found>) {
    this.options = options;
    this.timer = setInterval(() => void this.look(), LOOK_INTERVAL_MS);
    this.timer.unref();
  }

  /** Never rejects: brokers that do not answer are reported elsewhere. */
  async look(): Promise<void> {
    const { look, isWrong, log, message, onLook } = this.options;
    const found = await look().catch(() => undefined);
    if (found === undefined) return;
    for (const each of found) onLook(each);
    const topics = found.filter(isWrong);
    const state = JSON.stringify(topics);
    this.looks = state === this.said ? this.looks + 1 : 0;
    this.said = state;
    if (topics.length > 0 && this.looks % SAID_EVERY_LOOKS === 0) log.warn({ topics }, message);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
