/** The messages between the extractor and a document worker. */
import type { ErrorCode } from '../../../schemas/errors.ts';
import type { Precision } from '../ocr/networks/runtime.ts';
import type { OcrCount } from '../ocr/tally.ts';

/** Header of a request; the document is the body. */
export interface WorkRequest {
  format: 'text' | 'json';
  /** The encoding that the document's server declared. */
  charset?: string | undefined;
}

export interface TimeLeft {
  /** Milliseconds until the worker is killed over this document. */
  remainingMs?: number;
}

export interface ProgressWanted {
  /** Milliseconds between two `progress` messages, and before the first; absent if none are wanted. */
  progressEveryMs?: number;
}

export interface OcrPrecision {
  /** The precision in which OCR is faster on this machine, if known. */
  precision?: Precision;
}

/** Most pages of a document in transit at once; more would only take memory, 4 MB for an A4 page. */
export const PAGES_AT_ONCE = 8;

export interface PictureSize {
  width: number;
  height: number;
}

/** Headers of messages to a worker. A loan's `id` is chosen by the worker that asks. */
export type ToWorker =
  | ({ kind: 'document' } & WorkRequest & TimeLeft & ProgressWanted & OcrPrecision)
  /** Read a page of another worker's document; the body is its grey pixels. */
  | ({ kind: 'picture' } & PictureSize & OcrPrecision)
  /** Whether another worker waits for the asking worker's picture. */
  | { kind: 'loan'; id: number; granted: boolean }
  /** What the other worker read; the body is a `RecognizedPage`, JSON in UTF-8. */
  | { kind: 'page'; id: number }
  /** The other worker did not read it. */
  | { kind: 'unread'; id: number };

/** Header of an answer. On success the body is the finished response body, JSON in UTF-8. */
export type WorkAnswer =
  | {
      kind: 'completed';
      contentType: string;
      chars: number;
      pages: number | null;
      ocr: boolean;
      ocrCount: OcrCount;
      /** Distinct warning codes. */
      warnings: string[];
    }
  | { kind: 'failed'; code: ErrorCode; abusive: boolean; contentType: string | null };

/** Headers of messages from a worker. */
export type FromWorker =
  | WorkAnswer
  /** Sent once, when the worker can take documents. */
  | { kind: 'ready' }
  /** The worker begins OCR of a picture in its document, which has CPU time of its own. */
  | { kind: 'recognizing' }
  /** The next piece of a large answer; the rest is the body of the answer itself. */
  | { kind: 'piece' }
  /** How many of the document's pages have been read. */
  | { kind: 'progress'; pagesDone: number; pages: number }
  /** Asks whether another worker may read one of this document's pictures. */
  | { kind: 'ask'; id: number }
  /** The picture for a granted loan; the body is its grey pixels. */
  | ({ kind: 'loaned'; id: number } & PictureSize)
  /** What was read in another worker's picture, or that it was not read. */
  | { kind: 'page' }
  | { kind: 'unread' };
