/**
 * A job's life, folded from its events. The fold is commutative across topics: the outcome may be read before the
 * request, because they are in different topics, between which the log promises no order. The first terminal event
 * wins; later ones change nothing (house rule 2).
 */
import type {
  Event,
  ExtractCompleted,
  ExtractDeferred,
  ExtractFailed,
  ExtractRequested,
  JobErased,
  WebhookAttempted,
  WebhookDelivered,
  WebhookFailed,
} from '../../schemas/events.ts';
import { type DeliveryAttempt, type DocumentFacts, documentFacts, withAttempt } from './job-facts.ts';

/**
 * `unknown`: only webhook events of the job have been folded so far. While the log is being replayed, its request and
 * outcome will still come from other topics; otherwise the job has expired and was forgotten. It is shown to nobody.
 */
export type JobStatus = 'unknown' | 'processing' | 'completed' | 'failed';
export type WebhookStatus = 'none' | 'pending' | 'delivered' | 'given_up';

export interface JobState {
  jobId: string;
  keyId: string;
  status: JobStatus;
  /** Whether the caller was answered 202: asked for, routed by size, or moved there later. */
  asynchronous: boolean;
  format: 'text' | 'json';
  /** Epoch ms; if the request is unknown, the earliest time that another event gives. */
  requestedAt: number;
  finishedAt: number | null;
  /** Error code of a failed job. */
  code: string | null;
  /** Blob with the answer's body of a completed job. */
  resultBlob: string | null;
  /** Blob with the document, which may be deleted by now. Absent in states folded before it was stored. */
  sourceBlob?: string | null;
  /** The job was erased: none of its data is left here, and nothing brings it back. To its caller it never existed. */
  erased?: true;
  fingerprint: string | null;
  idempotencyKeyHash: string | null;
  webhook: WebhookStatus;
  /** Delivery attempts begun. */
  webhookAttempts: number;
  /** Epoch ms of the next attempt, while one is due. */
  webhookNextAt: number | null;
  /** Epoch ms at which the last attempt began, while its result is unknown. */
  webhookAttemptedAt: number | null;
  /**
   * Whether the document came with the request or from an address. This and the next two are absent if a build before
   * 0.2 folded the job.
   */
  source?: 'upload' | 'url' | null;
  /** What the job's outcome said about its document; null until then. */
  facts?: DocumentFacts | null;
  /** In order; at most four. */
  attempts?: readonly DeliveryAttempt[];
}

/** The state after `event`; unrelated events leave it unchanged. */
export function evolveJob(state: JobState | undefined, event: Event): JobState | undefined {
  if (state?.erased) return state;
  switch (event.type) {
    case 'ExtractRequested':
      // The request was repeated under an Idempotency-Key while the read model was lost: the first request defines the
      // job.
      if (state !== undefined && state.fingerprint !== null) return state;
      return {
        ...begun(state ?? unknownJob(event)),
        asynchronous: event.asynchronous || (state?.asynchronous ?? false),
        format: event.format,
        requestedAt: event.at,
        fingerprint: event.fingerprint,
        idempotencyKeyHash: event.idempotency_key_hash,
        source: event.source,
        sourceBlob: state?.sourceBlob ?? event.source_blob,
      };
    case 'ExtractDeferred':
      return {
        ...begun(from(state ?? unknownJob(event), event.requested_at)),
        asynchronous: true,
        sourceBlob: event.source_blob,
      };
    case 'ExtractCompleted':
    case 'ExtractFailed':
      return finish(state ?? unknownJob(event), event);
    case 'JobErased':
      return erasedJob(event);
    case 'WebhookAttempted':
      return { ...noted(state, event), ...attempted(state, event) };
    case 'WebhookDelivered':
      return { ...noted(state, event), ...DELIVERED };
    case 'WebhookFailed': {
      const known = noted(state, event);
      if (known.webhook === 'delivered' || event.attempt < known.webhookAttempts) return known;
      const webhook = event.next_attempt_at === null ? 'given_up' : 'pending';
      return { ...known, webhook, webhookNextAt: event.next_attempt_at, webhookAttemptedAt: null };
    }
    default:
      return state;
  }
}

/**
 * Names of blobs that nobody needs any more once `event` is folded into `state`. They are those of an erased job,
 * including the answer of an outcome that was under way when the job was erased; and the answer of a second outcome, if
 * two extractors read the job: no state names it, so a later erasure could not find it.
 */
export function freedBlobs(state: JobState | undefined, event: Event): string[] {
  if (event.type === 'JobErased') {
    const names = [state?.sourceBlob, state?.resultBlob, event.source_blob, event.result_blob];
    return [requestBlobOf(event.job_id), ...names.filter(name => typeof name === 'string')];
  }
  if (!state?.erased) return isSecondAnswer(state, event) ? [event.result_blob] : [];
  const result = event.type === 'ExtractCompleted' ? event.result_blob : null;
  const source = 'source_blob' in event ? event.source_blob : null;
  const request = 'request_blob' in event ? event.request_blob : null;
  return [result, source, request].filter(name => name !== null);
}

/** An outcome that is written twice names the answer that counts. */
const isSecondAnswer = (state: JobState | undefined, event: Event): event is ExtractCompleted =>
  event.type === 'ExtractCompleted' && isFinished(state) && event.result_blob !== state?.resultBlob;

/** Name of the blob with a job's addresses. */
export const requestBlobOf = (jobId: string): string => `request/${jobId}`;

/**
 * Whether `event` ends a job that had already ended and was forgotten: an append delayed for as long as jobs are kept.
 * `foldedAt`: epoch ms up to which the log has been folded. The request of any work begun before then has been folded,
 * and is known for as long as its job is.
 */
export function isEndOfForgotten(state: JobState | undefined, event: Event, foldedAt: number): boolean {
  if (event.type !== 'ExtractCompleted' && event.type !== 'ExtractFailed') return false;
  return !isKnown(state) && event.at - event.duration_ms < foldedAt;
}

/** Whether folding `event` into `state` meters a document: it must be the job's first terminal event, and a success. */
export function isMetered(state: JobState | undefined, event: Event): event is ExtractCompleted {
  return event.type === 'ExtractCompleted' && !isFinished(state);
}

/**
 * Whether the work that `event` asks for is done or in other hands: the job has ended, or the request was moved to the
 * job path, where the time limit of the waiting caller no longer applies.
 */
export function isTakenCareOf(
  state: JobState | undefined,
  event: ExtractRequested | ExtractDeferred,
): boolean {
  if (state === undefined) return false;
  const handedOn = event.type === 'ExtractRequested' && !event.asynchronous && state.asynchronous;
  return isFinished(state) || handedOn;
}

export function isFinished(state: JobState | undefined): boolean {
  return state !== undefined && (state.status === 'completed' || state.status === 'failed');
}

/** Whether anything is known of the job beside its webhook events. */
export function isKnown(state: JobState | undefined): state is JobState {
  return state !== undefined && state.status !== 'unknown';
}

/** Whether the job may still be metered, because it has not ended. */
export function isInFlight(state: JobState | undefined): boolean {
  return state?.status === 'processing';
}

/**
 * Epoch ms since which a webhook of the job is owed: from the job's end until it is delivered or given up. Null if none
 * is owed.
 */
export function webhookOwedSince(state: JobState): number | null {
  return isFinished(state) && state.webhook === 'pending' ? state.finishedAt : null;
}

/** Change in the number of jobs in flight by a fold: 1, 0 or -1. */
export function inFlightChange(before: JobState | undefined, after: JobState | undefined): number {
  return Number(isInFlight(after)) - Number(isInFlight(before));
}

/** Epoch ms from which a job's retention counts; null if it has not ended. */
export function agesFrom(state: JobState): number | null {
  return state.status === 'unknown' ? state.requestedAt : state.finishedAt;
}

/** Whether the job has ended and its retention is over. */
export function isExpired(state: JobState, at: number, retentionMs: number): boolean {
  return (state.finishedAt ?? state.requestedAt) + retentionMs <= at && isFinished(state);
}

function unknownJob(event: { job_id: string; key_id: string; at: number }): JobState {
  return {
    jobId: event.job_id,
    keyId: event.key_id,
    status: 'unknown',
    asynchronous: false,
    format: 'text',
    requestedAt: event.at,
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

function noted(
  state: JobState | undefined,
  event: WebhookAttempted | WebhookDelivered | WebhookFailed,
): JobState {
  const known = from(state ?? unknownJob(event), event.at);
  return { ...known, attempts: withAttempt(known.attempts ?? [], event) };
}

/**
 * The same state whatever was folded before or comes later, so that it does not matter whether the job was still known.
 * A waiting caller is told the same as everybody.
 */
function erasedJob(event: JobErased): JobState {
  const { at } = event;
  return { ...unknownJob(event), status: 'failed', finishedAt: at, code: 'not_found', erased: true };
}

/** A job whose request is unknown existed at `at`. The earliest such time counts, since topics are read in any order. */
function from(state: JobState, at: number): JobState {
  const isRequestKnown = state.fingerprint !== null;
  return isRequestKnown || at >= state.requestedAt ? state : { ...state, requestedAt: at };
}

function begun(state: JobState): JobState {
  return state.status === 'unknown' ? { ...state, status: 'processing' } : state;
}

function finish(state: JobState, event: ExtractCompleted | ExtractFailed): JobState {
  if (isFinished(state)) return state;
  const webhook = event.webhook && state.webhook === 'none' ? 'pending' : state.webhook;
  const ended = {
    ...from(state, event.requested_at),
    finishedAt: event.at,
    format: 'format' in event ? event.format : state.format,
    webhook,
    facts: documentFacts(event),
  };
  return event.type === 'ExtractCompleted'
    ? { ...ended, status: 'completed', resultBlob: event.result_blob }
    : { ...ended, status: 'failed', code: event.code };
}

const DELIVERED = { webhook: 'delivered', webhookNextAt: null, webhookAttemptedAt: null } as const;

function attempted(state: JobState | undefined, { attempt, at }: WebhookAttempted) {
  const known = state?.webhookAttempts ?? 0;
  if (state?.webhook === 'delivered') return { webhookAttempts: Math.max(attempt, known) };
  const webhook: WebhookStatus = 'pending';
  return attempt > known ? { webhook, webhookAttempts: attempt, webhookAttemptedAt: at } : { webhook };
}
