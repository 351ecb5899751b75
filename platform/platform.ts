/** The ports that services are built on, as one value. */
import type { BlobStore } from './blob-store/blob-store.ts';
import type { EventLog } from './event-log/event-log.ts';
import type { Journal } from './journal/journal.ts';
import type { Settings } from './settings.ts';
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
  close(): Promise<void>;
}

export function viewPolicy(settings: Settings): ViewPolicy {
  return {
    idempotencyMs: settings.IDEMPOTENCY_SECONDS * 1000,
    breaker: {
      threshold: settings.ABUSE_THRESHOLD,
      windowMs: settings.ABUSE_WINDOW_SECONDS * 1000,
      lockoutMs: settings.ABUSE_LOCKOUT_SECONDS * 1000,
    },
  };
}

export const secretsOf = (setting: string): string[] =>
  setting
    .split(',')
    .map(secret => secret.trim())
    .filter(secret => secret !== '');
