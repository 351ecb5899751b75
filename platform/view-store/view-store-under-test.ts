/** An adapter as the contract of the view stores needs it. */
import { FOLD_VERSION } from '../../core/fold-version.ts';
import type { Event } from '../../schemas/events.ts';
import type { RecordedEvent } from '../event-log/event-log.ts';
import type { ViewPolicy, ViewStore } from './view-store.ts';

/** Longer than the lease of a claim. */
const LIFE_MS = 3_600_000;

export const CONTRACT_POLICY: ViewPolicy = {
  idempotencyMs: LIFE_MS,
  breaker: { threshold: 3, windowMs: 10_000, lockoutMs: 5_000 },
  foldVersion: FOLD_VERSION,
};

export interface ViewStoreUnderTest {
  /**
   * Opens an empty store under `CONTRACT_POLICY`; later calls open the same one again, as another process would.
   * `foldVersion`: as a program with another fold version would.
   */
  open(foldVersion?: number): Promise<ViewStore>;
  /** Sets the store's clock: epoch ms. */
  setClock(at: number): void;
  /** Appends to the log that the store is projected from, for adapters that read it; returns the records. */
  record(events: Event[]): Promise<RecordedEvent[]>;
  destroy(): Promise<void>;
}

/** Projects one record at a time, as the strictest projector would. */
export async function applyInTurn(
  views: Pick<ViewStore, 'apply'>,
  records: readonly RecordedEvent[],
): Promise<void> {
  for (const record of records) {
    const { topic, partition, offset } = record;
    await views.apply([record], { topic, partition, next: offset + 1 });
  }
}
