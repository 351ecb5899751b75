/**
 * Blobs that their writer holds while somebody makes something of them (decision 50): most are deleted within milliseconds, so
 * that storing them at once would be work for nothing. What is still held after `HOLD_MS` is stored.
 */

import { TransientMap } from '../transient.ts';
import type { BlobKey, BlobStore, NewBlob } from './blob-store.ts';

/** Most small documents are read in a tenth of this. A reader in another process who did not hear one waits this long for it. */
export const HOLD_MS = 300;

interface Held {
  /** Null once it is stored: from then on the store has it. */
  blob: NewBlob | null;
  timer: NodeJS.Timeout;
  /** Undefined while nobody stores it. */
  storing: Promise<void> | undefined;
  /** The store was asked to take it, and may have, whatever it answered. */
  isSent: boolean;
}

export class HeldBlobs {
  private readonly store: Pick<BlobStore, 'put'>;
  private readonly held = new TransientMap<BlobKey, Held>();

  constructor(store: Pick<BlobStore, 'put'>) {
    this.store = store;
  }

  /** `listeners`: how many other processes heard it. One that nobody heard is stored at once. */
  hold(blob: NewBlob, listeners?: Promise<number>): void {
    const held: Held = { blob, timer: this.laterStored(blob.key), storing: undefined, isSent: false };
    this.held.set(blob.key, held);
    listeners?.then(count => {
      if (count === 0) this.begin(blob.key, held);
    });
  }

  /** Until it is released. */
  has(key: BlobKey): boolean {
    return this.held.has(key);
  }

  /** Undefined for what is not held, and for what the store has by now. */
  bytes(key: BlobKey): Uint8Array | undefined {
    return this.held.get(key)?.blob?.bytes;
  }

  /** Whether it may be stored, and so needs a deletion; undefined for what is not held here. Waits for a write that is under way. */
  async release(key: BlobKey): Promise<boolean | undefined> {
    const held = this.held.get(key);
    if (held === undefined) return undefined;
    this.held.delete(key);
    clearTimeout(held.timer);
    await held.storing;
    return held.isSent;
  }

  /** Stores all that is still held: whoever held it goes. */
  async flush(): Promise<void> {
    const all = [...this.held.values()];
    this.held.clear();
    for (const { timer } of all) clearTimeout(timer);
    const stores = all.map(
      ({ blob, storing }) => storing ?? (blob === null ? undefined : this.store.put(blob)),
    );
    // What cannot be stored is lost with this process, as it would be if that were killed.
    await Promise.allSettled(stores);
  }

  private laterStored(key: BlobKey): NodeJS.Timeout {
    return setTimeout(() => {
      const held = this.held.get(key);
      if (held !== undefined) this.begin(key, held);
    }, HOLD_MS);
  }

  private begin(key: BlobKey, held: Held): void {
    if (held.blob === null || held.storing !== undefined || this.held.get(key) !== held) return;
    clearTimeout(held.timer);
    held.isSent = true;
    held.storing = this.store.put(held.blob).then(
      () => {
        held.blob = null;
      },
      () => {
        // The store has had its own tries. Its reader needs it only if another fails, so it is tried again while it is held.
        if (this.held.get(key) !== held) return;
        held.storing = undefined;
        held.timer = this.laterStored(key);
      },
    );
  }
}
