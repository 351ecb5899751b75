import type { ExtractDeferred, ExtractRequested } from '../schemas/events.ts';
import { newId } from './ids.ts';

export interface Span {
  /** Epoch ms. */
  startedAt: number;
  /** Epoch ms of its end. */
  at: number;
  /** Of the program that ended it (`buildOf`). */
  build: string;
}

/** What every end of a job says of it, whichever service writes it. */
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
