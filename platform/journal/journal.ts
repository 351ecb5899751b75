/**
 * The journal writes blobs together with the events that name them, so that no reader of the log ever sees an event
 * whose blob is missing. If one machine holds both, it is one commit; otherwise blobs are written first.
 */
import type { Event } from '../../schemas/events.ts';
import type { BlobKey, NewBlob } from '../blob-store/blob-store.ts';
import type { AppendOptions } from '../event-log/event-log.ts';

export interface Entry {
  blobs: readonly NewBlob[];
  events: readonly Event[];
  /** Blobs that nobody needs once the events are durable. Those that cannot be deleted then are left to the sweeper. */
  forgets?: readonly BlobKey[];
}

export interface Journal {
  /**
   * Resolves when the entry is durable. If it rejects, blobs may remain (the sweeper expires them) and the events may
   * still appear.
   */
  record(entry: Entry, options?: AppendOptions): Promise<void>;
}
