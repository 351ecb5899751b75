/**
 * The webhook service: takes finished jobs and delivers them, one try and at most three retries.
 *
 * An attempt is written to the log before it is made, so that a crash can cost an attempt but never adds a fifth;
 * and a job's outcome is not committed until its delivery is over, so that a crash between attempts loses none:
 * the next owner finds in the read model how far it had come. Waiting costs no connection, so a slow receiver
 * delays only its own jobs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobState } from '../../core/job/job.ts';
import { JITTER, nextAttemptAt } from '../../core/job/webhook-schedule.ts';
import {
  type BlobKey,
  BlobMissing,
  BlobRefused,
  type BlobStore,
} from '../../platform/blob-store/blob-store.ts';
import type { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import type { Consumer, EventLog, RecordedEvent } from '../../platform/event-log/event-log.ts';
import { haveReached } from '../../platform/event-log/positions.ts';
import { newId, timeOfId, uuidV7 } from '../../platform/ids.ts';
import { isOutage } from '../../platform/outage.ts';
import { readRequestBlob } from '../../platform/request-blob.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import type { ExtractCompleted, ExtractFailed, WebhookFailed } from '../../schemas/events.ts';
import type { AttemptOutcome, Courier } from './courier.ts';
import { Folded } from './folded.ts';

export interface WebhookerPorts {
  log: EventLog;
  blobs: BlobStore;
  views: ViewStore;
  courier: Courier;
  unreadable: UnreadableBlobs;
  settings: Settings;
  telemetry: Telemetry;
}

/** Deliveries under way or waiting, an instance: each holds 9 kB, together a third of a pod's memory. */
const MAX_PENDING = 20_000;
/**
 * Outcomes of one partition read beyond a delivery that is not over: one to a receiver that is down takes a minute, and
 * hours behind thousands of others to it. Nobody else's may wait for it, and reading one again after a crash is cheap.
 */
const MAX_UNFINISHED = 200_000;

/** What came of an attempt stands in the read model this long after its end at the latest; instances' clocks differ, too. */
const RECORDED_WITHIN_MS = 2_000;
const LOOK_INTERVAL_MS = 250;

/** A turn of the clock that comes so late was frozen: its partitions may be others', and it hears of that in a second. */
const TICK_MS = 1_000;
const FROZEN_MS = 5_000;
const HEARD_MS = 1_000;

type Outcome = ExtractCompleted | ExtractFailed;

interface Delivering {
  /** Aborts when this delivery is in other hands. */
  signal: AbortSignal;
  over: Promise<void>;
}

export class Webhooker {
  private readonly ports: WebhookerPorts;
  /** Jobs whose outcome is being delivered here. */
  private readonly delivering = new Map<string, Delivering>();
  private readonly leaving = new AbortController();
  private readonly folded: Folded;
  /** Resolves when the read model knows every attempt that was made before the last assignment, or while it was frozen. */
  private known: Promise<void> = Promise.resolve();
  private tickedAt = performance.now();
  /** How often this process was found to have been frozen. */
  private freezes = 0;

  constructor(ports: WebhookerPorts) {
    this.ports = ports;
    this.folded = new Folded(ports.views);
  }

  /** Ends the waits for next attempts: whoever takes over makes them, so a stop need not last as long as a pause. */
  leave(): void {
    this.leaving.abort();
  }

  start(): Consumer {
    setInterval(() => this.tick(), TICK_MS).unref();
    return this.ports.log.consume({
      group: 'webhooker',
      topics: ['outcomes'],
      maxInFlight: MAX_PENDING,
      maxUnfinished: MAX_UNFINISHED,
      onAssigned: settledInMs => this.lookAnew(settledInMs),
      handle: (record, signal) => this.handle(record, signal),
    });
  }

  private tick(): void {
    const now = performance.now();
    if (now - this.tickedAt > FROZEN_MS) {
      this.freezes++;
      this.lookAnew(HEARD_MS);
    }
    this.tickedAt = now;
  }

  private lookAnew(settledInMs: number): void {
    this.known = this.readUp(settledInMs);
    this.known.catch(() => undefined);
  }

  private async handle(record: RecordedEvent, signal: AbortSignal): Promise<void> {
    const { event } = record;
    if ((event.type !== 'ExtractCompleted' && event.type !== 'ExtractFailed') || !event.webhook) return;
    for (let other = this.delivering.get(event.job_id); other; other = this.delivering.get(event.job_id)) {
      // The same outcome written twice, or a later one: the first is not committed before its delivery is over, so
      // that a crash loses nothing by letting this one go.
      if (!other.signal.aborted) return;
      // The partition was elsewhere for a moment: what is left of that delivery here ends at its next step.
      await other.over;
    }
    const over = this.deliverOnce(event, record, signal).finally(() => this.delivering.delete(event.job_id));
    this.delivering.set(event.job_id, { signal, over: over.catch(() => undefined) });
    await over;
  }

  private async deliverOnce(event: Outcome, record: RecordedEvent, signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([signal, this.leaving.signal]);
    await this.known;
    await this.folded.wait(record, ended);
    const job = await this.afterAttempt(event.job_id, ended);
    if (job?.webhook === 'delivered' || job?.webhook === 'given_up' || isLater(job, event)) return;
    const url = await this.address(event);
    if (url === null) return;
    await this.deliver(event, url, job, ended, record.traceparent);
  }

  /**
   * A read model that lags behind would give an attempt the number of one that was made, and so add a fifth. Asked for
   * once an assignment, and once after each freeze: what is attempted after it is attempted here.
   */
  private async readUp(settledInMs: number): Promise<void> {
    const { log, views } = this.ports;
    await sleep(settledInMs, undefined, { signal: this.leaving.signal });
    const ends = await this.answer(() => log.ends(['webhooks']));
    for (;;) {
      if (haveReached(await this.answer(() => views.positions()), ends)) return;
      await sleep(LOOK_INTERVAL_MS, undefined, { signal: this.leaving.signal });
    }
  }

  /** An outage is said by whoever is away, and waited for: nothing can be delivered before, and nothing is lost by it. */
  private async answer<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!isOutage(error)) throw error;
        await sleep(LOOK_INTERVAL_MS, undefined, { signal: this.leaving.signal });
      }
    }
  }

  /**
   * The job when no attempt at it can be under way any more: whoever had this partition before lets his end (when a new
   * instance joins, say), and what came of it counts.
   */
  private async afterAttempt(jobId: string, signal: AbortSignal): Promise<JobState | undefined> {
    const longestMs = this.ports.settings.WEBHOOK_TIMEOUT_MS + RECORDED_WITHIN_MS;
    // However far ahead of this clock the attempt was recorded: it may have been set back since.
    const end = performance.now() + longestMs;
    for (;;) {
      const job = await this.ports.views.job(jobId);
      const untilOverMs = (job?.webhookAttemptedAt ?? 0) + longestMs - Date.now();
      const leftMs = Math.min(untilOverMs, end - performance.now());
      if (leftMs <= 0) return job;
      await sleep(Math.min(leftMs, LOOK_INTERVAL_MS), undefined, { signal });
    }
  }

  private async deliver(
    event: Outcome,
    url: string,
    job: JobState | undefined,
    signal: AbortSignal,
    traceparent: string | undefined,
  ): Promise<void> {
    const { settings, log, courier, telemetry } = this.ports;
    const delivery = { job_id: event.job_id, key_id: event.key_id, delivery_id: deliveryId(event.job_id) };
    const record = <E extends object>(details: E) => ({
      event_id: newId(),
      at: Date.now(),
      ...delivery,
      ...details,
    });
    let attempt = (job?.webhookAttempts ?? 0) + 1;
    let due = Math.min(job?.webhookNextAt ?? 0, Date.now() + longestPauseMs(settings));
    if (attempt > settings.WEBHOOK_BACKOFF_MS.length + 1) {
      // The process stopped during the last attempt: what came of it is not known, and there is no fifth.
      await log.append([interrupted(record({ attempt: attempt - 1 }))], { traceparent });
      return;
    }
    for (;;) {
      await sleep(Math.max(0, due - Date.now()), undefined, { signal });
      let startedAt = Date.now();
      // Not before its turn: an attempt that only waits in a slow receiver's line must not be used up by a crash.
      const begin = async () => {
        const freezes = await this.lookLast(event.job_id, attempt, signal);
        await log.append([{ type: 'WebhookAttempted', ...record({ attempt }) }], { traceparent });
        // Whoever has it by now may not have seen this attempt: it is used up, not made twice.
        if (signal.aborted || this.wasFrozenSince(freezes)) throw new Error('handed over before it was made');
        startedAt = Date.now();
      };
      const outcome = await courier.attempt({ event, url, attempt, deliveryId: delivery.delivery_id, begin });
      telemetry.webhookAttempts.inc({ outcome: outcome.kind });
      const duration_ms = Date.now() - startedAt;
      if (outcome.kind === 'delivered') {
        const { status } = outcome;
        await log.append([{ type: 'WebhookDelivered', ...record({ attempt, status, duration_ms }) }], {
          traceparent,
        });
        return;
      }
      const next = nextAttemptAt(attempt, settings.WEBHOOK_BACKOFF_MS, Date.now(), Math.random());
      const failed = {
        attempt,
        status: statusOf(outcome),
        reason: outcome.kind,
        duration_ms,
        next_attempt_at: next,
      };
      await log.append([{ type: 'WebhookFailed', ...record(failed) }], { traceparent });
      if (next === null) return;
      attempt++;
      due = next;
    }
  }

  /**
   * The last look before an attempt is written down; answers how often this process had been frozen at it. A freeze in
   * the middle of it shows before what it has read can be believed, not only at the next turn of the clock.
   */
  private async lookLast(jobId: string, attempt: number, signal: AbortSignal): Promise<number> {
    for (;;) {
      this.tick();
      const { freezes } = this;
      await this.known;
      if (signal.aborted) throw new Error('stopped before its turn came');
      const job = await this.ports.views.job(jobId);
      if (this.wasFrozenSince(freezes)) continue;
      if (isOvertaken(job, attempt)) throw new Error('the attempt was made by another instance');
      return freezes;
    }
  }

  private wasFrozenSince(freezes: number): boolean {
    this.tick();
    return this.freezes !== freezes;
  }

  private async address(event: Outcome): Promise<string | null> {
    const { blobs, unreadable } = this.ports;
    const read = () => readRequestBlob(blobs, event.request_blob);
    try {
      return (await unreadable.read((event.request_blob ?? 'request/') as BlobKey, read)).webhookUrl;
    } catch (error) {
      if (error instanceof BlobMissing || error instanceof BlobRefused) return null;
      throw error;
    }
  }
}

/** What stands in the log for longer was written before the clock was set back. */
function longestPauseMs({ WEBHOOK_BACKOFF_MS }: Settings): number {
  return Math.max(0, ...WEBHOOK_BACKOFF_MS) * (1 + JITTER);
}

/** A later terminal event of a job that had ended already: only the first is anybody's result. */
function isLater(job: JobState | undefined, event: Outcome): boolean {
  return job?.finishedAt !== undefined && job.finishedAt !== null && job.finishedAt !== event.at;
}

function isOvertaken(job: JobState | undefined, attempt: number): boolean {
  return job !== undefined && (job.webhookAttempts >= attempt || job.webhook === 'delivered');
}

/** One id for all attempts of a job's delivery, derived so that whoever takes over uses the same. */
export function deliveryId(jobId: string): string {
  const tail = Buffer.from(jobId.replaceAll('-', ''), 'hex').subarray(6).reverse();
  return uuidV7(timeOfId(jobId) ?? 0, tail);
}

function statusOf(outcome: AttemptOutcome): number | null {
  return outcome.kind === 'status' ? outcome.status : null;
}

function interrupted(
  common: Omit<WebhookFailed, 'type' | 'status' | 'reason' | 'duration_ms' | 'next_attempt_at'>,
): WebhookFailed {
  return {
    type: 'WebhookFailed',
    ...common,
    status: null,
    reason: 'interrupted',
    duration_ms: 0,
    next_attempt_at: null,
  };
}
