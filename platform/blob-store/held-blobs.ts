/**
 * Blobs that their writer holds in memory while they are processed (decision 50). Most are deleted within milliseconds,
 * so storing them at once would be wasted work. Blobs that are still held after `HOLD_MS` are stored.
 */

import { TransientMap } from '../transient.ts';
import type { BlobKey, BlobStore, NewBlob } from './blob-store.ts';

/**
 * Ms after which a held blob is stored; most small documents are read in a tenth of this. A reader in another process
 * that did not receive a blob waits this long for it.
 */
export const HOLD_MS = 300;

interface Held {
  /** Null once it is stored; from then on the store has it. */
  blob: NewBlob | null;
  timer: NodeJS.Timeout;
  /** The running write; undefined if there is none. */
  storing: Promise<void> | undefined;
  /** True once the store was asked to write it: it may have, whatever it answered. */
  isSent: boolean;
}

export class HeldBlobs {
  private readonly store: Pick<BlobStore, 'put'>;
  private readonly held = new TransientMap<BlobKey, Held>();

  constructor(store: Pick<BlobStore, 'put'>) {
    this.store = store;
  }

  /** Holds a blob. `listeners` resolves to how many other processes received it; a blob that none received is stored at once. */
  hold(blob: NewBlob, listeners?: Promise<number>): void {
    const held: Held = { blob, timer: this.laterStored(blob.key), storing: undefined, isSent: false };
    this.held.set(blob.key, held);
    listeners?.then(count => {
      if (count === 0) this.begin(blob.key, held);
    });
  }

  /** True until the blob is released. */
  has(key: BlobKey): boolean {
    return this.held.has(key);
  }

  /** The blob's bytes; undefined if it is not held, or if the store has it by now. */
  bytes(key: BlobKey): Uint8Array | undefined {
    return this.held.get(key)?.blob?.bytes;
  }

  /**
   * Stops holding a blob. Resolves to whether it may be stored and so must be deleted; undefined if it is not held
   * here. Waits for a running write.
   */
  async release(key: BlobKey): Promise<boolean | undefined> {
    const held = this.held.get(key);
    if (held === undefined) return undefined;
    this.held.delete(key);
    clearTimeout(held.timer);
    await held.storing;
    return held.isSent;
  }

  /** Stores all blobs that are still held, because the process is stopping. */
  async flush(): Promise<void> {
    const all = [...this.held.values()];
    this.held.clear();
    for (const { timer } of all) clearTimeout(timer);
    const stores = all.map(
      ({ blob, storing }) => storing ?? (blob === null ? undefined : this.store.put(blob)),
    );
    // What cannot be stored is lost with this process, as it would be if it were killed.
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
        // The store has already retried. The reader needs the stored blob only if another reader fails, so the write is
        // tried again while the blob is held.
        if (this.held.get(key) !== held) return;
        held.storing = undefined;
        held.timer = this.laterStored(key);
      },
    );
  }
}
