/**
 * A blob store that sends small blobs to their readers in advance. A blob is sent while it is being written; its reader
 * learns its name from an event that is appended after the write is durable, so nothing is read that could still be
 * lost. Received blobs are kept in memory for seconds, and are returned once. A blob that its writer holds is stored
 * only if it is needed for longer (decision 50). Blobs from other processes are small, so they are never streamed.
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

/**
 * Largest blob that is sent, in bytes: every listener receives every blob, and for more than a few pages of text the
 * time of the store itself matters little.
 */
export const LARGEST_BYTES = 16 * 1024;
/**
 * Received blobs are forgotten after one to two intervals of this many ms; a caller who waits longer than that waits in
 * the queue.
 */
const FORGET_INTERVAL_MS = 5_000;
/**
 * Longest wait in ms for a held blob that has not arrived although its name has. It is not stored yet, so asking the
 * store first would take longer.
 */
const HEARING_MS = 50;

export class RelayedBlobStore extends BlobStoreOver {
  private readonly relay: BlobRelay;
  private readonly timer: NodeJS.Timeout;
  private heard = new RecentBlobs();
  private heardBefore = new RecentBlobs();
  private readonly holds: HeldBlobs;
  /** Monotonic ms at which each held blob was received; kept until its writer may have stored it. */
  private readonly heardAt = new TransientMap<BlobKey, number>();
  private readonly awaited = new TransientMap<BlobKey, () => void>();

  /** `prefix`: the prefix of the blobs that other processes write and this one reads. */
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

  /** Resolves when a blob is received, or after `HEARING_MS`. */
  private async hearing(key: BlobKey): Promise<void> {
    const heard = Promise.withResolvers<void>();
    this.awaited.set(key, heard.resolve);
    await within(HEARING_MS, heard.promise);
    this.awaited.delete(key);
  }

  /** True if the writer cannot have stored the blob yet. If it stores the blob later, it also deletes it. */
  private isSurelyHeld(key: BlobKey): boolean {
    const at = this.heardAt.get(key);
    return at !== undefined && performance.now() - at < HOLD_MS;
  }

  private forget(key: BlobKey): void {
    this.heard.delete(key);
    this.heardBefore.delete(key);
  }
}
