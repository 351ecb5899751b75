import type { JournalDatabase } from '../../sqlite/journal-database.ts';
import type { Batch } from '../event-log.ts';

/** The part of the log that its consumers use. */
export interface ReadableLog {
  readonly journal: JournalDatabase;
  /**
   * Records of all topics from `next` on, at most `most`, and the position after them. Of other processes' records,
   * those whose commit was noticed. Only durable records, unless `all` is set.
   */
  batch(next: number, most?: number, all?: boolean): Batch;
  /** Calls back when there may be more to read: durable records, or any if `all` is set. */
  onChange(listener: () => void, all?: boolean): () => void;
  /** Calls back when the log accepts no more records until a restart. */
  onFailure(listener: (error: unknown) => void): () => void;
  /** The lowest offset that the next record can have; 0 if there are no records. */
  end(): number;
}
