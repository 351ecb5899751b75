import type { ExtractDeferred, ExtractRequested } from '../schemas/events.ts';
import { newId } from './ids.ts';

export interface Span {
  /** Epoch ms. */
  startedAt: number;
  /** Epoch ms at which the job ended. */
  at: number;
  /** The build of the program that ended the job (`buildOf`). */
  build: string;
}

/** The fields that every event for the end of a job has, whichever service writes it. */
export function jobEnd(request: ExtractRequested | ExtractDeferred, { startedAt, at, build }: Span) {
  const { job_id, key_id, source_blob, request_blob, webhook } = request;
  const requested_at = request.type === 'ExtractRequested' ? request.at : request.requested_at;
  return {
    event_id: newId(at),
    at,
    job_id,
    key_id,
    source_blob,
    request_blob,
    webhook,
    requested_at,
    duration_ms: at - startedAt,
    build,
  };
}
