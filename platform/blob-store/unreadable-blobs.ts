/**
 * Reads a blob that its store may refuse: a few tries, then the refusal goes up, counted by prefix and said once in a
 * while. A missing blob is tried again as well: some stores do not find for a moment what was just put (one behind a
 * network file system, one with several sites). The caller knows whether it should be there, and reports it (`missing`).
 * An outage goes up at once, to be waited for, and is said as well: what waits for it otherwise waits in silence.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../outage.ts';
import type { Telemetry } from '../telemetry.ts';
import { BlobHeldElsewhere, type BlobKey, BlobMissing, BlobRefused } from './blob-store.ts';

/** Between the tries: a policy that was changed a moment ago has not reached every server of the store. */
const PAUSES_MS = [200, 1_000];
/** One line of a kind in so long, however many blobs it speaks of. */
const SAID_EVERY_MS = 60_000;

export class UnreadableBlobs {
  private readonly telemetry: Pick<Telemetry, 'unreadableBlobs' | 'logger'>;
  private readonly pausesMs: readonly number[];
  /** By kind, on the monotonic clock. */
  private readonly saidAt = new Map<string, number>();

  constructor(telemetry: Pick<Telemetry, 'unreadableBlobs' | 'logger'>, pausesMs = PAUSES_MS) {
    this.telemetry = telemetry;
    this.pausesMs = pausesMs;
  }

  /** Rejects as `read` does; with `BlobRefused` after its last try, or before a pause that would last beyond `leftMs`. */
  async read<T>(key: BlobKey, read: () => Promise<T>, leftMs = Number.POSITIVE_INFINITY): Promise<T> {
    const end = performance.now() + leftMs;
    for (const pauseMs of [...this.pausesMs, undefined]) {
      try {
        return await read();
      } catch (error) {
        if (isOutage(error))
          this.say('warn', `${prefixOf(key)} waits`, error, 'a blob cannot be read: waiting for the store');
        if (error instanceof BlobHeldElsewhere) throw error;
        if (!(error instanceof BlobRefused || error instanceof BlobMissing)) throw error;
        if (pauseMs !== undefined && performance.now() + pauseMs < end) await sleep(pauseMs);
        else if (error instanceof BlobMissing) throw error;
        else {
          this.refused(key, error);
          throw error;
        }
      }
    }
    throw new RangeError('every try returns or throws');
  }

  /** Of one that is read once, or was tried often enough. */
  refused(key: BlobKey, error: BlobRefused): void {
    const prefix = prefixOf(key);
    this.telemetry.unreadableBlobs.inc({ prefix });
    this.say('error', `${prefix} ${error.code}`, error, 'a blob cannot be read although its store answers');
  }

  /** Of one that is missing before its time: a rule of the bucket, or somebody, has deleted it. */
  missing(key: BlobKey): void {
    const prefix = prefixOf(key);
    this.telemetry.unreadableBlobs.inc({ prefix });
    const message = 'a blob is not in its store although it has not expired';
    this.say('error', `${prefix} missing`, new BlobMissing(), message);
  }

  private say(level: 'warn' | 'error', kind: string, error: unknown, message: string): void {
    const now = performance.now();
    if (now - (this.saidAt.get(kind) ?? Number.NEGATIVE_INFINITY) < SAID_EVERY_MS) return;
    this.saidAt.set(kind, now);
    this.telemetry.logger[level](
      { kind, error: error instanceof Error ? error.message : String(error) },
      message,
    );
  }
}

const prefixOf = (key: BlobKey): string => key.slice(0, key.indexOf('/'));
