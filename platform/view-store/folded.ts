/**
 * Waits until the read model has folded a record of the log. Only then does it tell whether an outcome is the job's first
 * one; and a receiver who asks for the job it was told of is not answered that it is still processing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { partitionName } from '../event-log/dispatcher.ts';
import type { RecordedEvent } from '../event-log/event-log.ts';
import { isOutage } from '../outage.ts';
import { TransientSet } from '../transient.ts';
import type { ViewStore } from './view-store.ts';

/** The projector reads the same record at the same moment; where it is behind, it may be so for long. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

type Place = Pick<RecordedEvent, 'topic' | 'partition' | 'offset'>;

interface Waiting extends PromiseWithResolvers<void> {
  signal: AbortSignal;
  partition: string;
  offset: number;
}

export class Folded {
  private readonly views: Pick<ViewStore, 'positions'>;
  private readonly waiting = new TransientSet<Waiting>();
  /** Signals that have a listener here. One each: Node keeps a listener that was removed linked to later ones. */
  private readonly heard = new WeakSet<AbortSignal>();
  private looking = false;

  constructor(views: Pick<ViewStore, 'positions'>) {
    this.views = views;
  }

  /** Rejects when `signal` aborts, or as the read model does; an outage of it is waited for. */
  async wait(record: Place, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.hear(signal);
    const waiting: Waiting = {
      signal,
      partition: partitionName(record),
      offset: record.offset,
      ...Promise.withResolvers<void>(),
    };
    this.waiting.add(waiting);
    if (!this.looking) void this.look();
    await waiting.promise;
  }

  private hear(signal: AbortSignal): void {
    if (this.heard.has(signal)) return;
    this.heard.add(signal);
    const giveUp = () => {
      for (const waiting of this.waiting) {
        if (waiting.signal !== signal) continue;
        this.waiting.delete(waiting);
        waiting.reject(signal.reason);
      }
    };
    signal.addEventListener('abort', giveUp, { once: true });
  }

  /** One look for all who wait. Its end is said in one step with finding nobody: who comes then begins the next. */
  private async look(): Promise<void> {
    this.looking = true;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      if (await this.released()) pauseMs = FIRST_PAUSE_MS;
      if (this.waiting.size === 0) break;
      await sleep(pauseMs);
    }
    this.looking = false;
  }

  /** Whether anybody's record was folded. */
  private async released(): Promise<boolean> {
    const before = this.waiting.size;
    try {
      const positions = new Map((await this.views.positions()).map(each => [partitionName(each), each.next]));
      for (const waiting of this.waiting) {
        if ((positions.get(waiting.partition) ?? 0) <= waiting.offset) continue;
        this.waiting.delete(waiting);
        waiting.resolve();
      }
    } catch (error) {
      if (isOutage(error)) return false;
      for (const waiting of this.waiting) waiting.reject(error);
      this.waiting.clear();
    }
    return this.waiting.size < before;
  }
}
