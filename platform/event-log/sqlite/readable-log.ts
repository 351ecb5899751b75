import type { JournalDatabase } from '../../sqlite/journal-database.ts';
import type { Batch } from '../event-log.ts';

/** What the log's consumers need of it. */
export interface ReadableLog {
  readonly journal: JournalDatabase;
  /**
   * Records of all topics from `next` on, at most so many, and the position after what was read; of other processes,
   * those whose commit was seen. Only what is durable, unless `all` that can be read is asked for.
   */
  batch(next: number, most?: number, all?: boolean): Batch;
  /** Calls back when there may be more to read: durable records, or any where `all` are asked for. */
  onChange(listener: () => void, all?: boolean): () => void;
  /** Calls back where the log takes no more records until a new start. */
  onFailure(listener: (error: unknown) => void): () => void;
  /** The offset that the next record will have at the least; 0 while there is none. */
  end(): number;
}
