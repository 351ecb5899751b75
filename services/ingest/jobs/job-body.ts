/** A job as its owner sees it. */

import { isFinished, isInFlight, type JobState } from '../../../core/job/job.ts';
import type { DeliveryAttempt, DocumentFacts } from '../../../core/job/job-facts.ts';
import type { ViewStore } from '../../../platform/view-store/view-store.ts';
import type { Job, JobDocument, JobStage, WebhookAttempt } from '../../../schemas/jobs-api.ts';

/** The body for a job. Rejects with `ViewStoreUnavailable`. */
export async function jobBody(views: Pick<ViewStore, 'progress'>, job: JobState): Promise<Job> {
  // The progress of a job whose caller waits is of no use: he cannot ask for it before he has the answer.
  const progress = job.asynchronous && isInFlight(job) ? await views.progress(job.jobId) : undefined;
  return {
    job_id: job.jobId,
    state: stateOf(job),
    error: job.code,
    asynchronous: job.asynchronous,
    format: job.format,
    source: job.source ?? null,
    stages: stagesOf(job),
    progress: progress ? { pages_done: progress.pagesDone, pages: progress.pages } : null,
    document: job.facts ? documentOf(job.facts) : null,
    build: job.facts?.build ?? null,
    webhook: {
      state: job.webhook,
      next_attempt_at: timeOrNull(job.webhookNextAt),
      attempts: (job.attempts ?? []).map(attemptOf),
    },
  };
}

export function stateOf({ status }: JobState): Job['state'] {
  return status === 'completed' ? 'success' : status === 'failed' ? 'error' : 'processing';
}

export const time = (at: number): string => new Date(at).toISOString();
export const timeOrNull = (at: number | null): string | null => (at === null ? null : time(at));

/**
 * The job's stages in order. No stage is shown as earlier than the one before it: ingest dates the first by its own
 * clock, which may be ahead of the clock that dates the others.
 */
function stagesOf(job: JobState): JobStage[] {
  const { requestedAt, facts, finishedAt } = job;
  const startedAt = Math.max(requestedAt, facts?.startedAt ?? requestedAt);
  const stages: JobStage[] = [{ stage: 'accepted', at: time(requestedAt) }];
  if (facts) stages.push({ stage: 'started', at: time(startedAt) });
  if (isFinished(job) && finishedAt !== null)
    stages.push({ stage: 'finished', at: time(Math.max(startedAt, finishedAt)) });
  return stages;
}

function documentOf(facts: DocumentFacts): JobDocument {
  return {
    content_type: facts.contentType,
    bytes: facts.bytes,
    chars: facts.chars,
    pages: facts.pages,
    ocr: facts.ocr,
    ocr_pages: facts.ocrPages ?? null,
    ocr_confidence: facts.ocrConfidence ?? null,
    warnings: [...facts.warnings],
  };
}

function attemptOf({ attempt, startedAt, endedAt, status, reason }: DeliveryAttempt): WebhookAttempt {
  return {
    attempt,
    started_at: timeOrNull(startedAt),
    ended_at: timeOrNull(endedAt),
    status,
    reason,
  };
}
