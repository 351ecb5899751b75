/** The journal over a blob store and a log that know nothing of each other: blobs first, then events. */
import type { BlobStore } from '../blob-store/blob-store.ts';
import type { AppendOptions, EventLog } from '../event-log/event-log.ts';
import type { Entry, Journal } from './journal.ts';

export class OrderedJournal implements Journal {
  private readonly blobs: BlobStore;
  private readonly log: EventLog;

  constructor(blobs: BlobStore, log: EventLog) {
    this.blobs = blobs;
    this.log = log;
  }

  async record({ blobs, events }: Entry, options?: AppendOptions): Promise<void> {
    await Promise.all(blobs.map(blob => this.blobs.put(blob)));
    await this.log.append(events, options);
  }
}
