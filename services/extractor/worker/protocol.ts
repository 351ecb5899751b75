/** What the extractor and a document worker say to each other. */
import type { ErrorCode } from '../../../schemas/errors.ts';

/** Header of a request; the document is the body. */
export interface WorkRequest {
  format: 'text' | 'json';
}

/** Header of an answer. On success the body is the finished response body, JSON in UTF-8. */
export type WorkAnswer =
  | {
      kind: 'completed';
      contentType: string;
      chars: number;
      pages: number | null;
      ocr: boolean;
      /** Distinct warning codes. */
      warnings: string[];
    }
  | { kind: 'failed'; code: ErrorCode; abusive: boolean; contentType: string | null }
  /** Sent once, when the worker can take documents. */
  | { kind: 'ready' };
