/**
 * Watches that every topic has as many replicas as its brokers could hold, and that enough of them have a record before
 * it is acknowledged. Topics that were created while only one broker was up keep a single replica, and even with more
 * they may go on acknowledging records that one broker alone holds. Such topics work and nothing else reports them, but
 * losing that broker loses them.
 */
import type { LogSink } from './client.ts';
import { TopicWatch } from './topic-watch.ts';
import { type CopiesOfTopic, inSyncOn } from './topics.ts';

export interface CopiesWatchOptions {
  look: () => Promise<CopiesOfTopic[]>;
  log: LogSink;
  /** For metrics: how many replicas of a topic are missing, or are not required to hold a record before it is acknowledged. */
  onMissing?: (topic: string, missing: number) => void;
}

/** Replicas that are missing, or that need not have acknowledged records but should. */
function missingOf({ copies, possible, inSync }: CopiesOfTopic): number {
  const wanted = inSyncOn(possible);
  return Math.max(0, possible - copies, wanted - (inSync ?? wanted));
}

export class CopiesWatch extends TopicWatch<CopiesOfTopic> {
  constructor({ look, log, onMissing }: CopiesWatchOptions) {
    super({
      look,
      log,
      isWrong: topic => missingOf(topic) > 0,
      onLook: found => onMissing?.(found.topic, missingOf(found)),
      message:
        'topics are gone (no copies), have fewer copies than the brokers could hold, or acknowledge what too few of them hold: the loss of one broker may be the loss of the log (docs/operations.md, TextrailCopiesMissing)',
    });
  }
}
