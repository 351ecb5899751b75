/**
 * The webhook service: delivers finished jobs to their webhook_url or result_url, with one try and at most three
 * retries.
 *
 * An attempt is written to the log before it is made, and made by the sender whose record of it is the first
 * (`attempt-log.ts`), so that a crash or a network cut can cost an attempt but never adds a fifth. A job's outcome is
 * not committed until its delivery is over, so a crash between attempts loses none: the next owner reads from the read
 * model how far it had come. Waiting holds no connection, so a slow receiver delays only its own jobs.
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
import type { Consumer, EventLog, Follower, RecordedEvent } from '../../platform/event-log/event-log.ts';
import { haveReached } from '../../platform/event-log/positions.ts';
import { newId, timeOfId, uuidV7 } from '../../platform/ids.ts';
import { readRequestBlob } from '../../platform/request-blob.ts';
import type { Settings } from '../../platform/settings.ts';
import { endStage } from '../../platform/stages.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { Folded } from '../../platform/view-store/folded.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import type { ExtractCompleted, ExtractFailed, WebhookFailed } from '../../schemas/events.ts';
import { AttemptLog, type AttemptWatch } from './attempt-log.ts';
import { type Address, type AttemptOutcome, type Courier, failUncalled } from './courier.ts';

export interface WebhookerPorts {
  log: EventLog;
  blobs: BlobStore;
  views: ViewStore;
  courier: Courier;
  unreadable: UnreadableBlobs;
  settings: Settings;
  telemetry: Telemetry;
}

/** Most deliveries, running or waiting, in an instance: each holds 9 kB, together a third of a pod's memory. */
const MAX_PENDING = 20_000;
/**
 * Most outcomes of one partition read past a delivery that is not over. A delivery to a dead receiver takes a minute,
 * and hours behind thousands of others. Other keys' deliveries must not wait for it, and reading outcomes again after a
 * crash is cheap.
 */
const MAX_UNFINISHED = 200_000;

/** How long outcomes are gathered before they are handled; most of them need no call, and it is little compared to a call. */
const GATHER_MS = 20;

/** An attempt's result is in the read model at most this long after its end; includes the difference of instances' clocks. */
const RECORDED_WITHIN_MS = 2_000;
const LOOK_INTERVAL_MS = 250;

type Outcome = ExtractCompleted | ExtractFailed;

const MADE_BY_ANOTHER = 'the attempt was made by another instance';

interface Delivery {
  job: JobState | undefined;
  watch: AttemptWatch;
  signal: AbortSignal;
  traceparent: string | undefined;
}

interface Delivering {
  /** Offset of the outcome, in the partition that all outcomes of its job are in. */
  offset: number;
  /** Aborts when another instance has taken over this delivery. */
  signal: AbortSignal;
  over: Promise<void>;
}

export class Webhooker {
  private readonly ports: WebhookerPorts;
  /** Jobs whose outcome is being delivered by this instance. */
  private readonly delivering = new Map<string, Delivering>();
  private readonly leaving = new AbortController();
  private readonly folded: Folded;
  private readonly attempts: AttemptLog;

  constructor(ports: WebhookerPorts) {
    this.ports = ports;
    this.folded = new Folded(ports.views);
    this.attempts = new AttemptLog(ports.log);
  }

  /** Ends the waits for next attempts: the process that takes over makes them, so a stop need not last as long as a pause. */
  leave(): void {
    this.leaving.abort();
  }

  start(): { outcomes: Consumer; attempts: Follower } {
    const attempts = this.attempts.start();
    const outcomes = this.ports.log.consume({
      group: 'webhooker',
      topics: ['outcomes'],
      maxInFlight: MAX_PENDING,
      maxUnfinished: MAX_UNFINISHED,
      gatherMs: GATHER_MS,
      handle: (record, signal) => this.handle(record, signal),
    });
    return { outcomes, attempts };
  }

  private async handle(record: RecordedEvent, signal: AbortSignal): Promise<void> {
    const { event } = record;
    if ((event.type !== 'ExtractCompleted' && event.type !== 'ExtractFailed') || !event.webhook) return;
    for (let other = this.delivering.get(event.job_id); other; other = this.delivering.get(event.job_id)) {
      // The same outcome written twice, or a later one. The first is not committed before its delivery is over, so a
      // crash loses nothing if this one is dropped.
      if (!other.signal.aborted && other.offset < record.offset) return;
      // Either the partition was elsewhere for a moment, and what is left of that delivery here ends at its next step.
      // Or this is the first outcome, read again after a failure on our side, and the other is a later one, which
      // delivers nothing.
      await other.over;
    }
    const over = this.deliverOnce(event, record, signal).finally(() => this.delivering.delete(event.job_id));
    const { offset } = record;
    this.delivering.set(event.job_id, { offset, signal, over: over.catch(() => undefined) });
    await over;
  }

  private async deliverOnce(event: Outcome, record: RecordedEvent, signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([signal, this.leaving.signal]);
    const watch = await this.attempts.watch(event.job_id);
    try {
      const job = await this.known(event, record, watch, ended);
      if (job?.webhook === 'delivered' || job?.webhook === 'given_up' || isLater(job, event)) return;
      if (job === undefined && this.wasForgotten(event)) return;
      const to = await this.address(event);
      if (to === null) {
        // An erasure deletes the address too. Otherwise an address outlives its job.
        if (!job?.erased) this.ports.unreadable.missing((event.request_blob ?? 'request/') as BlobKey);
        return;
      }
      await this.deliver(event, to, { job, watch, signal: ended, traceparent: record.traceparent });
    } finally {
      this.attempts.end(event.job_id);
    }
  }

  /**
   * The job from a read model that has folded its outcome and everything about its delivery that was written before the
   * watch began. Asks again if the store turns out to have lost something meanwhile.
   */
  private async known(
    event: Outcome,
    record: RecordedEvent,
    { since }: AttemptWatch,
    signal: AbortSignal,
  ): Promise<JobState | undefined> {
    for (;;) {
      await this.folded.wait(record, signal);
      for (const { next, ...place } of since)
        if (next > 0) await this.folded.wait({ ...place, offset: next - 1 }, signal);
      const job = await this.afterAttempt(event.job_id, signal);
      if (haveReached(await this.ports.views.positions(), since)) return job;
    }
  }

  /**
   * Whether the job's end was folded and forgotten since: it was read again by a group that lost its positions, or it
   * is a second end, from work begun while the job was known, that arrived after the job was forgotten.
   */
  private wasForgotten(event: Outcome): boolean {
    return Date.now() - (event.at - event.duration_ms) > this.ports.settings.JOB_RETENTION_SECONDS * 1000;
  }

  /**
   * The job once no attempt at it can be running any more: the previous owner of this partition finishes his (when a
   * new instance joins, for example), and its result counts.
   */
  private async afterAttempt(jobId: string, signal: AbortSignal): Promise<JobState | undefined> {
    const longestMs = this.ports.settings.WEBHOOK_TIMEOUT_MS + RECORDED_WITHIN_MS;
    // Bounded by this clock's own time, because the clock may have been set back since the attempt was recorded.
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
    known: Address | undefined,
    { job, watch, signal, traceparent }: Delivery,
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
    let due = job?.webhookNextAt ?? 0;
    if (attempt > settings.WEBHOOK_BACKOFF_MS.length + 1) {
      // The process stopped during the last attempt: its result is unknown, and there is no fifth.
      await log.append([interrupted(record({ attempt: attempt - 1 }))], { traceparent });
      return;
    }
    for (let to = known; ; to ??= (await this.address(event)) ?? undefined) {
      await sleep(Math.min(Math.max(0, due - Date.now()), longestPauseMs(settings)), undefined, { signal });
      let startedAt = Date.now();
      // Called only when its turn comes: an attempt that merely waits for a slow receiver must not be used up by a
      // crash.
      const begin = async () => {
        if (signal.aborted) throw new Error('stopped before its turn came');
        if (watch.isOvertaken(attempt)) throw new Error(MADE_BY_ANOTHER);
        // The body may have been prepared before; if the job was erased since, do not send it.
        if ((await this.ports.views.job(event.job_id))?.erased) throw new Error('the job was erased');
        const begun = { type: 'WebhookAttempted' as const, ...record({ attempt }) };
        await log.append([begun], { traceparent });
        if (!(await watch.isMadeBy(begun.event_id, attempt, signal))) throw new Error(MADE_BY_ANOTHER);
        // The partition's new owner continues with the next attempt: this one is used up.
        if (signal.aborted) throw new Error('handed over before it was made');
        startedAt = Date.now();
      };
      const outcome = to
        ? await courier.attempt({ event, to, attempt, deliveryId: delivery.delivery_id, begin })
        : await failUncalled(begin);
      telemetry.webhookAttempts.inc({ outcome: outcome.kind });
      endStage(telemetry, 'deliver', {
        startedAt,
        parent: traceparent,
        kind: 'client',
        failure: outcome.kind === 'delivered' ? undefined : outcome.kind,
        attributes: { 'textrail.job_id': event.job_id, attempt },
      });
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
   * Where to deliver; null if the address no longer exists, undefined if its store refuses to read it and may allow it
   * for the next attempt.
   */
  private async address(event: Outcome): Promise<Address | null | undefined> {
    const { blobs, unreadable } = this.ports;
    const read = () => readRequestBlob(blobs, event.request_blob);
    try {
      const blob = (event.request_blob ?? 'request/') as BlobKey;
      const { webhookUrl, resultUrl } = await unreadable.read(blob, read);
      if (resultUrl !== null) return { method: 'PUT', url: resultUrl };
      return webhookUrl === null ? null : { method: 'POST', url: webhookUrl };
    } catch (error) {
      if (error instanceof BlobMissing) return null;
      if (error instanceof BlobRefused) return undefined;
      throw error;
    }
  }
}

/** Longest wait for a retry. A later due time was written before the clock was set back. */
function longestPauseMs({ WEBHOOK_BACKOFF_MS }: Settings): number {
  return Math.max(0, ...WEBHOOK_BACKOFF_MS) * (1 + JITTER);
}

/** Whether this is a later outcome of a job that had already ended; only the first is its result. */
function isLater(job: JobState | undefined, event: Outcome): boolean {
  return job?.finishedAt !== undefined && job.finishedAt !== null && job.finishedAt !== event.at;
}

/** The id shared by all attempts of a job's delivery, derived from the job's id so that another instance uses the same. */
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
