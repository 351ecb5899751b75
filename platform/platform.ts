/** The ports that services are built on, as one value. */
import type { BlobStore } from './blob-store/blob-store.ts';
import type { EventLog } from './event-log/event-log.ts';
import type { Journal } from './journal/journal.ts';
import type { Settings } from './settings.ts';
import type { Clock } from './shared-clock.ts';
import type { Telemetry } from './telemetry.ts';
import type { ViewPolicy, ViewStore } from './view-store/view-store.ts';

export interface Platform {
  log: EventLog;
  blobs: BlobStore;
  views: ViewStore;
  journal: Journal;
  settings: Settings;
  telemetry: Telemetry;
  /** Newest first. */
  webhookSecrets: readonly string[];
  /** What deadlines that travel are set and kept by. */
  clock: Clock;
  close(): Promise<void>;
}

export function viewPolicy(settings: Settings): ViewPolicy {
  return {
    idempotencyMs: idempotencyMs(settings),
    breaker: {
      threshold: settings.ABUSE_THRESHOLD,
      windowMs: settings.ABUSE_WINDOW_SECONDS * 1000,
      lockoutMs: settings.ABUSE_LOCKOUT_SECONDS * 1000,
    },
  };
}

/** An Idempotency-Key stands for a job, so it lives no longer than one: a repeat of what is gone is a new request. */
export function idempotencyMs({ IDEMPOTENCY_SECONDS, JOB_RETENTION_SECONDS }: Settings): number {
  return Math.min(IDEMPOTENCY_SECONDS, JOB_RETENTION_SECONDS) * 1000;
}

export const secretsOf = (setting: string): string[] =>
  setting
    .split(',')
    .map(secret => secret.trim())
    .filter(secret => secret !== '');
