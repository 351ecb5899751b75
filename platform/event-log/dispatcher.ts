/**
 * Bounded parallel handling of records, shared by both log adapters: a long document must not hold up the others of
 * its partition, and what is committed must be contiguous.
 *
 * Records wait in a queue a partition; handlers take from the partitions in turn (a FIFO over batches would let one
 * partition's batch keep every worker busy). A failed handler is retried with backoff, since a rejection means that
 * something of ours (log, store) failed: what is wrong with a document is an event, not an exception.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { interruptedPause } from '../interrupted-pause.ts';
import { isOutage } from '../outage.ts';
import { Tally } from '../tally.ts';
import { TransientMap } from '../transient.ts';
import { ContiguousMark } from './contiguous.ts';
import type { Apart, RecordedEvent } from './event-log.ts';

export interface DispatcherOptions {
  maxInFlight: number;
  handle: (record: RecordedEvent, signal: AbortSignal) => Promise<void>;
  /** See `ConsumeOptions.ownerOf`. */
  ownerOf?: ((record: RecordedEvent) => string) | undefined;
  /** See `ConsumeOptions.turnOf`. */
  turnOf?: ((record: RecordedEvent) => number) | undefined;
  /** See `ConsumeOptions.reserve`. */
  reserve?: number | undefined;
  /** See `ConsumeOptions.apart`. */
  apart?: Apart | undefined;
  /** A partition's contiguous mark moved. */
  onProgress: (partition: string, next: number) => void;
  /** A record left the queue of a partition for a handler. */
  onTake?: (partition: string) => void;
  /** A record failed `HANDLER_ATTEMPTS` times: the consumer must stop and the process be started again. */
  onCrash: (error: unknown) => void;
  /** Told of each attempt that met an outage: its record waits, and nobody else hears of it. */
  onOutage?: (error: unknown) => void;
  /** Between attempts; a test need not wait. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** With the pauses below about 20 s: longer than a failover of the store, shorter than a pager's patience. */
export const HANDLER_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Handlers that some of the records share. */
interface Places {
  maxInFlight: number;
  reserve: number;
  running: number;
  readonly owners: Tally;
}

const PLACES = ['own', 'apart'] as const;
type Kind = (typeof PLACES)[number];

interface Partition {
  /** By whose handlers they wait for. */
  queues: Record<Kind, RecordedEvent[]>;
  mark: ContiguousMark;
  /** Records whose last attempt met an outage: a handler holds them, and they wait all the same. */
  stuck: Set<RecordedEvent>;
  /** Aborts when the partition goes to another member. */
  lost: AbortController;
  /** Of its handlers: aborts when it is lost, or when the consumer stops. */
  signal: AbortSignal;
}

export const partitionName = (record: { topic: string; partition: number }): string =>
  `${record.topic}/${record.partition}`;

export class Dispatcher {
  private readonly options: DispatcherOptions;
  private readonly partitions = new TransientMap<string, Partition>();
  private readonly stopping = new AbortController();
  private readonly places: Record<Kind, Places>;
  private taking = true;
  /** Ends the pauses of what has failed. */
  private readonly draining = new AbortController();
  private idleListeners: (() => void)[] = [];

  constructor(options: DispatcherOptions) {
    this.options = options;
    const { maxInFlight, reserve = 0, apart = { maxInFlight: 0, reserve: 0 } } = options;
    this.places = {
      own: { maxInFlight, reserve, running: 0, owners: new Tally() },
      apart: {
        maxInFlight: apart.maxInFlight,
        reserve: apart.reserve,
        running: 0,
        owners: new Tally(),
      },
    };
  }

  /** Records that wait for a handler or have one, without those that stand apart. */
  get atHand(): number {
    return this.queued('own') + this.places.own.running;
  }

  get atHandApart(): number {
    return this.queued('apart') + this.places.apart.running;
  }

  private queued(kind: Kind): number {
    let count = 0;
    for (const { queues } of this.partitions.values()) count += queues[kind].length;
    return count;
  }

  /** The lowest offset not yet done, over all partitions: meaningful where they share one sequence of offsets. */
  oldestOutstanding(): number | undefined {
    const oldest = [...this.partitions.values()].flatMap(({ mark }) => mark.oldest ?? []);
    return oldest.length === 0 ? undefined : Math.min(...oldest);
  }

  /**
   * Of one partition: records waiting but for those apart, records waiting or behind one that is not done, and when the first happened of those that
   * wait for a handler, or with their handler for a server. Unless the latter counted, nobody would see that a server is away for this consumer alone.
   */
  load(name: string): { queued: number; unfinished: number; oldestAt: number | undefined } {
    const partition = this.partitions.get(name);
    if (partition === undefined) return { queued: 0, unfinished: 0, oldestAt: undefined };
    const { queues, mark, stuck } = partition;
    const first = PLACES.flatMap(kind => queues[kind].slice(0, 1));
    const times = [...first, ...stuck].map(({ event }) => event.at);
    const oldestAt = times.length === 0 ? undefined : Math.min(...times);
    return { queued: queues.own.length, unfinished: mark.unfinished, oldestAt };
  }

  /** Records of one partition, ascending. */
  offer(records: readonly RecordedEvent[]): void {
    for (const record of records) {
      const partition = this.partition(partitionName(record));
      partition.mark.take(record.offset);
      partition.queues[this.kindOf(record)].push(record);
    }
    this.pump();
  }

  /**
   * Forgets a partition that now belongs to another member, who begins again what runs here: whatever listens to its
   * signal stops (a webhook's next attempt would be made twice), the rest goes on and its end is no longer tracked.
   */
  drop(name: string): void {
    this.partitions.get(name)?.lost.abort();
    this.partitions.delete(name);
  }

  /** Takes nothing more from the queues; resolves when the running handlers are done or after `deadlineMs`, then aborted. */
  async drain(deadlineMs: number): Promise<void> {
    this.taking = false;
    this.draining.abort();
    if (this.isIdle) return;
    const idle = new Promise<void>(resolve => this.idleListeners.push(resolve));
    const cancelTimer = new AbortController();
    const late = sleep(deadlineMs, undefined, { signal: cancelTimer.signal }).then(
      () => this.stopping.abort(),
      () => undefined,
    );
    await Promise.race([idle, late]);
    cancelTimer.abort();
  }

  private get isIdle(): boolean {
    return PLACES.every(kind => this.places[kind].running === 0);
  }

  private kindOf(record: RecordedEvent): Kind {
    return this.options.apart?.are(record) ? 'apart' : 'own';
  }

  private partition(name: string): Partition {
    let partition = this.partitions.get(name);
    if (partition === undefined) {
      const lost = new AbortController();
      const signal = AbortSignal.any([this.stopping.signal, lost.signal]);
      const queues = { own: [], apart: [] };
      partition = { queues, mark: new ContiguousMark(), stuck: new Set(), lost, signal };
      this.partitions.set(name, partition);
    }
    return partition;
  }

  private pump(): void {
    for (const kind of PLACES) this.fill(kind);
  }

  private fill(kind: Kind): void {
    const places = this.places[kind];
    while (this.taking && places.running < places.maxInFlight + places.reserve) {
      const record = this.next(kind, places.running >= places.maxInFlight);
      if (record === undefined) return;
      places.running++;
      void this.run(record, places);
      this.options.onTake?.(partitionName(record));
    }
  }

  /**
   * From the partition whose turn it is, which then goes to the end of the line: the oldest record, or the first of the
   * owner who has the fewest under way. `fromReserve`: only of owners who have none.
   */
  private next(kind: Kind, fromReserve: boolean): RecordedEvent | undefined {
    const { ownerOf } = this.options;
    const tally = this.places[kind].owners;
    for (const [name, partition] of this.partitions) {
      const queue = partition.queues[kind];
      if (queue.length === 0) continue;
      const owners = ownerOf === undefined ? [] : queue.map(ownerOf);
      const oldest = tally.leastOf(owners);
      const owner = owners[oldest];
      if (fromReserve && (owner === undefined || tally.of(owner) > 0)) continue;
      const at = this.firstOf(queue, owners, oldest);
      const [record] = at === 0 ? [queue.shift()] : queue.splice(at, 1);
      if (record === undefined) continue;
      this.partitions.delete(name);
      this.partitions.set(name, partition);
      return record;
    }
    return undefined;
  }

  /** Of the records whose owner is that of the one at `oldest`. */
  private firstOf(queue: readonly RecordedEvent[], owners: readonly string[], oldest: number): number {
    const { turnOf } = this.options;
    if (turnOf === undefined) return oldest;
    let first = oldest;
    let least = Number.POSITIVE_INFINITY;
    for (let at = oldest; at < owners.length; at++) {
      const record = queue[at];
      if (record === undefined || owners[at] !== owners[oldest]) continue;
      const turn = turnOf(record);
      if (turn >= least) continue;
      first = at;
      least = turn;
    }
    return first;
  }

  private async run(record: RecordedEvent, places: Places): Promise<void> {
    const name = partitionName(record);
    const partition = this.partitions.get(name);
    const signal = partition?.signal ?? this.stopping.signal;
    const owner = this.options.ownerOf?.(record);
    if (owner !== undefined) places.owners.add(owner);
    try {
      await this.attempt(record, signal, partition?.stuck);
      partition?.mark.finish(record.offset);
      if (
        partition !== undefined &&
        this.partitions.get(name) === partition &&
        partition.mark.mark !== undefined
      )
        this.options.onProgress(name, partition.mark.mark);
    } catch (error) {
      if (this.taking && !signal.aborted) this.options.onCrash(error);
    } finally {
      partition?.stuck.delete(record);
      places.running--;
      if (this.isIdle) for (const listener of this.idleListeners.splice(0)) listener();
      this.pump();
      // Whose turn has just been is not the next, if anybody else waits.
      if (owner !== undefined) {
        places.owners.take(owner);
        // With nothing under way any more it may have the reserve.
        this.pump();
      }
    }
  }

  private async attempt(
    record: RecordedEvent,
    signal: AbortSignal,
    stuck?: Set<RecordedEvent>,
  ): Promise<void> {
    let failures = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.options.handle(record, signal);
      } catch (error) {
        // An outage is waited for, however long it is: a process that ends for it only comes back to the same outage.
        if (isOutage(error)) {
          stuck?.add(record);
          this.options.onOutage?.(error);
        } else failures++;
        // In a drain nothing is tried again: what failed stays unfinished, and is handed out at the next start.
        if (failures >= HANDLER_ATTEMPTS || !this.taking || signal.aborted) throw error;
        const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
        await (this.options.pause ?? interruptedPause)(
          pauseMs,
          AbortSignal.any([signal, this.draining.signal]),
        );
        // Its partition is another member's by now, which has begun the event anew, or a drain has begun.
        if (signal.aborted || !this.taking) throw error;
      }
    }
  }
}
