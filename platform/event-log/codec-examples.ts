/** One plausible event of each type: what tests encode and what the AsyncAPI document shows. */

import type { Event, EventType } from '../../schemas/events.ts';

const JOB = '0198e6a1-5f3c-7c2e-9b1d-2f60c4a8e711';
const KEY = 'k7mq2x9a';
const AT = Date.UTC(2026, 10, 21, 9, 30, 0, 0);
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const eventId = (index: number): string => `0198e6a1-5f3c-7000-8000-${String(index).padStart(12, '0')}`;

const request = {
  source_blob: `source-${JOB}`,
  request_blob: null,
  webhook: true,
  requested_at: AT,
} as const;

const delivery = { job_id: JOB, key_id: KEY, delivery_id: `delivery-${JOB}` } as const;

export const EXAMPLE_EVENTS: { readonly [T in EventType]: Extract<Event, { type: T }> } = {
  ApiKeyIssued: {
    type: 'ApiKeyIssued',
    event_id: eventId(1),
    at: AT - 60_000,
    key_id: KEY,
    secret_sha256: SHA256,
    name: 'billing',
    plan: 'free',
    monthly_quota: 500,
    rate_limit_per_minute: null,
  },
  ApiKeyRevoked: { type: 'ApiKeyRevoked', event_id: eventId(2), at: AT + 60_000, key_id: KEY },
  WebhookSecretRotated: {
    type: 'WebhookSecretRotated',
    event_id: eventId(10),
    at: AT + 30_000,
    key_id: KEY,
    generation: 2,
    previous_until: AT + 86_430_000,
  },
  ExtractRequested: {
    type: 'ExtractRequested',
    event_id: eventId(3),
    at: AT,
    job_id: JOB,
    key_id: KEY,
    lane: 'interactive',
    asynchronous: false,
    format: 'text',
    source: 'upload',
    source_blob: request.source_blob,
    bytes: 48_213,
    sha256: SHA256,
    request_blob: `request-${JOB}`,
    webhook: true,
    deadline_at: AT + 30_000,
    fingerprint: SHA256,
    idempotency_key_hash: null,
  },
  ExtractDeferred: {
    type: 'ExtractDeferred',
    event_id: eventId(4),
    at: AT + 900,
    job_id: JOB,
    key_id: KEY,
    format: 'json',
    bytes: 31_457_280,
    sha256: SHA256,
    ...request,
    deadline_at: AT + 600_000,
  },
  ExtractCompleted: {
    type: 'ExtractCompleted',
    event_id: eventId(5),
    at: AT + 140,
    job_id: JOB,
    key_id: KEY,
    format: 'text',
    content_type: 'application/pdf',
    bytes: 48_213,
    chars: 9_120,
    pages: 4,
    ocr: false,
    warnings: ['font-without-unicode'],
    result_blob: `result-${JOB}`,
    result_bytes: 9_845,
    ...request,
    started_at: AT + 20,
    duration_ms: 118,
  },
  ExtractFailed: {
    type: 'ExtractFailed',
    event_id: eventId(6),
    at: AT + 45,
    job_id: JOB,
    key_id: KEY,
    code: 'encrypted',
    abusive: false,
    content_type: 'application/pdf',
    bytes: 48_213,
    ...request,
    duration_ms: 31,
  },
  WebhookAttempted: { type: 'WebhookAttempted', event_id: eventId(7), at: AT + 150, ...delivery, attempt: 1 },
  WebhookDelivered: {
    type: 'WebhookDelivered',
    event_id: eventId(8),
    at: AT + 210,
    ...delivery,
    attempt: 1,
    status: 204,
    duration_ms: 58,
  },
  WebhookFailed: {
    type: 'WebhookFailed',
    event_id: eventId(9),
    at: AT + 10_150,
    ...delivery,
    attempt: 1,
    status: null,
    reason: 'timeout',
    duration_ms: 10_000,
    next_attempt_at: AT + 11_150,
  },
};
