/**
 * A blob store whose readers have heard a small blob before they are told of it. A blob is sent while it is being
 * written; its reader learns its name from an event that is appended after the write is durable, so nothing is read
 * that could still be lost. What is heard is kept for seconds, in memory, and is given away once.
 * A blob that its writer holds is stored only if it is needed for longer (decision 50). What others send is small: it is
 * never read in pieces.
 */

import { TransientMap } from '../../transient.ts';
import { within } from '../../within.ts';
import {
  BlobHeldElsewhere,
  type BlobKey,
  BlobMissing,
  type BlobPrefix,
  type BlobStore,
  isHeld,
  type NewBlob,
} from '../blob-store.ts';
import { BlobStoreOver } from '../blob-store-over.ts';
import { HeldBlobs, HOLD_MS } from '../held-blobs.ts';
import { RecentBlobs } from '../recent-blobs.ts';
import type { BlobRelay } from './blob-relay.ts';

/** Every listener hears every blob: beyond a few pages of text the store's own time matters less than that. */
export const LARGEST_BYTES = 16 * 1024;
/** Blobs for other processes are forgotten after one to two of these; a caller who waits longer waits for his turn. */
const FORGET_INTERVAL_MS = 5_000;
/** For a held blob whose name came before it did. It is not in the store yet, so asking that first would take longer. */
const HEARING_MS = 50;

export class RelayedBlobStore extends BlobStoreOver {
  private readonly relay: BlobRelay;
  private readonly timer: NodeJS.Timeout;
  private heard = new RecentBlobs();
  private heardBefore = new RecentBlobs();
  private readonly holds: HeldBlobs;
  /** When a held blob was heard, on the monotonic clock: until its writer may have stored it. */
  private readonly heardAt = new TransientMap<BlobKey, number>();
  private readonly awaited = new TransientMap<BlobKey, () => void>();

  /** `prefix`: of the blobs that others write and this process reads. */
  constructor(store: BlobStore, relay: BlobRelay, prefix: BlobPrefix) {
    super(store);
    this.relay = relay;
    this.holds = new HeldBlobs(store);
    relay.listen(prefix, blob => {
      this.heard.add(blob);
      if (!isHeld(blob.key)) return;
      this.heardAt.set(blob.key, performance.now());
      this.awaited.get(blob.key)?.();
    });
    this.timer = setInterval(() => {
      this.heardBefore = this.heard;
      this.heard = new RecentBlobs();
      for (const key of this.heardAt.keys()) if (!this.isSurelyHeld(key)) this.heardAt.delete(key);
    }, FORGET_INTERVAL_MS);
    this.timer.unref();
  }

  override async put(blob: NewBlob): Promise<void> {
    if (blob.awaited !== true || blob.bytes.length > LARGEST_BYTES) return this.store.put(blob);
    const listeners = this.relay.send(blob);
    if (blob.held === true) this.holds.hold(blob, listeners);
    else await this.store.put(blob);
  }

  override async read(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    if (isHeld(key) && !this.heardAt.has(key)) await this.hearing(key);
    const blob = this.heard.get(key) ?? this.heardBefore.get(key);
    if (blob === undefined || blob.length > ceilingBytes) return this.stored(key, ceilingBytes);
    this.forget(key);
    return blob;
  }

  override async delete(keys: readonly BlobKey[]): Promise<void> {
    const stored: BlobKey[] = [];
    for (const key of keys) {
      const wasStored = await this.holds.release(key);
      if (wasStored ?? !this.isSurelyHeld(key)) stored.push(key);
      this.forget(key);
      this.heardAt.delete(key);
    }
    if (stored.length > 0) await this.store.delete(stored);
  }

  override async close(): Promise<void> {
    clearInterval(this.timer);
    await this.holds.flush();
    this.relay.close();
    await this.store.close();
  }

  private async stored(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    try {
      return await this.store.read(key, ceilingBytes);
    } catch (error) {
      throw error instanceof BlobMissing && isHeld(key) ? new BlobHeldElsewhere() : error;
    }
  }

  /** Until a blob is heard, or has not been for `HEARING_MS`. */
  private async hearing(key: BlobKey): Promise<void> {
    const heard = Promise.withResolvers<void>();
    this.awaited.set(key, heard.resolve);
    await within(HEARING_MS, heard.promise);
    this.awaited.delete(key);
  }

  /** Whether its writer cannot have stored it yet. What it stores later it deletes itself. */
  private isSurelyHeld(key: BlobKey): boolean {
    const at = this.heardAt.get(key);
    return at !== undefined && performance.now() - at < HOLD_MS;
  }

  private forget(key: BlobKey): void {
    this.heard.delete(key);
    this.heardBefore.delete(key);
  }
}
