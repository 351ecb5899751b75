/** Bodies of what a key asks about its own work: GET /v1/jobs, /v1/jobs/{job_id}, its events, and /v1/usage. */

export const JOB_STATES = ['processing', 'success', 'error'] as const;
export const WEBHOOK_STATES = ['none', 'pending', 'delivered', 'given_up'] as const;

/** All times are RFC 3339 in UTC, with milliseconds. */
export interface Job {
  job_id: string;
  state: (typeof JOB_STATES)[number];
  /** Code of the error that the job ended with, as GET /v1/extract/{job_id} answers it; null otherwise. */
  error: string | null;
  /** Whether its caller was answered 202. */
  asynchronous: boolean;
  format: 'text' | 'json';
  /** Null where it is not known (yet). */
  source: 'upload' | 'url' | null;
  stages: JobStage[];
  /** While a document is read page by page, for longer than a moment; null otherwise, and where nobody says. */
  progress: JobProgress | null;
  /** Null until the job has ended. */
  document: JobDocument | null;
  /** Build of the program that ended the job; null until then, and where it is not known. */
  build: string | null;
  webhook: JobWebhook;
}

export const STAGES = ['accepted', 'started', 'finished'] as const;

export interface JobStage {
  stage: (typeof STAGES)[number];
  at: string;
}

export interface JobProgress {
  pages_done: number;
  pages: number;
}

export interface JobDocument {
  content_type: string | null;
  bytes: number | null;
  chars: number | null;
  pages: number | null;
  ocr: boolean | null;
  /** Pages that OCR read, and how sure it was of its words on them (0 to 100); null where it is not known. */
  ocr_pages: number | null;
  ocr_confidence: number | null;
  warnings: string[];
}

export interface JobWebhook {
  state: (typeof WEBHOOK_STATES)[number];
  next_attempt_at: string | null;
  attempts: WebhookAttempt[];
}

export interface WebhookAttempt {
  attempt: number;
  started_at: string | null;
  ended_at: string | null;
  /** HTTP status of the receiver. */
  status: number | null;
  reason: string | null;
}

export interface JobList {
  status: 'success';
  jobs: Job[];
  /** Null where nothing follows. */
  next_cursor: string | null;
}

export interface JobAnswer {
  status: 'success';
  job: Job;
}

export interface Usage {
  status: 'success';
  key_id: string;
  plan: string;
  /** Months of UTC, the current one first. */
  months: { month: string; documents: number }[];
  documents: { limit: number; used: number; remaining: number; resets_at: string };
  requests: { limit_per_minute: number; remaining: number; resets_at: string | null };
  /** Until when the abuse breaker refuses the key. */
  locked_until: string | null;
  jobs_in_flight: number;
  limits: { upload_bytes: number; url_bytes: number; async_threshold_bytes: number };
}
