/**
 * How old a fold of the log may be at the most: it is compared with where the log ends. Only what is known to hold the
 * whole log of a moment can say what is not in it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AskedAfter } from '../../platform/asked-after.ts';
import type { Position } from '../../platform/event-log/event-log.ts';
import { haveReached } from '../../platform/event-log/positions.ts';
import { isOutage } from '../../platform/outage.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';

/** How often the log is asked where it ends while nobody else asks. */
const LOOK_EVERY_MS = 1_000;
/** How long somebody who asks waits for the fold to reach the end; it is milliseconds behind as a rule. */
const REACH_PATIENCE_MS = 2_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

export interface Folding {
  /** For errors: `the keys`. */
  name: string;
  ends: () => Promise<Position[]>;
  positions: () => Promise<readonly Position[]>;
  /** Monotonic ms, for tests. */
  clock?: () => number;
}

interface Sample {
  at: number;
  ends: Position[];
  /** Where the fold stood just before `at`. */
  before: readonly Position[];
}

export class FoldAge {
  private readonly folding: Folding;
  private readonly clock: () => number;
  private readonly asked = new AskedAfter(() => this.reach());
  /** Everything that was in the log at this moment is folded. */
  private wholeAt = Number.NEGATIVE_INFINITY;
  /** Where the log ended then. */
  private wholeTo: readonly Position[] = [];

  constructor(folding: Folding) {
    this.folding = folding;
    this.clock = folding.clock ?? (() => performance.now());
  }

  /**
   * The fold holds everything that was in the log so many ms ago; infinite until that was known once, and while it lacks some of what it
   * held (an older copy of it, found at the next look).
   */
  ageMs(): number {
    return this.clock() - this.wholeAt;
  }

  /**
   * Whether the positions are behind ones that were reached before: the store is then an older copy of itself, as after a failover that lost the
   * last writes. Until the projector reaches the same server and catches up, finished jobs look unfinished in it.
   */
  async hasGoneBack(): Promise<boolean> {
    return !haveReached(await this.folding.positions(), this.wholeTo);
  }

  /**
   * Resolves when everything is folded that was in the log when this was called. Rejects as the log and the fold do, and
   * with `ViewStoreUnavailable` where it takes too long.
   */
  upToNow(): Promise<void> {
    return this.asked.ask();
  }

  /** Resolves when it was whole once, and goes on watching until `signal` aborts. A log that is away is waited for. */
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

  /** Looks every second, until `signal` aborts. One end is waited for at a time, however long it takes. */
  private async watch(signal: AbortSignal): Promise<void> {
    let sample: Sample | undefined;
    while (!signal.aborted) {
      try {
        sample ??= await this.sample();
        if (await this.holds(sample)) {
          // An end that took long to reach tells of a moment long ago. The fold may hold all of now, so it is asked at once.
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
    // A log that was restored from a copy: what was folded of the one before is no measure of it.
    if (!haveReached(ends, this.wholeTo)) this.wholeTo = [];
    // Nothing that was folded from this log lies beyond its end.
    if (!haveReached(ends, before.filter(isOneOf(ends))))
      throw new ViewStoreUnavailable(`${this.folding.name} are ahead of the log, which was cut or replaced`);
    return { at, ends, before };
  }

  /** What it was asked until now it may answer otherwise where it has gone back. */
  private async stands(): Promise<readonly Position[]> {
    const positions = await this.folding.positions();
    if (!haveReached(positions, this.wholeTo)) this.wholeAt = Number.NEGATIVE_INFINITY;
    return positions;
  }

  /** The fold is asked again only where it had not reached the end already: most looks find it there. */
  private async holds({ at, ends, before }: Sample): Promise<boolean> {
    if (!haveReached(before, ends) && !haveReached(await this.stands(), ends)) return false;
    this.wholeAt = Math.max(this.wholeAt, at);
    if (haveReached(ends, this.wholeTo)) this.wholeTo = ends;
    return true;
  }
}

const isOneOf = (ends: readonly Position[]) => (position: Position) =>
  ends.some(end => end.topic === position.topic && end.partition === position.partition);
