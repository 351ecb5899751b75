/** A journal that seals blobs before it writes them; large blobs are sealed while they are written. */
import { type SealedBlobStore, WHOLE_BYTES } from '../blob-store/sealed/sealed-blob-store.ts';
import type { AppendOptions } from '../event-log/event-log.ts';
import type { Entry, Journal } from './journal.ts';

export class SealedJournal implements Journal {
  private readonly journal: Journal;
  private readonly blobs: SealedBlobStore;

  /** `blobs` must be over the store that `journal` writes to. */
  constructor(journal: Journal, blobs: SealedBlobStore) {
    this.journal = journal;
    this.blobs = blobs;
  }

  async record({ blobs, ...entry }: Entry, options?: AppendOptions): Promise<void> {
    const large = blobs.filter(({ bytes }) => bytes.length > WHOLE_BYTES);
    const small = blobs.filter(({ bytes }) => bytes.length <= WHOLE_BYTES);
    await Promise.all(large.map(blob => this.blobs.put(blob)));
    const sealed = await Promise.all(small.map(blob => this.blobs.sealed(blob)));
    await this.journal.record({ ...entry, blobs: sealed }, options);
  }
}
