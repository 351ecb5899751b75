/**
 * Blobs that their writer holds while another process makes something of them: most are deleted within milliseconds, so that
 * storing them at once would be two calls to the store for nothing. What is still held after `HOLD_MS` is stored.
 */
import type { BlobKey, BlobStore, NewBlob } from '../blob-store.ts';

/** Most small documents are read in a tenth of this. A reader who did not hear one waits this long for it. */
export const HOLD_MS = 300;

interface Held {
  blob: NewBlob;
  timer: NodeJS.Timeout;
  /** Undefined until somebody begins to store it. */
  storing: Promise<void> | undefined;
}

export class HeldBlobs {
  private readonly store: Pick<BlobStore, 'put'>;
  private readonly held = new Map<BlobKey, Held>();

  constructor(store: Pick<BlobStore, 'put'>) {
    this.store = store;
  }

  /** `listeners`: how many processes heard it. One that nobody heard is stored at once. */
  hold(blob: NewBlob, listeners: Promise<number>): void {
    const held: Held = { blob, timer: this.laterStored(blob.key), storing: undefined };
    this.held.set(blob.key, held);
    listeners.then(count => {
      if (count === 0) this.begin(held);
    });
  }

  /** Whether it was stored, and so needs a deletion; undefined for what is not held here. Waits for a write that is under way. */
  async release(key: BlobKey): Promise<boolean | undefined> {
    const held = this.held.get(key);
    if (held === undefined) return undefined;
    this.held.delete(key);
    clearTimeout(held.timer);
    await held.storing;
    return held.storing !== undefined;
  }

  /** Stores all that is still held: whoever held it goes. */
  async flush(): Promise<void> {
    const all = [...this.held.values()];
    this.held.clear();
    for (const { timer } of all) clearTimeout(timer);
    // What cannot be stored is lost with this process, as it would be if that were killed.
    await Promise.allSettled(all.map(held => held.storing ?? this.store.put(held.blob)));
  }

  private laterStored(key: BlobKey): NodeJS.Timeout {
    return setTimeout(() => {
      const held = this.held.get(key);
      if (held !== undefined) this.begin(held);
    }, HOLD_MS);
  }

  private begin(held: Held): void {
    const { key } = held.blob;
    if (held.storing !== undefined || this.held.get(key) !== held) return;
    clearTimeout(held.timer);
    held.storing = this.store.put(held.blob).catch(() => {
      // The store has had its own tries. Its reader needs it only if another fails, so it is tried again while it is held.
      if (this.held.get(key) !== held) return;
      held.storing = undefined;
      held.timer = this.laterStored(key);
    });
  }
}
