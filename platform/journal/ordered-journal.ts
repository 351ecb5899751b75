/** The journal over a blob store and a log that know nothing of each other: blobs first, then events. */
import { BlobRefused, type BlobStore } from '../blob-store/blob-store.ts';
import type { AppendOptions, EventLog } from '../event-log/event-log.ts';
import { isOutage } from '../outage.ts';
import type { Entry, Journal } from './journal.ts';

export class OrderedJournal implements Journal {
  private readonly blobs: BlobStore;
  private readonly log: EventLog;

  constructor(blobs: BlobStore, log: EventLog) {
    this.blobs = blobs;
    this.log = log;
  }

  async record({ blobs, events, forgets = [] }: Entry, options?: AppendOptions): Promise<void> {
    await Promise.all(blobs.map(blob => this.blobs.put(blob)));
    if (events.length > 0) await this.log.append(events, options);
    // The events stand: a store that is away must not make them be written again.
    await this.blobs.delete(forgets).catch(unlessOutage);
  }
}

function unlessOutage(error: unknown): void {
  if (!isOutage(error) && !(error instanceof BlobRefused)) throw error;
}
