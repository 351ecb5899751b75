/** The journal over a blob store and a log that are separate systems: blobs first, then events. */
import { BlobRefused, type BlobStore } from '../blob-store/blob-store.ts';
import type { AppendOptions, EventLog } from '../event-log/event-log.ts';
import { isOutage } from '../outage.ts';
import type { Entry, Journal } from './journal.ts';

export class OrderedJournal implements Journal {
  private readonly blobs: BlobStore;
  private readonly log: EventLog;
  private readonly onKept: (blobs: number, error: unknown) => void;

  /** `onKept` is called with the number of blobs that could not be deleted although nobody needs them any more. */
  constructor(
    blobs: BlobStore,
    log: EventLog,
    onKept: (blobs: number, error: unknown) => void = () => undefined,
  ) {
    this.blobs = blobs;
    this.log = log;
    this.onKept = onKept;
  }

  async record({ blobs, events, forgets = [] }: Entry, options?: AppendOptions): Promise<void> {
    await Promise.all(blobs.map(blob => this.blobs.put(blob)));
    if (events.length > 0) await this.log.append(events, options);
    // The events are written: a store that is away must not cause them to be written again.
    await this.blobs.delete(forgets).catch(error => {
      if (!isOutage(error) && !(error instanceof BlobRefused)) throw error;
      this.onKept(forgets.length, error);
    });
  }
}
