/** The answer of a finished job: the same for a caller who waited, for GET and for the webhook. */
import type { JobState } from '../../core/job/job.ts';
import { type BlobKey, BlobMissing, type BlobStore } from '../../platform/blob-store/blob-store.ts';
import { ERRORS, type ErrorCode, errorBody, knownCode } from '../../schemas/errors.ts';

export interface Answer {
  status: number;
  /** JSON. A Buffer, and a blob from the store, are sent unchanged. */
  body: Buffer | object | LargeResult;
  /** Documents metered in the month of `at` (epoch ms), this one included, if they were read together with the result. */
  used?: { documents: number; at: number };
}

/** Largest answer that is held in memory for each connection that asks for it, whether or not its caller reads. */
const SMALL_BYTES = 64 * 1024;

/** A result that is streamed from the store when a slot is free (see large-results.ts). */
export class LargeResult {
  readonly blob: BlobKey;

  constructor(blob: BlobKey) {
    this.blob = blob;
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export function errorAnswer(code: ErrorCode, message?: string): Answer {
  return { status: ERRORS[code].status, body: errorBody(code, message || ERRORS[code].message) };
}

/** The answer of a finished job; `not_found` once its result has expired. `onMissing` is called if the store lacks the result. */
export async function jobAnswer(
  job: JobState,
  blobs: BlobStore,
  onMissing: (blob: BlobKey) => void = () => undefined,
): Promise<Answer> {
  if (job.status === 'failed') return errorAnswer(knownCode(job.code));
  const blob = job.resultBlob as BlobKey;
  try {
    return { status: 200, body: await blobs.read(blob, SMALL_BYTES) };
  } catch (error) {
    if (error instanceof RangeError) return { status: 200, body: new LargeResult(blob) };
    if (!(error instanceof BlobMissing)) throw error;
    onMissing(blob);
    return errorAnswer('not_found');
  }
}
