/** What the extractor and a document worker say to each other. */
import type { ErrorCode } from '../../../schemas/errors.ts';
import type { Precision } from '../ocr/networks/runtime.ts';
import type { OcrCount } from '../ocr/tally.ts';

/** Header of a request; the document is the body. */
export interface WorkRequest {
  format: 'text' | 'json';
  /** What the server that it came from says of its encoding. */
  charset?: string | undefined;
}

export interface TimeLeft {
  /** Milliseconds until the worker is killed over this document. */
  remainingMs?: number;
}

export interface ProgressWanted {
  /** Milliseconds between two `progress`, and before the first; none are sent where it is absent. */
  progressEveryMs?: number;
}

export interface OcrPrecision {
  /** In which OCR is faster on this machine, where that is known. */
  precision?: Precision;
}

/** Pages of a document that are on their way at once: more would only take memory, 4 MB for an A4 page. */
export const PAGES_AT_ONCE = 8;

export interface PictureSize {
  width: number;
  height: number;
}

/** Headers of what a worker is told. A loan's `id` is its asker's own. */
export type ToWorker =
  | ({ kind: 'document' } & WorkRequest & TimeLeft & ProgressWanted & OcrPrecision)
  /** Read a page for another worker's document; the body is its grey pixels. */
  | ({ kind: 'picture' } & PictureSize & OcrPrecision)
  /** Whether another worker waits for the asker's picture. */
  | { kind: 'loan'; id: number; granted: boolean }
  /** What the other worker read: the body is a `RecognizedPage`, JSON in UTF-8. */
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

/** Headers of what a worker says. */
export type FromWorker =
  | WorkAnswer
  /** Sent once, when the worker can take documents. */
  | { kind: 'ready' }
  /** This worker begins to read a picture of its document by OCR: that has CPU time of its own. */
  | { kind: 'recognizing' }
  /** The beginning of a large answer, or what follows of it; the rest is the body of the answer itself. */
  | { kind: 'piece' }
  /** How many of the document's pages are read. */
  | { kind: 'progress'; pagesDone: number; pages: number }
  /** May another worker read one of this document's pictures? */
  | { kind: 'ask'; id: number }
  /** The picture of a loan that was granted; the body is its grey pixels. */
  | ({ kind: 'loaned'; id: number } & PictureSize)
  /** What was read in another worker's picture, or that it was not. */
  | { kind: 'page' }
  | { kind: 'unread' };
