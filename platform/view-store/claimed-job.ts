/** A claimed job as GET shows it until its event is projected. */
import type { JobState } from '../../core/job/job.ts';
import type { ClaimRequest } from './view-store.ts';

export function claimedJob({ jobId, keyId, asynchronous, at, idempotency }: ClaimRequest): JobState {
  return {
    jobId,
    keyId,
    status: 'processing',
    asynchronous,
    format: 'text',
    requestedAt: at,
    finishedAt: null,
    code: null,
    resultBlob: null,
    fingerprint: idempotency?.fingerprint ?? null,
    idempotencyKeyHash: idempotency?.keyHash ?? null,
    webhook: 'none',
    webhookAttempts: 0,
    webhookNextAt: null,
    webhookAttemptedAt: null,
  };
}
