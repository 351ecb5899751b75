/** A claimed job as GET shows it until its event is projected. */
import type { JobState } from '../../core/job/job.ts';
import type { ClaimRequest } from './view-store.ts';

export type ShownClaim = Pick<ClaimRequest, 'keyId' | 'asynchronous' | 'at'>;

export function claimedJob(jobId: string, { keyId, asynchronous, at }: ShownClaim): JobState {
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
    fingerprint: null,
    idempotencyKeyHash: null,
    webhook: 'none',
    webhookAttempts: 0,
    webhookNextAt: null,
    webhookAttemptedAt: null,
    source: null,
    facts: null,
    attempts: [],
  };
}
