/**
 * The one table of error codes: what each means to a caller and with which status it is answered.
 * `docs/errors.md` and the OpenAPI document are derived from it. Codes are stable; messages are not.
 */
export const ERRORS = {
  bad_request: {
    status: 400,
    message: 'The request is malformed.',
    cause:
      'Neither or both of `file` and `url`, an unreadable upload, an unknown parameter value, a `webhook_url` or `result_url` that is a private address or on another port than 80 and 443, or a repeat under a live Idempotency-Key with another body or target.',
  },
  fetch_failed: {
    status: 400,
    message:
      'The url could not be fetched: it must be a public address, with a certificate that is valid for it, and answer 2xx in time.',
    cause:
      'The address is refused (private, internal, link-local), does not answer in time, or does not answer 2xx.',
  },
  not_found: {
    status: 404,
    message: 'No such job: it is unknown, or has expired.',
    cause: 'The job_id is malformed, unknown, expired or belongs to another key.',
  },
  too_large: {
    status: 413,
    message: 'The document is larger than the service accepts.',
    cause: 'A direct upload above MAX_UPLOAD_BYTES, or a fetched document above MAX_URL_BYTES.',
  },
  unsupported_format: {
    status: 415,
    message:
      'The bytes of the document are none of PDF, DOCX, PPTX, XLSX, ODT, ODS, ODP, RTF, EPUB, HTML, EML, PNG, JPEG, TIFF, WebP, GIF and BMP.',
    cause: 'The type detected from the bytes is none of the supported ones.',
  },
  encrypted: {
    status: 422,
    message: 'The document is encrypted or protected by a password. Send it without.',
    cause: 'The document cannot be opened without a password.',
  },
  extraction_failed: {
    status: 422,
    message: 'No text could be extracted from the document.',
    cause:
      'A blank scan, a damaged file, a picture without text, a document beyond the ceilings, or one that was erased before it was read. Free of charge.',
  },
  timeout: {
    status: 504,
    message: 'Extraction did not finish in time. Retry, or use async=true.',
    cause: 'SYNC_BUDGET_MS, or JOB_TIMEOUT_MS for a job, ran out; the work was stopped.',
  },
  not_implemented: {
    status: 501,
    message:
      'format=markdown and quality=premium are recognised but not available; leave them out, or use format=json.',
    cause: '`format=markdown` with any quality, or `quality=premium` with any format.',
  },
  quota_exceeded: {
    status: 429,
    message: 'The monthly document quota of this key is exhausted.',
    cause: 'The key has had as many successful extractions in this UTC month as its plan allows.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests in this minute. Retry-After says when to come again.',
    cause:
      'The key sent more requests in its 60 s window than its limit allows, or its documents and results take MAX_STORED_BYTES_PER_KEY.',
  },
  abuse_detected: {
    status: 429,
    message: 'This key is locked after a burst of abusive requests. Retry-After says for how long.',
    cause:
      'Oversized uploads, malformed multipart bodies, private addresses (`url`, `webhook_url` or `result_url`, as numbers or `localhost`) or bombs beyond ABUSE_THRESHOLD within ABUSE_WINDOW_SECONDS.',
  },
} as const satisfies Record<string, { status: number; message: string; cause: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Codes with which a job can end; they travel in `ExtractFailed`. */
export const JOB_ERROR_CODES = [
  'fetch_failed',
  'too_large',
  'unsupported_format',
  'encrypted',
  'extraction_failed',
  'timeout',
] as const satisfies readonly ErrorCode[];

export interface ExtractError {
  status: 'error';
  error: { code: ErrorCode; message: string };
}

export function errorBody(code: ErrorCode, message: string = ERRORS[code].message): ExtractError {
  return { status: 'error', error: { code, message } };
}

/** A code from a newer version of the service counts as a general failure. */
export function knownCode(code: string | null): ErrorCode {
  return code !== null && code in ERRORS ? (code as ErrorCode) : 'extraction_failed';
}
