/**
 * Watches that every topic has the copies that its brokers could hold. Topics that were made while only one broker was up
 * have one copy for ever: they work, nothing else says so, and the loss of that broker is the loss of the log.
 */
import type { LogSink } from './client.ts';
import { TopicWatch } from './topic-watch.ts';
import type { CopiesOfTopic } from './topics.ts';

export interface CopiesWatchOptions {
  look: () => Promise<CopiesOfTopic[]>;
  log: LogSink;
  /** For metrics: how many copies of its topic the brokers could hold and do not. */
  onMissing?: (topic: string, missing: number) => void;
}

export class CopiesWatch extends TopicWatch<CopiesOfTopic> {
  constructor({ look, log, onMissing }: CopiesWatchOptions) {
    super({
      look,
      log,
      isWrong: ({ copies, possible }) => copies < possible,
      onLook: ({ topic, copies, possible }) => onMissing?.(topic, Math.max(0, possible - copies)),
      message:
        'topics have fewer copies than the brokers could hold: the loss of one broker may be the loss of the log (docs/operations.md, TextrailCopiesMissing)',
    });
  }
}
