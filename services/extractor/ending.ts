/** How a request ended, and the event that records it. */
import { hash } from 'node:crypto';
import { monthOf } from '../../core/quota/quota.ts';
import type { BlobKey } from '../../platform/blob-store/blob-store.ts';
import { jobEnd, type Span } from '../../platform/job-end.ts';
import type { Pepper } from '../../platform/peppers.ts';
import { provenResult, resultBlob, resultHmac } from '../../platform/result-blob.ts';
import type { Clock } from '../../platform/shared-clock.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import type { ErrorCode } from '../../schemas/errors.ts';
import type { ExtractCompleted, ExtractFailed } from '../../schemas/events.ts';
import type { Kept } from './large-answer.ts';
import type { Request } from './source-loader.ts';
import type { WorkAnswer } from './worker/protocol.ts';

export interface Completed {
  kind: 'completed';
  answer: Extract<WorkAnswer, { kind: 'completed' }>;
  response: Buffer;
  /** A large answer is stored before, and is not in `response`. */
  kept: Kept | undefined;
  /** Of the document. */
  bytes: number;
  /** Spent on fetching it; null for an upload. */
  fetchMs: number | null;
}

export interface Failed {
  kind: 'failed';
  code: ErrorCode;
  abusive: boolean;
  bytes: number | null;
  contentType: string | null;
  /** What the store should have and has no more: its document, say. */
  lost?: BlobKey | undefined;
}

/** `null`: handed on to the bulk lane, nothing ended. */
export type Ending = Completed | Failed | null;

export function failure(
  code: ErrorCode,
  abusive = false,
  bytes: number | null = null,
  contentType: string | null = null,
): Failed {
  return { kind: 'failed', code, abusive, bytes, contentType };
}

/** Of what a process thinks of the shared clock: more than half of the longest round trip that it is told by. */
const MOST_WRONG_MS = 1_000;

/**
 * Epoch ms. An end counts in the quota of its month, which must not be one before that in which its place was taken; and an abusive one
 * may begin a lockout, which is as long as it is told to be only where it began by the clock that tells of it. What a process thinks of
 * that clock is some ms wrong: where they decide, the store itself is asked.
 */
export async function endsAt(
  { clock, views }: { clock: Clock; views: Pick<ViewStore, 'now'> },
  ending: Completed | Failed,
): Promise<number> {
  const at = clock.now();
  const isMonthsTurn = monthOf(at - MOST_WRONG_MS) !== monthOf(at + MOST_WRONG_MS);
  const isAbusive = ending.kind === 'failed' && ending.abusive;
  return isMonthsTurn || isAbusive ? views.now().catch(() => at) : at;
}

/** The event that says so. */
export function failed(event: Request, ending: Failed, span: Span): ExtractFailed {
  const { code, abusive, bytes, contentType } = ending;
  const common = jobEnd(event, span);
  return { type: 'ExtractFailed', ...common, code, abusive, bytes, content_type: contentType };
}

export function completed(
  event: Request,
  ending: Completed & { pepper: Pepper | undefined },
  span: Span,
): ExtractCompleted {
  const { answer, response, kept, bytes, fetchMs, pepper } = ending;
  const sha256 = kept?.sha256 ?? (pepper && hash('sha256', response));
  const common = jobEnd(event, span);
  // A name of its own: a later extraction of the same job must not replace the answer of the one that counts.
  const name = resultBlob(event.key_id, event.job_id, common.event_id);
  const hmac = pepper && sha256 ? resultHmac(pepper, sha256) : null;
  const proven = pepper && hmac ? provenResult(name, pepper, hmac, response.length) : name;
  return {
    type: 'ExtractCompleted',
    ...common,
    format: event.format,
    content_type: answer.contentType,
    bytes,
    chars: answer.chars,
    pages: answer.pages,
    ocr: answer.ocr,
    warnings: answer.warnings,
    result_blob: kept?.key ?? proven,
    result_bytes: kept?.bytes ?? response.length,
    started_at: span.startedAt,
    ocr_pages: answer.ocrCount.pages,
    ocr_confidence: answer.ocrCount.confidence,
    fetch_ms: fetchMs,
    result_hmac: hmac,
    pepper: pepper?.id ?? null,
  };
}
