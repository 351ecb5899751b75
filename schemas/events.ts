/**
 * The events, as TypeScript. Generated from schemas/events/*.avsc by `npm run generate:events`:
 * change a schema (by a new version), never this file.
 */

/** Milliseconds since the Unix epoch, UTC. */
export type Timestamp = number;

/** The output modes that are shipped. */
export type Format = 'text' | 'json';

/** Who is served first: callers who wait, or jobs. */
export type Lane = 'interactive' | 'bulk';

/** Where a document comes from. */
export type Source = 'upload' | 'url';

/** status: an answer other than 2xx; timeout: no answer in time; connection: no connection, or it broke; refused: the address may not be reached; interrupted: the process stopped during the attempt. */
export type WebhookFailureReason = 'status' | 'timeout' | 'connection' | 'refused' | 'interrupted';

/** An API key was issued. Its secret is shown once, to the operator, and is in no event. */
export interface ApiKeyIssued {
  type: 'ApiKeyIssued';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The public part of the API key. */
  key_id: string;
  /** SHA-256 of the secret part of the key, 64 lower-case hex digits. */
  secret_sha256: string;
  /** The operator's name for the key. */
  name: string | null;
  /** Name of the plan, e.g. `free`. */
  plan: string;
  /** Documents a month (UTC) that may end in ExtractCompleted. */
  monthly_quota: number;
  /** Requests a minute; null: the service's default. */
  rate_limit_per_minute: number | null;
}

/** An API key was revoked; it is refused everywhere as soon as cached decisions run out. */
export interface ApiKeyRevoked {
  type: 'ApiKeyRevoked';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The public part of the API key. */
  key_id: string;
}

/** A job ended with text. The first terminal event of a job by offset wins; this one, if it wins, counts once against the key's monthly quota. */
export interface ExtractCompleted {
  type: 'ExtractCompleted';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The extraction job: the UUID that a 202 answers. */
  job_id: string;
  /** The API key that the job belongs to. */
  key_id: string;
  /** What the caller asked for. */
  format: Format;
  /** Media type detected from the bytes of the document. */
  content_type: string;
  /** Size of the document in bytes. */
  bytes: number;
  /** Length of the plain text in Unicode code points. */
  chars: number;
  /** Pages, sheets or slides; null where the format has none. */
  pages: number | null;
  /** Whether any of the text was read by OCR. */
  ocr: boolean;
  /** Distinct codes of what could not be read as its author meant it; never document text. */
  warnings: string[];
  /** Blob that holds the response body, ready to be answered. */
  result_blob: string;
  /** Size of the response body in bytes. */
  result_bytes: number;
  /** Blob that holds the document; null while a url has not been fetched. */
  source_blob: string | null;
  /** Blob that holds url and webhook_url, which never stand in an event; null when the request had neither. */
  request_blob: string | null;
  /** Whether the finished job is to be delivered to a webhook. */
  webhook: boolean;
  /** When the request was accepted: `at` of its ExtractRequested. */
  requested_at: Timestamp;
  /** When an extractor took the job up; less requested_at it is the time spent waiting. */
  started_at: Timestamp;
  /** From started_at to the end of the extraction, in milliseconds. */
  duration_ms: number;
}

/** A caller waits for a url whose document turned out large: the fetched document moves to the bulk lane and the caller gets a 202. */
export interface ExtractDeferred {
  type: 'ExtractDeferred';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The extraction job: the UUID that a 202 answers. */
  job_id: string;
  /** The API key that the job belongs to. */
  key_id: string;
  /** What the caller asked for. */
  format: Format;
  /** Blob that holds the fetched document. */
  source_blob: string;
  /** Size of the document in bytes. */
  bytes: number;
  /** SHA-256 of the document, 64 lower-case hex digits. */
  sha256: string;
  /** Blob that holds url and webhook_url, which never stand in an event; null when the request had neither. */
  request_blob: string | null;
  /** Whether the finished job is to be delivered to a webhook. */
  webhook: boolean;
  /** When the request was accepted: `at` of its ExtractRequested. */
  requested_at: Timestamp;
  /** When work on the job must have stopped; past it the job ends as `timeout`. */
  deadline_at: Timestamp;
}

/** A job ended without text. It is never metered. */
export interface ExtractFailed {
  type: 'ExtractFailed';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The extraction job: the UUID that a 202 answers. */
  job_id: string;
  /** The API key that the job belongs to. */
  key_id: string;
  /** Code of the error table, e.g. `encrypted`: what the caller reads as error.code. */
  code: string;
  /** Whether it counts towards the abuse circuit breaker of the key. */
  abusive: boolean;
  /** Media type detected from the bytes; null when they were never seen or not recognised. */
  content_type: string | null;
  /** Size of the document in bytes; null when it was never known. */
  bytes: number | null;
  /** Blob that holds the document; null while a url has not been fetched. */
  source_blob: string | null;
  /** Blob that holds url and webhook_url, which never stand in an event; null when the request had neither. */
  request_blob: string | null;
  /** Whether the finished job is to be delivered to a webhook. */
  webhook: boolean;
  /** When the request was accepted: `at` of its ExtractRequested. */
  requested_at: Timestamp;
  /** From the start of the extraction to its end, in milliseconds. */
  duration_ms: number;
}

/** A request was accepted and is durable: from here on the job ends in exactly one ExtractCompleted or ExtractFailed. */
export interface ExtractRequested {
  type: 'ExtractRequested';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The extraction job: the UUID that a 202 answers. */
  job_id: string;
  /** The API key that the job belongs to. */
  key_id: string;
  /** The queue that the job waits in. */
  lane: Lane;
  /** Whether the caller was answered 202 and polls; false while the caller waits for the outcome. */
  asynchronous: boolean;
  /** What the caller asked for. */
  format: Format;
  /** Whether the document was uploaded or is to be fetched. */
  source: Source;
  /** Blob that holds the document; null while a url has not been fetched. */
  source_blob: string | null;
  /** Size of the document in bytes; null until it is known. */
  bytes: number | null;
  /** SHA-256 of the document, 64 lower-case hex digits; null until it is known. */
  sha256: string | null;
  /** Blob that holds url and webhook_url, which never stand in an event; null when the request had neither. */
  request_blob: string | null;
  /** Whether the finished job is to be delivered to a webhook. */
  webhook: boolean;
  /** When work on the job must have stopped; past it the job ends as `timeout`. */
  deadline_at: Timestamp;
  /** SHA-256 over the document or url and the query parameters: equal for equal requests. */
  fingerprint: string;
  /** SHA-256 of the Idempotency-Key; null when the request carried none. */
  idempotency_key_hash: string | null;
}

/** A delivery attempt is about to be sent. Written first, so that a crash in between costs an attempt and never adds a fifth. */
export interface WebhookAttempted {
  type: 'WebhookAttempted';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The extraction job: the UUID that a 202 answers. */
  job_id: string;
  /** The API key that the job belongs to. */
  key_id: string;
  /** The same on every attempt for one job; receivers drop repeats by it. */
  delivery_id: string;
  /** 1 for the first try, up to 4. */
  attempt: number;
}

/** The receiver answered an attempt with a 2xx status: the delivery is over. */
export interface WebhookDelivered {
  type: 'WebhookDelivered';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The extraction job: the UUID that a 202 answers. */
  job_id: string;
  /** The API key that the job belongs to. */
  key_id: string;
  /** The same on every attempt for one job; receivers drop repeats by it. */
  delivery_id: string;
  /** 1 for the first try, up to 4. */
  attempt: number;
  /** HTTP status that the receiver answered. */
  status: number;
  /** From the start of the attempt to the answer, in milliseconds. */
  duration_ms: number;
}

/** An attempt did not end in a 2xx status. It never changes the outcome of the job. */
export interface WebhookFailed {
  type: 'WebhookFailed';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The extraction job: the UUID that a 202 answers. */
  job_id: string;
  /** The API key that the job belongs to. */
  key_id: string;
  /** The same on every attempt for one job; receivers drop repeats by it. */
  delivery_id: string;
  /** 1 for the first try, up to 4. */
  attempt: number;
  /** HTTP status that the receiver answered; null when it answered none. */
  status: number | null;
  /** Why the attempt failed. */
  reason: WebhookFailureReason;
  /** From the start of the attempt to its failure, in milliseconds. */
  duration_ms: number;
  /** When the next attempt is due; null: given up. */
  next_attempt_at: Timestamp | null;
}

/** The secret that signs an API key's webhooks was replaced. Secrets are derived from the operator's, so none stands here. */
export interface WebhookSecretRotated {
  type: 'WebhookSecretRotated';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The public part of the API key. */
  key_id: string;
  /** Which secret signs from now on: 1 is the one that the key was issued with. */
  generation: number;
  /** Until when the secret before it signs as well. */
  previous_until: Timestamp;
}

export type Event =
  | ApiKeyIssued
  | ApiKeyRevoked
  | ExtractCompleted
  | ExtractDeferred
  | ExtractFailed
  | ExtractRequested
  | WebhookAttempted
  | WebhookDelivered
  | WebhookFailed
  | WebhookSecretRotated;

export type EventType = Event['type'];

/** The CloudEvents `type` of each event as this code writes it. */
export const CLOUD_EVENT_TYPES: Readonly<Record<EventType, string>> = {
  ApiKeyIssued: 'textrail.api-key.issued.v1',
  ApiKeyRevoked: 'textrail.api-key.revoked.v1',
  ExtractCompleted: 'textrail.extract.completed.v1',
  ExtractDeferred: 'textrail.extract.deferred.v1',
  ExtractFailed: 'textrail.extract.failed.v1',
  ExtractRequested: 'textrail.extract.requested.v1',
  WebhookAttempted: 'textrail.webhook.attempted.v1',
  WebhookDelivered: 'textrail.webhook.delivered.v1',
  WebhookFailed: 'textrail.webhook.failed.v1',
  WebhookSecretRotated: 'textrail.webhook-secret.rotated.v1',
};

/** What a broker's topics are called before the lane's name, so that a cluster may be shared. */
export const TOPIC_PREFIX = 'textrail.';

/** The lanes that events travel in; a broker's topic is the prefix and one of these. */
export const TOPICS = ['keys', 'outcomes', 'requests-bulk', 'requests-interactive', 'webhooks'] as const;

export type Topic = (typeof TOPICS)[number];

const EXTRACT_REQUESTED_TOPICS = {
  interactive: 'requests-interactive',
  bulk: 'requests-bulk',
} as const;

export function topicOf(event: Event): Topic {
  switch (event.type) {
    case 'ApiKeyIssued':
    case 'ApiKeyRevoked':
    case 'WebhookSecretRotated':
      return 'keys';
    case 'ExtractCompleted':
    case 'ExtractFailed':
      return 'outcomes';
    case 'ExtractDeferred':
      return 'requests-bulk';
    case 'ExtractRequested':
      return EXTRACT_REQUESTED_TOPICS[event.lane];
    case 'WebhookAttempted':
    case 'WebhookDelivered':
    case 'WebhookFailed':
      return 'webhooks';
  }
}

/** Events with the same key keep their order. */
export function partitionKeyOf(event: Event): string {
  switch (event.type) {
    case 'ApiKeyIssued':
    case 'ApiKeyRevoked':
    case 'WebhookSecretRotated':
      return event.key_id;
    case 'ExtractCompleted':
    case 'ExtractDeferred':
    case 'ExtractFailed':
    case 'ExtractRequested':
    case 'WebhookAttempted':
    case 'WebhookDelivered':
    case 'WebhookFailed':
      return event.job_id;
  }
}
