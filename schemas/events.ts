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

/** Who had something erased: an operator by a command, or whoever holds the API key. */
export type ErasedBy = 'operator' | 'caller';

/** status: an answer other than 2xx; timeout: no answer in time; connection: no connection, or it broke; refused: the address may not be reached; interrupted: the process stopped during the attempt. */
export type WebhookFailureReason = 'status' | 'timeout' | 'connection' | 'refused' | 'interrupted';

/** An API key was changed, or given another secret. What is null stays as it was. */
export interface ApiKeyChanged {
  type: 'ApiKeyChanged';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The public part of the API key. */
  key_id: string;
  /** Name of the account that the key belongs to from now on; empty: none. */
  account: string | null;
  /** The operator's name for the key from now on. */
  name: string | null;
  /** Name of the plan from now on. */
  plan: string | null;
  /** Documents a month (UTC) that may end in ExtractCompleted from now on. */
  monthly_quota: number | null;
  /** Requests a minute from now on; 0: the service's default. */
  rate_limit_per_minute: number | null;
  /** SHA-256 of the secret part of the key from now on, 64 lower-case hex digits. */
  secret_sha256: string | null;
  /** Until when the secret before it is accepted as well; stands beside secret_sha256. */
  previous_secret_until: Timestamp | null;
  /** Id of the pepper that hashes are made with from now on. */
  pepper: string | null;
}

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
  /** Name of the account that the key belongs to; null: none. */
  account: string | null;
  /** Id of the pepper that hashes about its documents are made with; null: they are plain SHA-256. */
  pepper: string | null;
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
  /** Pages of which any text was read by OCR; null where that was not counted. */
  ocr_pages: number | null;
  /** Mean confidence of the recogniser over those pages, 0 to 100; null where there are none. */
  ocr_confidence: number | null;
  /** Time spent fetching the document from its url, in milliseconds, part of duration_ms; null for an upload. */
  fetch_ms: number | null;
  /** HMAC-SHA256 of the response body under the pepper, 64 lower-case hex digits. */
  result_hmac: string | null;
  /** Id of the pepper that result_hmac was made with. */
  pepper: string | null;
  /** Build of the program that ended the job, e.g. `0.1.0+d30ad5c`: its version and, where it is known, what it was built from (SemVer 2.0.0, section 10). */
  build: string | null;
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
  /** SHA-256 of the document, 64 lower-case hex digits; empty where source_hmac says it. */
  sha256: string;
  /** Blob that holds url and webhook_url, which never stand in an event; null when the request had neither. */
  request_blob: string | null;
  /** Whether the finished job is to be delivered to a webhook. */
  webhook: boolean;
  /** When the request was accepted: `at` of its ExtractRequested. */
  requested_at: Timestamp;
  /** When work on the job must have stopped; past it the job ends as `timeout`. */
  deadline_at: Timestamp;
  /** HMAC-SHA256 of the document under the pepper, 64 lower-case hex digits. */
  source_hmac: string | null;
  /** Id of the pepper that the hashes were made with (HMAC-SHA256), which lies outside of the log and can be destroyed; null: they are plain SHA-256. */
  pepper: string | null;
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
  /** Build of the program that ended the job, e.g. `0.1.0+d30ad5c`: its version and, where it is known, what it was built from (SemVer 2.0.0, section 10). */
  build: string | null;
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
  /** SHA-256 of the document, 64 lower-case hex digits; null until it is known, and where source_hmac says it. */
  sha256: string | null;
  /** Blob that holds url and webhook_url, which never stand in an event; null when the request had neither. */
  request_blob: string | null;
  /** Whether the finished job is to be delivered to a webhook. */
  webhook: boolean;
  /** When work on the job must have stopped; past it the job ends as `timeout`. */
  deadline_at: Timestamp;
  /** Keyed hash over the document or url and the query parameters: equal for equal requests of one key. See pepper. */
  fingerprint: string;
  /** Keyed hash of the Idempotency-Key; null when the request carried none. See pepper. */
  idempotency_key_hash: string | null;
  /** HMAC-SHA256 of the document under the pepper, 64 lower-case hex digits; null until it is known. */
  source_hmac: string | null;
  /** Id of the pepper that the hashes were made with (HMAC-SHA256), which lies outside of the log and can be destroyed; null: they are plain SHA-256. */
  pepper: string | null;
}

/** One record a job, for analysts: how it ended, what it was and how long it took. The topic is compacted; a job that was erased has a record without a value (a tombstone) in its place. */
export interface JobEnded {
  type: 'JobEnded';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When the job ended. */
  at: Timestamp;
  /** The extraction job: the UUID that a 202 answers. */
  job_id: string;
  /** The API key that the job belongs to. */
  key_id: string;
  /** Name of the account that the key belonged to; null: none. */
  account: string | null;
  /** Name of the plan that the key had; null where it is not known. */
  plan: string | null;
  /** completed, or the code of the error table that the job failed with. */
  outcome: string;
  /** What the caller asked for. */
  format: Format;
  /** Media type detected from the bytes; null when they were never seen or not recognised. */
  content_type: string | null;
  /** Size of the document in bytes; null when it was never known. */
  bytes: number | null;
  /** Size of the response body in bytes; null for a failed job. */
  result_bytes: number | null;
  /** Length of the plain text in Unicode code points; null for a failed job. */
  chars: number | null;
  /** Pages, sheets or slides; null where the format has none, and for a failed job. */
  pages: number | null;
  /** Whether any of the text was read by OCR. */
  ocr: boolean;
  /** Pages of which any text was read by OCR; null where that was not counted. */
  ocr_pages: number | null;
  /** Distinct codes of what could not be read as its author meant it; never document text. */
  warnings: string[];
  /** Whether the finished job is to be delivered to a webhook. */
  webhook: boolean;
  /** When the request was accepted. */
  requested_at: Timestamp;
  /** From the request to the start of the work on it, in milliseconds; null where that is not known. */
  waiting_ms: number | null;
  /** Time spent fetching the document from its url, in milliseconds; null for an upload. */
  fetch_ms: number | null;
  /** From the start of the work to its end, without the fetch, in milliseconds; null where nothing was begun. */
  extraction_ms: number | null;
  /** HMAC-SHA256 of the response body under the pepper of the key: equal for equal answers; null for a failed job. */
  result_hmac: string | null;
}

/** A job was erased: its document and its result are deleted, GET answers as for one that never was. A job that had not ended ends with this, unmetered; what comes after it changes nothing. */
export interface JobErased {
  type: 'JobErased';
  /** Identity of this event. A fold that meets it twice applies it once. */
  event_id: string;
  /** When it happened. */
  at: Timestamp;
  /** The extraction job: the UUID that a 202 answers. */
  job_id: string;
  /** The API key that the job belongs to. */
  key_id: string;
  /** Who had it erased. */
  by: ErasedBy;
  /** Blob that held the document, as far as it was known. */
  source_blob: string | null;
  /** Blob that held the response body, as far as it was known. */
  result_blob: string | null;
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
  | ApiKeyChanged
  | ApiKeyIssued
  | ApiKeyRevoked
  | ExtractCompleted
  | ExtractDeferred
  | ExtractFailed
  | ExtractRequested
  | JobEnded
  | JobErased
  | WebhookAttempted
  | WebhookDelivered
  | WebhookFailed
  | WebhookSecretRotated;

export type EventType = Event['type'];

/** The CloudEvents `type` of each event as this code writes it. */
export const CLOUD_EVENT_TYPES: Readonly<Record<EventType, string>> = {
  ApiKeyChanged: 'textrail.api-key.changed.v1',
  ApiKeyIssued: 'textrail.api-key.issued.v2',
  ApiKeyRevoked: 'textrail.api-key.revoked.v1',
  ExtractCompleted: 'textrail.extract.completed.v3',
  ExtractDeferred: 'textrail.extract.deferred.v2',
  ExtractFailed: 'textrail.extract.failed.v2',
  ExtractRequested: 'textrail.extract.requested.v2',
  JobEnded: 'textrail.job.ended.v1',
  JobErased: 'textrail.job.erased.v1',
  WebhookAttempted: 'textrail.webhook.attempted.v1',
  WebhookDelivered: 'textrail.webhook.delivered.v1',
  WebhookFailed: 'textrail.webhook.failed.v1',
  WebhookSecretRotated: 'textrail.webhook-secret.rotated.v1',
};

/** What a broker's topics are called before the lane's name, so that a cluster may be shared. */
export const TOPIC_PREFIX = 'textrail.';

/** The lanes that events travel in; a broker's topic is the prefix and one of these. */
export const TOPICS = [
  'jobs',
  'keys',
  'outcomes',
  'requests-bulk',
  'requests-interactive',
  'webhooks',
] as const;

export type Topic = (typeof TOPICS)[number];

const EXTRACT_REQUESTED_TOPICS = {
  interactive: 'requests-interactive',
  bulk: 'requests-bulk',
} as const;

export function topicOf(event: Event): Topic {
  switch (event.type) {
    case 'ApiKeyChanged':
    case 'ApiKeyIssued':
    case 'ApiKeyRevoked':
    case 'WebhookSecretRotated':
      return 'keys';
    case 'ExtractCompleted':
    case 'ExtractFailed':
    case 'JobErased':
      return 'outcomes';
    case 'ExtractDeferred':
      return 'requests-bulk';
    case 'ExtractRequested':
      return EXTRACT_REQUESTED_TOPICS[event.lane];
    case 'JobEnded':
      return 'jobs';
    case 'WebhookAttempted':
    case 'WebhookDelivered':
    case 'WebhookFailed':
      return 'webhooks';
  }
}

/** Events with the same key keep their order. */
export function partitionKeyOf(event: Event): string {
  switch (event.type) {
    case 'ApiKeyChanged':
    case 'ApiKeyIssued':
    case 'ApiKeyRevoked':
    case 'WebhookSecretRotated':
      return event.key_id;
    case 'ExtractCompleted':
    case 'ExtractDeferred':
    case 'ExtractFailed':
    case 'ExtractRequested':
    case 'JobEnded':
    case 'JobErased':
    case 'WebhookAttempted':
    case 'WebhookDelivered':
    case 'WebhookFailed':
      return event.job_id;
  }
}
