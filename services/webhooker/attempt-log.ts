/**
 * The log decides who makes an attempt: the sender whose record of (job, attempt) is the first. A sender reads the log
 * itself, whichever partitions it may have lost meanwhile, and sends only after seeing that the first record is its
 * own; neither the acknowledgement of its append nor its clock tells that. So no attempt is made twice, whichever
 * sender was cut off, frozen or slow. If the owner of an attempt dies before sending, the attempt is used up.
 */
import {
  type EventLog,
  type Follower,
  LogUnavailable,
  type Position,
} from '../../platform/event-log/event-log.ts';
import type { Event } from '../../schemas/events.ts';

/**
 * Time from an acknowledged append until its record is read: normally milliseconds, but as long as a failover if one
 * begins then.
 */
const SEEN_WITHIN_MS = 30_000;

export class AttemptLog {
  private readonly log: Pick<EventLog, 'follow'>;
  private readonly watched = new Map<string, AttemptWatch>();
  private follower: Follower | undefined;

  constructor(log: Pick<EventLog, 'follow'>) {
    this.log = log;
  }

  start(): Follower {
    this.follower = this.log.follow({
      name: 'webhooker-attempts',
      topics: ['webhooks'],
      onRecords: records => {
        for (const { event } of records) if ('job_id' in event) this.watched.get(event.job_id)?.take(event);
      },
    });
    return this.follower;
  }

  /** Begins watching a job's attempts; call `end` afterwards. At most one watch per job at a time. */
  async watch(jobId: string): Promise<AttemptWatch> {
    if (this.follower === undefined) throw new Error('nobody reads the log');
    await this.follower.ready;
    const watch = new AttemptWatch(this.follower.next(jobId));
    this.watched.set(jobId, watch);
    return watch;
  }

  end(jobId: string): void {
    this.watched.delete(jobId);
  }
}

/** What the log says about one job's attempts from `since` on; anything earlier is in the read model. */
export class AttemptWatch {
  readonly since: readonly Position[];
  /** Event id of each attempt's first record. */
  private readonly owners = new Map<number, string>();
  private readonly waiting = new Map<number, () => void>();
  private isOver = false;

  constructor(since: readonly Position[]) {
    this.since = since;
  }

  take(event: Event): void {
    if (event.type === 'WebhookAttempted' && !this.owners.has(event.attempt)) {
      this.owners.set(event.attempt, event.event_id);
      this.waiting.get(event.attempt)?.();
    }
    if (event.type === 'WebhookDelivered') this.isOver = true;
    if (event.type === 'WebhookFailed' && event.next_attempt_at === null) this.isOver = true;
  }

  /** Whether the delivery is over, or somebody has begun this attempt or a later one. */
  isOvertaken(attempt: number): boolean {
    return this.isOver || Math.max(0, ...this.owners.keys()) >= attempt;
  }

  /**
   * Whether the attempt belongs to the appended record `eventId`; waits until the log has been read that far. Rejects
   * with `LogUnavailable` if it cannot be read, and when `signal` aborts.
   */
  async isMadeBy(eventId: string, attempt: number, signal: AbortSignal): Promise<boolean> {
    if (!this.owners.has(attempt)) await this.seen(attempt, signal);
    return this.owners.get(attempt) === eventId && !this.isOvertaken(attempt + 1);
  }

  private async seen(attempt: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => reject(signal.reason);
    const late = setTimeout(
      () => reject(new LogUnavailable('an attempt that was appended is not read')),
      SEEN_WITHIN_MS,
    );
    this.waiting.set(attempt, resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    await promise.finally(() => {
      clearTimeout(late);
      this.waiting.delete(attempt);
      signal.removeEventListener('abort', giveUp);
    });
  }
}
