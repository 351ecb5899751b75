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
   * The keys as the read model holds them, and up to where: only where it stands beside the log, and nobody else can have
   * written or lost it. Positions are asked for first: what is folded meanwhile is folded again, and changes nothing.
   */
  foldedKeys?: () => Promise<{ keys: readonly KeyState[]; positions: readonly Position[] }>;
  /**
   * Whether a read model that an earlier fold has made is built anew unasked: where one process folds it, beside the log.
   * Elsewhere builds that follow each other fold it side by side, and Redis has to have room for two.
   */
  rebuildsUnasked: boolean;
  /** Up to here `held` spares the blob store a document whose caller waits (decision 50); 0 where it would spare nothing. */
  holdsUpToBytes: number;
  /** Newest first. */
  webhookSecrets: readonly string[];
  /** Whether the service is known to sign by other ones: for commands, which may lack its setting. */
  signsByAnother?: boolean;
  storedBytes: StoredBytes;
  peppers: Peppers;
  /** Other processes of a role whose processes share work: of the distributed extractor. */
  peers?: Peers;
  /** What deadlines that travel are set and kept by. */
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

/** An Idempotency-Key stands for a job, so it lives no longer than one: a repeat of what is gone is a new request. */
export function idempotencyMs({ IDEMPOTENCY_SECONDS, JOB_RETENTION_SECONDS }: Settings): number {
  return Math.min(IDEMPOTENCY_SECONDS, JOB_RETENTION_SECONDS) * 1000;
}

export const secretsOf = (setting: string): string[] =>
  setting
    .split(',')
    .map(secret => secret.trim())
    .filter(secret => secret !== '');
