/**
 * Removes what has expired: sources, request addresses and results by age, and finished jobs from the read model. What
 * a request in the log still needs is kept, however old it is. The bytes that remain are counted by key, for the
 * ceilings.
 */

import { HISTORY_TOPICS } from '../schemas/history.ts';
import { BLOB_PREFIXES, type BlobKey, type BlobPrefix, type BlobStore } from './blob-store/blob-store.ts';
import type { EventLog, Position } from './event-log/event-log.ts';
import { haveReached } from './event-log/positions.ts';
import { restAfterStep } from './rest.ts';
import { retentionMs } from './retention.ts';
import type { Settings } from './settings.ts';
import { ownerOf, type StoredBytes } from './stored-bytes/stored-bytes.ts';
import type { Telemetry } from './telemetry.ts';
import type { Horizon, ViewStore } from './view-store/view-store.ts';

/** Retentions are days, so a minute more or less does not matter; the shortest interval is for tests with short retentions. */
const LONGEST_INTERVAL_MS = 60_000;
const SHORTEST_INTERVAL_MS = 500;
/**
 * After a round the sweeper rests this many times as long as the round took: listing a store of millions of blobs takes
 * minutes, and S3 charges for each list.
 */
const REST_TIMES = 2;
/** Most items deleted at once, so that neither the write-ahead log nor one request grows large. */
const SLICE = 200;

/** A document is stored before its request is in the log; the upload takes at most this many ms. */
const UPLOAD_MS = 600_000;
/**
 * Largest difference of clocks, in ms. The store's clock dates a document; the ingest that wrote a request dates that.
 * S3 refuses requests from a clock that is off by more than 15 minutes, and events in the log may be dated in the
 * future by as much.
 */
const CLOCKS_APART_MS = 900_000;

const NEEDED_BY_REQUESTS: ReadonlySet<BlobPrefix> = new Set(['source', 'request']);
/** The consumer groups that read requests. A request that changes its lane is read by the second group. */
export const REQUEST_READERS = [
  { group: 'extractor-interactive', topics: ['requests-interactive'] },
  { group: 'extractor-bulk', topics: ['requests-bulk'] },
] as const;

export interface SweeperPorts {
  blobs: BlobStore;
  views: ViewStore;
  log: Pick<EventLog, 'isBehind' | 'ends'>;
  storedBytes: Pick<StoredBytes, 'publish'>;
  telemetry: Telemetry;
  settings: Settings;
}

export class Sweeper {
  private readonly ports: SweeperPorts;
  private readonly timer: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private isSweeping = false;
  /** Monotonic ms. */
  private restsUntil = Number.NEGATIVE_INFINITY;
  private stopped = false;
  /** The ends of the log at an earlier round, and when that was (epoch ms). */
  private noted: { at: number; ends: Position[] } | undefined;

  constructor(ports: SweeperPorts) {
    this.ports = ports;
    const { settings } = ports;
    const shortest = Math.min(settings.JOB_RETENTION_SECONDS, settings.SOURCE_RETENTION_SECONDS) * 500;
    const interval = Math.max(SHORTEST_INTERVAL_MS, Math.min(LONGEST_INTERVAL_MS, shortest));
    this.timer = setInterval(() => this.begin(), interval);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Starts a round, unless one is running or the sweeper rests; missed rounds are not made up for. */
  private begin(): void {
    if (this.isSweeping || performance.now() < this.restsUntil) return;
    this.isSweeping = true;
    this.running = this.round();
  }

  private async round(): Promise<void> {
    const beganAt = performance.now();
    await this.sweep(Date.now()).catch(error => {
      this.ports.telemetry.logger.warn(
        { error: String(error?.message ?? error) },
        'a sweep failed and will be repeated',
      );
    });
    const endedAt = performance.now();
    this.restsUntil = endedAt + REST_TIMES * (endedAt - beganAt);
    this.isSweeping = false;
  }

  /** `at`: epoch ms. */
  async sweep(at: number): Promise<void> {
    const ages = retentionMs(this.ports.settings);
    const left = new Map<string, number>();
    const failures: unknown[] = [];
    for (const prefix of BLOB_PREFIXES) {
      const before = at - ages[prefix];
      const isNeeded = NEEDED_BY_REQUESTS.has(prefix) && (await this.isWaitedFor(before));
      failures.push(...(await this.sweepBlobs(prefix, isNeeded ? 0 : before, left)));
    }
    const { storedBytes, settings } = this.ports;
    if (!this.stopped) await storedBytes.publish(left);
    const foldedAt = await this.foldedAt(at);
    const retention = settings.JOB_RETENTION_SECONDS * 1000;
    // Half-way between now and what is forgotten, so that clocks may differ by as much in either direction.
    if (foldedAt !== undefined)
      await this.sweepJobs({ finishedBefore: foldedAt - retention, foldedAt: foldedAt - retention / 2 });
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Epoch ms of an earlier round whose whole log the read model has folded by now; undefined if there is none. Topics
   * are folded independently: if a job were forgotten as soon as its end is folded, its request could start it anew,
   * never to end, and an end that was written twice would be metered again.
   */
  private async foldedAt(at: number): Promise<number | undefined> {
    const { views, log } = this.ports;
    const { noted } = this;
    const isFolded =
      noted !== undefined && (await views.caughtUp()) && haveReached(await views.positions(), noted.ends);
    if (noted === undefined || isFolded) this.noted = { at, ends: await log.ends(HISTORY_TOPICS) };
    return isFolded ? noted.at : undefined;
  }

  /** True if a request whose document was written before `writtenBefore` may still be waiting for an extractor. */
  private async isWaitedFor(writtenBefore: number): Promise<boolean> {
    const { log } = this.ports;
    const answers = REQUEST_READERS.map(({ group, topics }) =>
      log.isBehind(group, topics, writtenBefore + UPLOAD_MS + CLOCKS_APART_MS),
    );
    return (await Promise.all(answers)).some(Boolean);
  }

  private async sweepJobs(horizon: Horizon): Promise<void> {
    for (let removed = SLICE; removed === SLICE && !this.stopped; ) {
      const beganAt = performance.now();
      removed = await this.ports.views.sweep(horizon, SLICE);
      const tookMs = performance.now() - beganAt;
      this.ports.telemetry.swept.inc({ kind: 'job' }, removed);
      // A read model in this process uses the thread that callers wait for.
      await restAfterStep(tookMs);
    }
  }

  /**
   * Deletes what was written before `before` (epoch ms), and adds the bytes of everything else to `left`, by key id.
   * Returns the errors of what could not be deleted.
   */
  private async sweepBlobs(
    prefix: BlobPrefix,
    before: number,
    left: Map<string, number>,
  ): Promise<unknown[]> {
    let slice: BlobKey[] = [];
    const failures: unknown[] = [];
    const flush = async () => {
      const keys = slice;
      slice = [];
      // A blob that cannot be deleted must not keep the ones after it.
      await this.ports.blobs.delete(keys).then(
        () => this.ports.telemetry.swept.inc({ kind: prefix }, keys.length),
        error => failures.push(error),
      );
    };
    for await (const { key, bytes, writtenAt } of this.ports.blobs.list(prefix, Number.MAX_SAFE_INTEGER)) {
      if (this.stopped) return failures;
      if (writtenAt < before) slice.push(key);
      // Pages have no owner, and are gone before the next count.
      else if (prefix !== 'page') left.set(ownerOf(key), (left.get(ownerOf(key)) ?? 0) + bytes);
      if (slice.length === SLICE) await flush();
    }
    if (slice.length > 0) await flush();
    return failures;
  }
}
