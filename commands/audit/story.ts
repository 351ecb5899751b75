/** Records of the log as an operator reads them: in order, each with its position and whether it counted. */
import type { RecordedEvent } from '../../platform/event-log/event-log.ts';
import type { Event } from '../../schemas/events.ts';

export interface Told {
  record: RecordedEvent;
  /** For records of which only one can count: whether this one does, and why. */
  verdict?: { won: boolean; because: string };
}

/**
 * Oldest first, by the times in the events. The clocks of several machines set those, so a job's event is never put
 * before an event that must precede it (`Course`). The log has no order between topics; a stable sort by time keeps
 * each topic's own. The verdicts need all of the log's records of a job.
 */
export function story(records: readonly RecordedEvent[]): Told[] {
  const judge = new Judge();
  const told = inLogOrder(records).map(record => {
    const verdict = judge.verdict(record);
    return verdict === undefined ? { record } : { record, verdict };
  });
  const course = new Course(records);
  return told.toSorted((one, other) => course.compare(one.record.event, other.record.event));
}

/** The step of a job that each event belongs to; a higher step follows from a lower one. */
const STEPS: Partial<Record<Event['type'], number>> = {
  ExtractRequested: 1,
  ExtractDeferred: 2,
  ExtractCompleted: 3,
  ExtractFailed: 3,
  WebhookAttempted: 4,
  WebhookDelivered: 5,
  WebhookFailed: 5,
};
const stepOf = ({ type }: Event): number => STEPS[type] ?? 0;

/** Orders the events of jobs. */
class Course {
  /** For each job, the earliest time of each step. */
  private readonly firsts = new Map<string, Map<number, number>>();

  constructor(records: readonly RecordedEvent[]) {
    for (const { event } of records) {
      if (!('job_id' in event)) continue;
      const firsts = this.firsts.get(event.job_id) ?? new Map<number, number>();
      const step = stepOf(event);
      this.firsts.set(event.job_id, firsts.set(step, Math.min(firsts.get(step) ?? event.at, event.at)));
    }
  }

  compare(one: Event, other: Event): number {
    return this.timeOf(one) - this.timeOf(other) || stepOf(one) - stepOf(other);
  }

  /** The event's time, but not earlier than the first event of any lower step. */
  private timeOf(event: Event): number {
    const firsts = 'job_id' in event ? [...(this.firsts.get(event.job_id) ?? [])] : [];
    const before = firsts.filter(([step]) => step > 0 && step < stepOf(event)).map(([, at]) => at);
    return Math.max(event.at, ...before);
  }
}

/** Sorts by topic, partition and offset: the order in which records are folded. */
export function inLogOrder(records: readonly RecordedEvent[]): RecordedEvent[] {
  return records.toSorted(
    (one, other) =>
      compare(one.topic, other.topic) || one.partition - other.partition || one.offset - other.offset,
  );
}

/** One line of the audit: `{"type","job_id","at",…}`, then the record's position. */
export function lineOf({ record, verdict }: Told): object {
  const { event, topic, partition, offset } = record;
  const { type, at, ...details } = event;
  const owner = 'job_id' in event ? { job_id: event.job_id } : { key_id: event.key_id };
  const shown = Object.fromEntries(Object.entries(details).filter(([field]) => !SECRET_FIELDS.has(field)));
  return {
    type,
    ...owner,
    at: new Date(at).toISOString(),
    ...shown,
    topic,
    partition,
    offset,
    ...verdict,
  };
}

/** Fields that are left out: they do not help a reader of the history, and could be used to test guesses of a key. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['secret_sha256']);

/** Judges records in the order of the log, and remembers the first of those that compete. */
class Judge {
  private readonly first = new Map<string, RecordedEvent>();

  verdict(record: RecordedEvent): Told['verdict'] {
    const { event } = record;
    const repeated = this.earlier(`event ${event.event_id}`, record);
    if (repeated !== undefined) return { won: false, because: `the same event stands at ${place(repeated)}` };
    switch (event.type) {
      case 'ExtractRequested': {
        const earlier = this.earlier(`request ${record.topic} ${event.job_id}`, record);
        // Most requests have no rival, and need no verdict.
        return earlier && { won: false, because: `the job was requested at ${place(earlier)}` };
      }
      case 'ExtractCompleted':
      case 'ExtractFailed': {
        const erased = this.first.get(`erasure ${event.job_id}`);
        if (erased !== undefined)
          return { won: false, because: `the job had been erased at ${place(erased)}` };
        const earlier = this.earlier(`end ${event.job_id}`, record);
        if (earlier === undefined) return { won: true, because: 'the first end of the job in the log' };
        return { won: false, because: `the job had ended at ${place(earlier)}` };
      }
      case 'JobErased':
        this.earlier(`erasure ${event.job_id}`, record);
        return undefined;
      case 'WebhookAttempted': {
        const earlier = this.earlier(`attempt ${event.attempt} ${event.job_id}`, record);
        return earlier && { won: false, because: `attempt ${event.attempt} was taken at ${place(earlier)}` };
      }
      default:
        return undefined;
    }
  }

  private earlier(what: string, record: RecordedEvent): RecordedEvent | undefined {
    const earlier = this.first.get(what);
    if (earlier === undefined) this.first.set(what, record);
    return earlier;
  }
}

function place({ topic, partition, offset }: RecordedEvent): string {
  return `${topic}/${partition} offset ${offset}`;
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
