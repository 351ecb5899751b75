/**
 * The journal: blobs and the events that speak of them, written so that no reader of the log ever meets an event
 * whose blob is not there. Where one machine holds both it is one commit; where two do, blobs come first.
 */
import type { Event } from '../../schemas/events.ts';
import type { BlobKey, NewBlob } from '../blob-store/blob-store.ts';
import type { AppendOptions } from '../event-log/event-log.ts';

export interface Entry {
  blobs: readonly NewBlob[];
  events: readonly Event[];
  /** Blobs that nobody needs once the events are durable. What cannot be deleted then is left to the sweeper. */
  forgets?: readonly BlobKey[];
}

export interface Journal {
  /** Durable when resolved. When it rejects, blobs may remain (the sweeper expires them) and the events may still appear. */
  record(entry: Entry, options?: AppendOptions): Promise<void>;
}
