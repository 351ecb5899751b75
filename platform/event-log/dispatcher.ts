/**
 * Handles records in parallel, with a limit; shared by both log adapters. A long document must not delay the others in
 * its partition, and what is committed must be contiguous.
 *
 * Records wait in one queue per partition, and handlers take from the partitions in turn (with one queue for all, a
 * batch of one partition could keep every worker busy). A failed handler is retried with backoff: a rejection means
 * that a dependency of ours (log, store) failed, since whatever is wrong with a document is an event, not an exception.
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
  /** Called when the contiguous mark of a partition has moved. */
  onProgress: (partition: string, next: number) => void;
  /** Called when a handler takes a record from a partition's queue. */
  onTake?: (partition: string) => void;
  /** Called when a record has failed `HANDLER_ATTEMPTS` times: the consumer must stop and the process be restarted. */
  onCrash: (error: unknown) => void;
  /** Called for each attempt that met an outage; the record waits, and nothing else reports it. */
  onOutage?: (error: unknown) => void;
  /** The pause between attempts; tests replace it. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** With the pauses below, about 20 s: longer than a failover of the store, short enough to notice a lasting failure. */
export const HANDLER_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** A pool of handlers that some of the records share. */
interface Places {
  maxInFlight: number;
  reserve: number;
  running: number;
  readonly owners: Tally;
}

const PLACES = ['own', 'apart'] as const;
type Kind = (typeof PLACES)[number];

interface Partition {
  /** Waiting records, by the pool whose handlers they wait for. */
  queues: Record<Kind, RecordedEvent[]>;
  mark: ContiguousMark;
  /** Records whose last attempt met an outage: a handler holds them, but they are still waiting. */
  stuck: Set<RecordedEvent>;
  /** Aborts when the partition is assigned to another member. */
  lost: AbortController;
  /** The signal for its handlers: aborts when the partition is lost or the consumer stops. */
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
  /** Ends the pauses between attempts. */
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

  /** Records that are waiting for a handler or have one, except those that stand apart. */
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

  /** The lowest unfinished offset of all partitions. Only meaningful if they share one sequence of offsets. */
  oldestOutstanding(): number | undefined {
    const oldest = [...this.partitions.values()].flatMap(({ mark }) => mark.oldest ?? []);
    return oldest.length === 0 ? undefined : Math.min(...oldest);
  }

  /**
   * The load of one partition. `queued`: records that wait, except those apart. `unfinished`: records that wait or lie
   * behind an unfinished one. `oldestAt`: when the oldest happened of those that wait for a handler, or that a handler
   * holds while it waits for a server; without the latter, nobody would notice a server that is away only for this
   * consumer.
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

  /** Queues records of one partition, in ascending order. */
  offer(records: readonly RecordedEvent[]): void {
    for (const record of records) {
      const partition = this.partition(partitionName(record));
      partition.mark.take(record.offset);
      partition.queues[this.kindOf(record)].push(record);
    }
    this.pump();
  }

  /**
   * Forgets a partition that now belongs to another member, who starts again whatever runs here. Handlers that listen
   * to its signal stop (otherwise a webhook's next attempt would be made twice); the others continue, and their end is
   * no longer tracked.
   */
  drop(name: string): void {
    this.partitions.get(name)?.lost.abort();
    this.partitions.delete(name);
  }

  /** Takes nothing more from the queues. Resolves when the running handlers are done, or aborts them after `deadlineMs`. */
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
   * Takes a record from the partition whose turn it is, which then goes to the end of the line: the oldest record, or
   * the first of the owner with the fewest in progress. `fromReserve`: only of owners who have none in progress.
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

  /** Index of the record whose turn comes first among those of the same owner as the one at `oldest`. */
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
      // The owner who was just served should not be next while others wait, so pump before taking it off the tally.
      if (owner !== undefined) {
        places.owners.take(owner);
        // With nothing in progress any more, the owner may use the reserve.
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
        // Wait for the end of an outage, however long it lasts: a restarted process would only meet the same outage.
        if (isOutage(error)) {
          stuck?.add(record);
          this.options.onOutage?.(error);
        } else failures++;
        // While draining nothing is retried: a failed record stays unfinished and is delivered again after the next
        // start.
        if (failures >= HANDLER_ATTEMPTS || !this.taking || signal.aborted) throw error;
        const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
        await (this.options.pause ?? interruptedPause)(
          pauseMs,
          AbortSignal.any([signal, this.draining.signal]),
        );
        // During the pause the partition went to another member, which has started the event again, or a drain began.
        if (signal.aborted || !this.taking) throw error;
      }
    }
  }
}
