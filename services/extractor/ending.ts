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
  /** A large answer that has been stored already and is not in `response`. */
  kept: Kept | undefined;
  /** Size of the document. */
  bytes: number;
  /** Time spent fetching it; null for an upload. */
  fetchMs: number | null;
}

export interface Failed {
  kind: 'failed';
  code: ErrorCode;
  abusive: boolean;
  bytes: number | null;
  contentType: string | null;
  /** A blob that the store should have and has lost, such as the document. */
  lost?: BlobKey | undefined;
}

/** Null if the request was handed on to the bulk lane and nothing has ended. */
export type Ending = Completed | Failed | null;

export function failure(
  code: ErrorCode,
  abusive = false,
  bytes: number | null = null,
  contentType: string | null = null,
): Failed {
  return { kind: 'failed', code, abusive, bytes, contentType };
}

/** Most that a process's idea of the shared clock may be wrong by: more than half of the longest round trip used to read it. */
const MOST_WRONG_MS = 1_000;

/**
 * The time of an end, epoch ms. It decides the month in which the end is counted, which must not be earlier than the
 * month in which its place was taken; and an abusive end may begin a lock-out, whose length is right only if it begins
 * by the clock that ends it. A process knows that clock only to within some ms; if these decide, the store itself is
 * asked.
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

/** The event for a failure. */
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
  // A separate name for each extraction: a later one of the same job must not replace the answer that counts.
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
