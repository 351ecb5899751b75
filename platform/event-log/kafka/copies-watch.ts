/**
 * Watches that every topic has the copies that its brokers could hold, and that an append is on enough of them before it is
 * acknowledged. Topics that were made while only one broker was up have one copy for ever, and may go on acknowledging what one
 * broker alone holds when they have more: they work, nothing else says so, and the loss of that broker is the loss of it.
 */
import type { LogSink } from './client.ts';
import { TopicWatch } from './topic-watch.ts';
import { type CopiesOfTopic, inSyncOn } from './topics.ts';

export interface CopiesWatchOptions {
  look: () => Promise<CopiesOfTopic[]>;
  log: LogSink;
  /** For metrics: how many copies of a topic the brokers could hold, or have to hold before they acknowledge, and do not. */
  onMissing?: (topic: string, missing: number) => void;
}

/** Copies that are lacking, or that need not hold what was acknowledged and should. */
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
