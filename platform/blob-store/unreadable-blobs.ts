/**
 * Reads a blob that its store may refuse. After a few tries the refusal is passed on, counted by prefix and logged once
 * in a while. A missing blob is also retried: some stores do not find for a moment what was just put (behind a network
 * file system, or with several sites). Only the caller knows whether it should exist, and reports it (`missing`). An
 * outage is passed on at once, to be waited for, and is logged as well, because waiting alone is silent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../outage.ts';
import type { Telemetry } from '../telemetry.ts';
import { BlobHeldElsewhere, type BlobKey, BlobMissing, BlobRefused } from './blob-store.ts';

/** Pauses in ms between the tries: a changed policy may not have reached every server of the store yet. */
const PAUSES_MS = [200, 1_000];
/** At most one log line of a kind in this time, however many blobs it is about. */
const SAID_EVERY_MS = 60_000;

export class UnreadableBlobs {
  private readonly telemetry: Pick<Telemetry, 'unreadableBlobs' | 'logger'>;
  private readonly pausesMs: readonly number[];
  /** Monotonic ms of the last log line, by kind. */
  private readonly saidAt = new Map<string, number>();

  constructor(telemetry: Pick<Telemetry, 'unreadableBlobs' | 'logger'>, pausesMs = PAUSES_MS) {
    this.telemetry = telemetry;
    this.pausesMs = pausesMs;
  }

  /** Rejects as `read` does; with `BlobRefused` after the last try, or before a pause that would exceed `leftMs`. */
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

  /** Reports a refused blob that was read only once, or often enough. */
  refused(key: BlobKey, error: BlobRefused): void {
    const prefix = prefixOf(key);
    this.telemetry.unreadableBlobs.inc({ prefix });
    this.say('error', `${prefix} ${error.code}`, error, 'a blob cannot be read although its store answers');
  }

  /** Reports a blob that is missing before its time: a rule of the bucket, or somebody, has deleted it. */
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
