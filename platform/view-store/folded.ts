/**
 * Waits until the read model has folded a record of the log. Only then can it tell whether an outcome is the job's
 * first, and only then does a receiver who asks for the job not hear that it is still processing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { partitionName } from '../event-log/dispatcher.ts';
import type { RecordedEvent } from '../event-log/event-log.ts';
import { isOutage } from '../outage.ts';
import { TransientMap } from '../transient.ts';
import type { ViewStore } from './view-store.ts';

/** The projector reads the same record at the same moment; but if it is behind, it may be so for long. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

type Place = Pick<RecordedEvent, 'topic' | 'partition' | 'offset'>;

interface Waiting extends PromiseWithResolvers<void> {
  partition: string;
  offset: number;
}

/** Those who wait with the same signal, on which one listener is registered meanwhile. */
interface Group {
  waiting: Set<Waiting>;
  giveUp: () => void;
}

export class Folded {
  private readonly views: Pick<ViewStore, 'positions'>;
  private readonly groups = new TransientMap<AbortSignal, Group>();
  private looking = false;

  constructor(views: Pick<ViewStore, 'positions'>) {
    this.views = views;
  }

  /** Rejects when `signal` aborts, or as the read model does; waits while the read model is away. */
  async wait(record: Place, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const waiting: Waiting = {
      partition: partitionName(record),
      offset: record.offset,
      ...Promise.withResolvers<void>(),
    };
    this.group(signal).waiting.add(waiting);
    if (!this.looking) void this.look();
    await waiting.promise;
  }

  private group(signal: AbortSignal): Group {
    const known = this.groups.get(signal);
    if (known !== undefined) return known;
    const waiting = new Set<Waiting>();
    const giveUp = () => {
      this.groups.delete(signal);
      for (const { reject } of waiting) reject(signal.reason);
    };
    const group = { waiting, giveUp };
    this.groups.set(signal, group);
    signal.addEventListener('abort', giveUp, { once: true });
    return group;
  }

  /**
   * A signal from `AbortSignal.any` stays in memory while it has a listener and one of its sources lives, so remove the
   * listener.
   */
  private end(signal: AbortSignal, { giveUp }: Group): void {
    this.groups.delete(signal);
    signal.removeEventListener('abort', giveUp);
  }

  /**
   * One loop for all who wait. It ends in the same step in which it finds nobody waiting, so that the next caller
   * starts another.
   */
  private async look(): Promise<void> {
    this.looking = true;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      if (await this.released()) pauseMs = FIRST_PAUSE_MS;
      if (this.groups.size === 0) break;
      await sleep(pauseMs);
    }
    this.looking = false;
  }

  /** Releases those whose record has been folded, and returns whether there were any. */
  private async released(): Promise<boolean> {
    let released = false;
    try {
      const positions = new Map((await this.views.positions()).map(each => [partitionName(each), each.next]));
      for (const [signal, group] of this.groups) {
        for (const waiting of group.waiting) {
          if ((positions.get(waiting.partition) ?? 0) <= waiting.offset) continue;
          group.waiting.delete(waiting);
          waiting.resolve();
          released = true;
        }
        if (group.waiting.size === 0) this.end(signal, group);
      }
    } catch (error) {
      if (isOutage(error)) return false;
      for (const [signal, group] of this.groups) {
        this.end(signal, group);
        for (const { reject } of group.waiting) reject(error);
      }
    }
    return released;
  }
}
