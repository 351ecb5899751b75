/** Events and claims for the contract of the view stores: one job, one key, one moment. */
import { randomUUID } from 'node:crypto';
import type {
  ExtractCompleted,
  ExtractFailed,
  ExtractRequested,
  JobErased,
  WebhookAttempted,
} from '../../schemas/events.ts';
import type { Position } from '../event-log/event-log.ts';
import type { ClaimRequest } from './view-store.ts';

export const NOON = Date.UTC(2026, 10, 21, 12);

export function requested(
  jobId: string,
  keyId: string,
  fields: Partial<ExtractRequested> = {},
): ExtractRequested {
  return {
    type: 'ExtractRequested',
    event_id: randomUUID(),
    at: NOON,
    job_id: jobId,
    key_id: keyId,
    lane: 'bulk',
    asynchronous: true,
    format: 'text',
    source: 'upload',
    source_blob: null,
    bytes: 1,
    sha256: null,
    request_blob: null,
    webhook: false,
    deadline_at: NOON + 1_000,
    fingerprint: 'f',
    idempotency_key_hash: null,
    source_hmac: null,
    pepper: null,
    ...fields,
  };
}

export function completed(
  jobId: string,
  keyId: string,
  fields: Partial<ExtractCompleted> = {},
): ExtractCompleted {
  return {
    type: 'ExtractCompleted',
    event_id: randomUUID(),
    at: NOON + 10,
    job_id: jobId,
    key_id: keyId,
    format: 'text',
    content_type: 'text/html',
    bytes: 1,
    chars: 1,
    pages: null,
    ocr: false,
    warnings: [],
    result_blob: `result/${jobId}`,
    result_bytes: 1,
    source_blob: null,
    request_blob: null,
    webhook: false,
    requested_at: NOON,
    started_at: NOON,
    duration_ms: 10,
    ocr_pages: null,
    ocr_confidence: null,
    fetch_ms: null,
    result_hmac: null,
    pepper: null,
    build: null,
    ...fields,
  };
}

export function abusiveFailure(jobId: string, keyId: string, at: number): ExtractFailed {
  return {
    type: 'ExtractFailed',
    event_id: randomUUID(),
    at,
    job_id: jobId,
    key_id: keyId,
    code: 'fetch_failed',
    abusive: true,
    content_type: null,
    bytes: null,
    source_blob: null,
    request_blob: null,
    webhook: false,
    requested_at: NOON,
    duration_ms: 1,
    build: null,
  };
}

export function attempted(jobId: string, keyId: string, at: number): WebhookAttempted {
  const delivery = { delivery_id: randomUUID(), attempt: 1 };
  return { type: 'WebhookAttempted', event_id: randomUUID(), at, job_id: jobId, key_id: keyId, ...delivery };
}

export function erased(jobId: string, keyId: string, at: number): JobErased {
  const blobs = { source_blob: null, result_blob: null };
  return {
    type: 'JobErased',
    event_id: randomUUID(),
    at,
    job_id: jobId,
    key_id: keyId,
    by: 'operator',
    ...blobs,
  };
}

/** The claim of a request that came when the log ended at `end`. */
export function upTo(claim: ClaimRequest, end: Position): ClaimRequest {
  return { ...claim, idempotency: claim.idempotency && { ...claim.idempotency, ends: [end] } };
}

export function claimOf(keyId: string, keyHash: string, fingerprint = 'f', at = NOON): ClaimRequest {
  return {
    jobId: randomUUID(),
    keyId,
    asynchronous: true,
    at,
    idempotency: { keyHash, fingerprint, ends: [] },
    reservation: randomUUID(),
  };
}
