/**
 * The maximum age of a fold of the log, found by comparing its positions with the log's end. Only a fold known to
 * contain the whole log up to a moment can tell what was not in it then.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AskedAfter } from '../../platform/asked-after.ts';
import type { Position } from '../../platform/event-log/event-log.ts';
import { haveReached } from '../../platform/event-log/positions.ts';
import { isOutage } from '../../platform/outage.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';

/** How often the log's end is read while nobody asks. */
const LOOK_EVERY_MS = 1_000;
/** How long a caller of `upToNow` waits for the fold to reach the end; usually the fold is only milliseconds behind. */
const REACH_PATIENCE_MS = 2_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

export interface Folding {
  /** Name for error messages, such as `the keys`. */
  name: string;
  ends: () => Promise<Position[]>;
  positions: () => Promise<readonly Position[]>;
  /** Monotonic ms, for tests. */
  clock?: () => number;
}

interface Sample {
  at: number;
  ends: Position[];
  /** The fold's positions just before `at`. */
  before: readonly Position[];
}

export class FoldAge {
  private readonly folding: Folding;
  private readonly clock: () => number;
  private readonly asked = new AskedAfter(() => this.reach());
  /** Monotonic ms: everything that was in the log at this moment is folded. */
  private wholeAt = Number.NEGATIVE_INFINITY;
  /** The log's end at that moment. */
  private wholeTo: readonly Position[] = [];

  constructor(folding: Folding) {
    this.folding = folding;
    this.clock = folding.clock ?? (() => performance.now());
  }

  /**
   * The age in ms of the log's end that the fold contains. Infinite until one is known, and while the fold lacks
   * records that it had before (it is an older copy of itself, noticed at the next look).
   */
  ageMs(): number {
    return this.clock() - this.wholeAt;
  }

  /**
   * Whether the positions are behind ones reached before: the store is then an older copy of itself, as after a
   * failover that lost its last writes. Until the projector reaches the same server and catches up, finished jobs look
   * unfinished in it.
   */
  async hasGoneBack(): Promise<boolean> {
    return !haveReached(await this.folding.positions(), this.wholeTo);
  }

  /**
   * Resolves when everything that was in the log when this was called is folded. Rejects if the log or the fold does,
   * and with `ViewStoreUnavailable` if it takes too long.
   */
  upToNow(): Promise<void> {
    return this.asked.ask();
  }

  /**
   * Resolves once the fold has caught up for the first time, and keeps watching until `signal` aborts. Waits while the
   * log is away.
   */
  async begin(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.upToNow();
        void this.watch(signal);
        return;
      } catch (error) {
        if (!isOutage(error)) throw error;
      }
      await sleep(LONGEST_PAUSE_MS);
    }
  }

  /** Checks every second until `signal` aborts. Waits for one end at a time, however long it takes. */
  private async watch(signal: AbortSignal): Promise<void> {
    let sample: Sample | undefined;
    while (!signal.aborted) {
      try {
        sample ??= await this.sample();
        if (await this.holds(sample)) {
          // Reaching this end took long, so it dates from a moment long ago. The fold may already contain the present
          // end: ask at once.
          const isOld = this.clock() - sample.at > LOOK_EVERY_MS;
          sample = undefined;
          if (isOld) continue;
        }
      } catch (error) {
        if (!isOutage(error)) throw error;
      }
      await sleep(sample === undefined ? LOOK_EVERY_MS : LONGEST_PAUSE_MS, undefined, { ref: false });
    }
  }

  private async reach(): Promise<void> {
    const sample = await this.sample();
    const end = this.clock() + REACH_PATIENCE_MS;
    for (let pauseMs = FIRST_PAUSE_MS; !(await this.holds(sample)); ) {
      if (this.clock() > end) throw new ViewStoreUnavailable(`${this.folding.name} are behind the log`);
      await sleep(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  private async sample(): Promise<Sample> {
    const before = await this.stands();
    const at = this.clock();
    const ends = await this.folding.ends();
    // The log was restored from an older copy: positions folded from the previous log mean nothing in it.
    if (!haveReached(ends, this.wholeTo)) this.wholeTo = [];
    // Positions folded from this log cannot lie beyond its end.
    if (!haveReached(ends, before.filter(isOneOf(ends))))
      throw new ViewStoreUnavailable(`${this.folding.name} are ahead of the log, which was cut or replaced`);
    return { at, ends, before };
  }

  /** If the positions have gone back, the fold no longer contains what it did. */
  private async stands(): Promise<readonly Position[]> {
    const positions = await this.folding.positions();
    if (!haveReached(positions, this.wholeTo)) this.wholeAt = Number.NEGATIVE_INFINITY;
    return positions;
  }

  /** Asks the fold again only if it had not already reached the end; mostly it has. */
  private async holds({ at, ends, before }: Sample): Promise<boolean> {
    if (!haveReached(before, ends) && !haveReached(await this.stands(), ends)) return false;
    this.wholeAt = Math.max(this.wholeAt, at);
    if (haveReached(ends, this.wholeTo)) this.wholeTo = ends;
    return true;
  }
}

const isOneOf = (ends: readonly Position[]) => (position: Position) =>
  ends.some(end => end.topic === position.topic && end.partition === position.partition);
