/**
 * Writes one record of each job for analysts, into a compacted topic: how it ended, what it was, how long it took. It
 * is a consumer of its own, so that nobody who waits for an answer waits for it.
 *
 * Records are written at least once, and exactly once in effect: a record describes the end that counts and carries
 * that event's id, so a repeat is the same record and compaction keeps one. The record of an erased job is retracted,
 * whichever of the two handlers runs last: each looks at the read model after its own event is folded.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobState } from '../../core/job/job.ts';
import type { KeyState } from '../../core/keys/key.ts';
import type { Consumer, EventLog, RecordedEvent } from '../../platform/event-log/event-log.ts';
import { Folded } from '../../platform/view-store/folded.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import type { ExtractCompleted, ExtractFailed, JobEnded } from '../../schemas/events.ts';
import { SCHEMA_RELEASES } from '../../schemas/releases.ts';

export interface JobRecordsPorts {
  log: Pick<EventLog, 'consume' | 'append' | 'retract'>;
  views: Pick<ViewStore, 'positions' | 'job' | 'key'>;
}

/**
 * The first release of the schemas that has these records. While an earlier one is written there are none; they are
 * made from the log later.
 */
export const RECORDS_RELEASE = 1 + SCHEMA_RELEASES.findIndex(versions => versions.includes('JobEnded.v1'));

/** Each holds an event and waits for the read model, or for an append that many share. */
const MAX_IN_FLIGHT = 500;
/** Analysts are in no hurry. */
const READ_EVERY_MS = 250;
/** Records that are ready within this time are written together. */
const GATHER_MS = 50;

export class JobRecords {
  private readonly ports: JobRecordsPorts;
  private readonly folded: Folded;
  private gathering: Promise<void> | undefined;

  constructor(ports: JobRecordsPorts) {
    this.ports = ports;
    this.folded = new Folded(ports.views);
  }

  start(): Consumer {
    return this.ports.log.consume({
      group: 'job-records',
      topics: ['outcomes'],
      maxInFlight: MAX_IN_FLIGHT,
      gatherMs: READ_EVERY_MS,
      handle: (record, signal) => this.handle(record, signal),
    });
  }

  private async handle(record: RecordedEvent, signal: AbortSignal): Promise<void> {
    const { log, views } = this.ports;
    const { event, traceparent } = record;
    if (event.type === 'JobErased') {
      await this.folded.wait(record, signal);
      await log.retract([event.job_id]);
    } else if (event.type === 'ExtractCompleted' || event.type === 'ExtractFailed') {
      await this.gathered();
      await this.folded.wait(record, signal);
      const [job, key] = await Promise.all([views.job(event.job_id), views.key(event.key_id)]);
      if (job?.erased || isLater(job, event)) return;
      await log.append([recordOf(event, job, key)], { traceparent });
      if ((await views.job(event.job_id))?.erased) await log.retract([event.job_id]);
    }
  }

  /** Resolves at one moment for all who called meanwhile. */
  private gathered(): Promise<void> {
    this.gathering ??= sleep(GATHER_MS).then(() => {
      this.gathering = undefined;
    });
    return this.gathering;
  }
}

/** Whether another end of the job counts. If the job was forgotten meanwhile, this end is accepted. */
function isLater(job: JobState | undefined, event: ExtractCompleted | ExtractFailed): boolean {
  return job !== undefined && job.finishedAt !== event.at;
}

/** `job` and `key` are undefined if they are no longer known. */
export function recordOf(
  event: ExtractCompleted | ExtractFailed,
  job: JobState | undefined,
  key: KeyState | undefined,
): JobEnded {
  const completed = event.type === 'ExtractCompleted' ? event : undefined;
  return {
    type: 'JobEnded',
    event_id: event.event_id,
    at: event.at,
    job_id: event.job_id,
    key_id: event.key_id,
    account: key?.account ?? null,
    plan: key?.plan ?? null,
    outcome: event.type === 'ExtractCompleted' ? 'completed' : event.code,
    format: completed?.format ?? job?.format ?? 'text',
    content_type: event.content_type,
    bytes: event.bytes,
    result_bytes: completed?.result_bytes ?? null,
    chars: completed?.chars ?? null,
    pages: completed?.pages ?? null,
    ocr: completed?.ocr ?? false,
    ocr_pages: completed?.ocr_pages ?? null,
    warnings: completed?.warnings ?? [],
    webhook: event.webhook,
    requested_at: event.requested_at,
    waiting_ms: completed === undefined ? null : Math.max(0, completed.started_at - completed.requested_at),
    fetch_ms: completed?.fetch_ms ?? null,
    extraction_ms: Math.max(0, event.duration_ms - (completed?.fetch_ms ?? 0)),
    result_hmac: completed?.result_hmac ?? null,
  };
}
