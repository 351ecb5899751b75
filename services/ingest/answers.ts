/** What a finished job answers: the same for a caller who waited, for GET and for the webhook. */
import type { JobState } from '../../core/job/job.ts';
import { type BlobKey, BlobMissing, type BlobStore } from '../../platform/blob-store/blob-store.ts';
import { ERRORS, type ErrorCode, errorBody } from '../../schemas/errors.ts';

export interface Answer {
  status: number;
  /** JSON; a Buffer is sent as it is. */
  body: Buffer | object;
  /** Documents of the month, this one included, where they were read beside the result. */
  used?: number;
}

/** Results are bounded by what a worker may write; see the worker's framing. */
const RESULT_CEILING_BYTES = 1024 * 1024 * 1024;

export function errorAnswer(code: ErrorCode, message?: string): Answer {
  return { status: ERRORS[code].status, body: errorBody(code, message || ERRORS[code].message) };
}

/** The answer of a finished job; `not_found` once its result has expired. */
export async function jobAnswer(job: JobState, blobs: BlobStore): Promise<Answer> {
  if (job.status === 'failed') return errorAnswer(knownCode(job.code));
  try {
    return { status: 200, body: await blobs.read(job.resultBlob as BlobKey, RESULT_CEILING_BYTES) };
  } catch (error) {
    if (error instanceof BlobMissing) return errorAnswer('not_found');
    throw error;
  }
}

/** A code from a newer version of the service is still an error. */
function knownCode(code: string | null): ErrorCode {
  return code !== null && code in ERRORS ? (code as ErrorCode) : 'extraction_failed';
}
