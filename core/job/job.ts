/**
 * A job's life, folded from its events. The fold is commutative across topics: the outcome may be read before the
 * request, because they stand in different topics between which the log promises no order.
 * The first terminal event wins; later ones change nothing (house rule 2).
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
 * `unknown`: only webhook events of the job were folded so far. While the log is read up, its request and its end come
 * from other topics still; otherwise the job has expired and was forgotten. It is shown to nobody.
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
  /** Epoch ms; of a job whose request is not known, the earliest that is told of it. */
  requestedAt: number;
  finishedAt: number | null;
  /** Error code of a failed job. */
  code: string | null;
  /** Blob with the answer's body of a completed job. */
  resultBlob: string | null;
  /** Blob with the document, which may be deleted by now; absent in states that were folded before it was kept. */
  sourceBlob?: string | null;
  /** Nothing of what it was is left here, and nothing brings it back. To its caller it is one that never was. */
  erased?: true;
  fingerprint: string | null;
  idempotencyKeyHash: string | null;
  webhook: WebhookStatus;
  /** Delivery attempts begun. */
  webhookAttempts: number;
  /** Epoch ms of the next attempt, while one is due. */
  webhookNextAt: number | null;
  /** Epoch ms at which the last attempt began, while nobody knows what came of it. */
  webhookAttemptedAt: number | null;
  /** Whether the document came with the request or from an address. Absent, as the next two, where a build before 0.2 folded the job. */
  source?: 'upload' | 'url' | null;
  /** What the job's end said of its document; null until then. */
  facts?: DocumentFacts | null;
  /** In order; at most four. */
  attempts?: readonly DeliveryAttempt[];
}

/** State after `event`; events of other kinds leave it as it is. */
export function evolveJob(state: JobState | undefined, event: Event): JobState | undefined {
  if (state?.erased) return state;
  switch (event.type) {
    case 'ExtractRequested':
      // Repeated under an Idempotency-Key while the read model was lost: the job is what the first one asked for.
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
 * What no job needs any more once `event` is folded into `state`: the names of blobs, where the job was erased before or is
 * now. An end that was on its way when its job was erased comes with an answer that nobody may read. So does a second end, of a
 * job that two extractors read: no state names its answer, so an erasure that comes later could not find it.
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

/** An end that is written twice names the answer that counts. */
const isSecondAnswer = (state: JobState | undefined, event: Event): event is ExtractCompleted =>
  event.type === 'ExtractCompleted' && isFinished(state) && event.result_blob !== state?.resultBlob;

/** The name of the blob with a job's addresses. */
export const requestBlobOf = (jobId: string): string => `request/${jobId}`;

/**
 * Whether `event` ends a job that has ended before and was forgotten: an append that was under way for as long as a job is
 * kept. `foldedAt`: epoch ms; what stood in the log then has been folded, so that the request of work that was begun
 * before it is known for as long as its job is.
 */
export function isEndOfForgotten(state: JobState | undefined, event: Event, foldedAt: number): boolean {
  if (event.type !== 'ExtractCompleted' && event.type !== 'ExtractFailed') return false;
  return !isKnown(state) && event.at - event.duration_ms < foldedAt;
}

/** Whether folding `event` into `state` meters a document: the job's first terminal event, and a success. */
export function isMetered(state: JobState | undefined, event: Event): event is ExtractCompleted {
  return event.type === 'ExtractCompleted' && !isFinished(state);
}

/**
 * Whether `event` asks for work that is done or in other hands: the job has ended, or the request was handed on to the
 * job path, where the patience of the caller who waited no longer counts.
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

/** Whether more is known of the job than that somebody was told of it. */
export function isKnown(state: JobState | undefined): state is JobState {
  return state !== undefined && state.status !== 'unknown';
}

/** Whether the job may yet be metered: its end is to come. */
export function isInFlight(state: JobState | undefined): boolean {
  return state?.status === 'processing';
}

/** Epoch ms from which a webhook of the job is owed: its end, until it is delivered or given up; null where none is. */
export function webhookOwedSince(state: JobState): number | null {
  return isFinished(state) && state.webhook === 'pending' ? state.finishedAt : null;
}

/** How many jobs more are in flight after a fold: 1, 0 or -1. */
export function inFlightChange(before: JobState | undefined, after: JobState | undefined): number {
  return Number(isInFlight(after)) - Number(isInFlight(before));
}

/** Epoch ms from which a job's retention counts; null for one whose end is to come. */
export function agesFrom(state: JobState): number | null {
  return state.status === 'unknown' ? state.requestedAt : state.finishedAt;
}

/** A job ages from its end, or from its request while it has none. */
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
 * The same whatever was folded before or comes after, so that it does not matter whether the job was still known. A caller
 * who waits is told what everybody is told of it.
 */
function erasedJob(event: JobErased): JobState {
  const { at } = event;
  return { ...unknownJob(event), status: 'failed', finishedAt: at, code: 'not_found', erased: true };
}

/** A job whose request is not known was there at `at`. The earliest such time counts: topics are read in any order. */
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
