/** What a job's events say beside its state, as GET /v1/jobs shows it to its owner. Never document text. */
import type {
  ExtractCompleted,
  ExtractFailed,
  WebhookAttempted,
  WebhookDelivered,
  WebhookFailed,
} from '../../schemas/events.ts';

/** What the job's outcome said about the document. */
export interface DocumentFacts {
  /** Epoch ms at which an extractor started the job. */
  startedAt: number;
  /** Null if the bytes were never seen, or their type not recognised. */
  contentType: string | null;
  bytes: number | null;
  /** Unicode code points of the text, for a document that was read. */
  chars: number | null;
  /** Pages, sheets or slides; null if the format has none. */
  pages: number | null;
  /** Whether any of the text was read by OCR; null for a failed job. */
  ocr: boolean | null;
  /** Number of pages with any text from OCR, and the confidence in their words, 0 to 100; null if no event says so. */
  ocrPages: number | null;
  ocrConfidence: number | null;
  /** Codes for what could not be read as its author meant it. */
  warnings: readonly string[];
  /** The build that ended the job; null if no event says so. */
  build: string | null;
}

/** One attempt to deliver the result. */
export interface DeliveryAttempt {
  attempt: number;
  /** Epoch ms at which it began; null if only its end was folded. */
  startedAt: number | null;
  /** Epoch ms; null while it is running, or if nobody knows its result. */
  endedAt: number | null;
  /** HTTP status of the receiver's answer. */
  status: number | null;
  /** Why it failed; null if it did not fail, or has not ended. */
  reason: string | null;
}

export function documentFacts(event: ExtractCompleted | ExtractFailed): DocumentFacts {
  if (event.type === 'ExtractFailed')
    return {
      startedAt: event.at - event.duration_ms,
      contentType: event.content_type,
      bytes: event.bytes,
      chars: null,
      pages: null,
      ocr: null,
      ocrPages: null,
      ocrConfidence: null,
      warnings: [],
      build: event.build,
    };
  return {
    startedAt: event.started_at,
    contentType: event.content_type,
    bytes: event.bytes,
    chars: event.chars,
    pages: event.pages,
    ocr: event.ocr,
    ocrPages: event.ocr_pages,
    ocrConfidence: event.ocr_confidence,
    warnings: event.warnings,
    build: event.build,
  };
}

/** The attempts after `event`, in order. What is known of an attempt is not undone by an event that is read again. */
export function withAttempt(
  attempts: readonly DeliveryAttempt[],
  event: WebhookAttempted | WebhookDelivered | WebhookFailed,
): readonly DeliveryAttempt[] {
  const known = attempts.find(({ attempt }) => attempt === event.attempt) ?? begun(event.attempt);
  const next = event.type === 'WebhookAttempted' ? started(known, event) : ended(known, event);
  if (next === known) return attempts;
  return [...attempts.filter(({ attempt }) => attempt !== event.attempt), next].toSorted(
    (a, b) => a.attempt - b.attempt,
  );
}

const begun = (attempt: number): DeliveryAttempt => ({
  attempt,
  startedAt: null,
  endedAt: null,
  status: null,
  reason: null,
});

function started(known: DeliveryAttempt, { at }: WebhookAttempted): DeliveryAttempt {
  return known.startedAt === null ? { ...known, startedAt: at } : known;
}

function ended(known: DeliveryAttempt, event: WebhookDelivered | WebhookFailed): DeliveryAttempt {
  if (known.endedAt !== null) return known;
  const reason = event.type === 'WebhookFailed' ? event.reason : null;
  return { ...known, endedAt: event.at, status: event.status, reason };
}
