/** The ports that services are built on, as one value. */
import { FOLD_VERSION } from '../core/fold-version.ts';
import type { KeyState } from '../core/keys/key.ts';
import type { BlobStore } from './blob-store/blob-store.ts';
import type { EventLog, Position } from './event-log/event-log.ts';
import type { Journal } from './journal/journal.ts';
import type { Peers } from './peers/peers.ts';
import type { Peppers } from './peppers.ts';
import type { Settings } from './settings.ts';
import type { Clock } from './shared-clock.ts';
import type { StoredBytes } from './stored-bytes/stored-bytes.ts';
import type { Telemetry } from './telemetry.ts';
import type { ViewPolicy, ViewStore } from './view-store/view-store.ts';

export interface Platform {
  log: EventLog;
  blobs: BlobStore;
  views: ViewStore;
  journal: Journal;
  settings: Settings;
  telemetry: Telemetry;
  /**
   * The API keys in the read model, and the positions up to which it has folded the log. Only available if the read
   * model is on the same machine as the log, so that nobody else can have written or lost it. The positions are read
   * first: events that are folded meanwhile are folded again, which changes nothing.
   */
  foldedKeys?: () => Promise<{ keys: readonly KeyState[]; positions: readonly Position[] }>;
  /**
   * True if a read model that an earlier fold version built is rebuilt automatically: where one process folds it,
   * beside the log. Otherwise, successive builds of the program fold side by side, and Redis needs room for two read
   * models.
   */
  rebuildsUnasked: boolean;
  /**
   * Largest document, in bytes, that `held` keeps out of the blob store while its caller waits (decision 50); 0 if that
   * would save nothing.
   */
  holdsUpToBytes: number;
  /** The operator's secrets that sign webhooks, newest first. */
  webhookSecrets: readonly string[];
  /** True if the service is known to sign with another secret; for commands, which may lack the service's setting. */
  signsByAnother?: boolean;
  storedBytes: StoredBytes;
  peppers: Peppers;
  /** The other processes of the role, if its processes share work; only in the distributed extractor. */
  peers?: Peers;
  /** The clock for deadlines that one process sets and another checks. */
  clock: Clock;
  close(): Promise<void>;
}

export function viewPolicy(settings: Settings): ViewPolicy {
  return {
    idempotencyMs: idempotencyMs(settings),
    foldVersion: FOLD_VERSION,
    breaker: {
      threshold: settings.ABUSE_THRESHOLD,
      windowMs: settings.ABUSE_WINDOW_SECONDS * 1000,
      lockoutMs: settings.ABUSE_LOCKOUT_SECONDS * 1000,
    },
  };
}

/**
 * How long an Idempotency-Key is remembered, in ms. It stands for a job, so never longer than the job is kept: a repeat
 * of a request whose job is gone is a new request.
 */
export function idempotencyMs({ IDEMPOTENCY_SECONDS, JOB_RETENTION_SECONDS }: Settings): number {
  return Math.min(IDEMPOTENCY_SECONDS, JOB_RETENTION_SECONDS) * 1000;
}

export const secretsOf = (setting: string): string[] =>
  setting
    .split(',')
    .map(secret => secret.trim())
    .filter(secret => secret !== '');
