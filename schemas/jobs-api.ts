/** Bodies for what a key can ask about its own work: GET /v1/jobs, /v1/jobs/{job_id}, its events, and /v1/usage. */

export const JOB_STATES = ['processing', 'success', 'error'] as const;
export const WEBHOOK_STATES = ['none', 'pending', 'delivered', 'given_up'] as const;

/** All times are RFC 3339 in UTC, with milliseconds. */
export interface Job {
  job_id: string;
  state: (typeof JOB_STATES)[number];
  /** Code of the error that the job ended with, as in GET /v1/extract/{job_id}; null if it did not fail. */
  error: string | null;
  /** Whether the caller was answered 202. */
  asynchronous: boolean;
  format: 'text' | 'json';
  /** Null if it is not known (yet). */
  source: 'upload' | 'url' | null;
  stages: JobStage[];
  /** Set while a document is being read page by page for longer than a moment; otherwise null, also if it is not known. */
  progress: JobProgress | null;
  /** Null until the job has ended. */
  document: JobDocument | null;
  /** The build that ended the job; null until then, and if it is not known. */
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
  /** Number of pages that OCR read, and its confidence in their words (0 to 100); null if not known. */
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
  /** HTTP status of the receiver's answer. */
  status: number | null;
  reason: string | null;
}

export interface JobList {
  status: 'success';
  jobs: Job[];
  /** Null if nothing follows. */
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
  /** UTC months, the current one first. */
  months: { month: string; documents: number }[];
  documents: { limit: number; used: number; remaining: number; resets_at: string };
  requests: { limit_per_minute: number; remaining: number; resets_at: string | null };
  /** Until when the abuse breaker refuses the key; null if it does not. */
  locked_until: string | null;
  jobs_in_flight: number;
  limits: { upload_bytes: number; url_bytes: number; async_threshold_bytes: number };
}
