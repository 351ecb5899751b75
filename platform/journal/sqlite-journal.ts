/** The journal of the embedded service: small blobs and events are written in one transaction with one fsync. */
import type { DirectoryBlobStore } from '../blob-store/directory/directory-blob-store.ts';
import { ROW_CEILING_BYTES } from '../blob-store/directory/directory-blob-store.ts';
import { type AppendOptions, LogUnavailable } from '../event-log/event-log.ts';
import type { SqliteEventLog } from '../event-log/sqlite/sqlite-event-log.ts';
import { onDisk } from '../sqlite/disk.ts';
import type { Entry, Journal } from './journal.ts';

export class SqliteJournal implements Journal {
  private readonly blobs: DirectoryBlobStore;
  private readonly log: SqliteEventLog;

  constructor(blobs: DirectoryBlobStore, log: SqliteEventLog) {
    this.blobs = blobs;
    this.log = log;
  }

  async record({ blobs, events, forgets = [] }: Entry, options: AppendOptions = {}): Promise<void> {
    const stored = blobs.filter(blob => blob.held !== true);
    const large = stored.filter(blob => blob.bytes.length > ROW_CEILING_BYTES);
    const small = stored.filter(blob => blob.bytes.length <= ROW_CEILING_BYTES);
    for (const blob of blobs) if (blob.held === true) this.blobs.hold(blob);
    await Promise.all(large.map(blob => this.blobs.put(blob)));
    const write = () =>
      this.log.appendWith(events, options, () => {
        for (const blob of small) this.blobs.putInTransaction(blob);
        this.blobs.deleteInTransaction(forgets);
      });
    await onDisk(write, LogUnavailable, options.patienceMs);
    await this.blobs.deleteFiles(forgets);
  }
}
