import type { JournalDatabase } from '../../sqlite/journal-database.ts';
import type { Batch } from '../event-log.ts';

/** What the log's consumers need of it. */
export interface ReadableLog {
  readonly journal: JournalDatabase;
  /**
   * Records of all topics from `next` on, at most so many, and the position after what was read; of other processes,
   * those whose commit was seen.
   */
  batch(next: number, most?: number): Batch;
  /** The offset that the next record will have at the least; 0 while there is none. */
  end(): number;
}
