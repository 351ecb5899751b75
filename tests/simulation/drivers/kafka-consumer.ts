/** The consumer of the stand-in for kafkajs: it joins, sends heartbeats, fetches and calls `eachBatch` as kafkajs does. */
import type { SimulatedProcess } from '../virtual/world.ts';
import { BrokerError, type Group, type Joined, placeName, type StoredRecord } from './cluster.ts';
import { Client, RETRY_PAUSE_MS, RetriesExceeded } from './kafka-client.ts';

export interface ConsumerConfig {
  groupId: string;
  sessionTimeout: number;
  heartbeatInterval: number;
  rebalanceTimeout: number;
}

interface Place {
  topic: string;
  partition: number;
}

interface FetchedBatch extends Place {
  messages: object[];
  firstOffset(): string;
  lastOffset(): string;
  highWatermark: string;
}

interface RunOptions {
  eachBatch(payload: {
    batch: FetchedBatch;
    resolveOffset(offset: string): void;
    isStale(): boolean;
  }): Promise<void>;
}

type Listener = (event: { payload: object }) => void;

/**
 * Longest wait of a fetch that brings nothing. kafkajs fetches four times a second, which would be most of the work of
 * a history.
 */
const IDLE_FETCH_MS = 5_000;
/** Retries of a group's requests, which never give up. */
const ENDLESS = 1_000;
/** Id of the only broker. */
const NODE_ID = 0;

export class Consumer {
  readonly events = {
    GROUP_JOIN: 'consumer.group_join',
    REBALANCING: 'consumer.rebalancing',
    STOP: 'consumer.stop',
    FETCH_START: 'consumer.fetch_start',
    FETCH: 'consumer.fetch',
    CRASH: 'consumer.crash',
  };
  private readonly config: ConsumerConfig;
  private readonly process: SimulatedProcess | undefined;
  private readonly client = new Client();
  private readonly listeners = new Map<string, Listener[]>();
  private topics: string[] = [];
  private joined: Joined | undefined;
  private readonly positions = new Map<string, number>();
  private readonly seeks = new Map<string, number>();
  private readonly paused = new Set<string>();
  private wake: () => void = () => undefined;
  private endPoll: () => void = () => undefined;
  private failure: BrokerError | undefined;

  constructor(config: ConsumerConfig, process: SimulatedProcess | undefined) {
    this.config = config;
    this.process = process;
  }

  async connect(): Promise<void> {
    await this.client.ask(ENDLESS, () => undefined);
  }

  async subscribe({ topics }: { topics: string[] }): Promise<void> {
    this.topics = topics;
  }

  async run({ eachBatch }: RunOptions): Promise<void> {
    const heartbeat = setInterval(() => this.heartbeat(), this.config.heartbeatInterval);
    void this.consume(eachBatch).finally(() => clearInterval(heartbeat));
  }

  on(name: string, listener: Listener): void {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  pause(topics: { topic: string; partitions: number[] }[]): void {
    for (const place of placesOf(topics)) this.paused.add(place);
  }

  resume(topics: { topic: string; partitions: number[] }[]): void {
    for (const place of placesOf(topics)) this.paused.delete(place);
    this.wake();
  }

  seek({ topic, partition, offset }: Place & { offset: string }): void {
    this.seeks.set(placeName(topic, partition), Number(offset));
    this.wake();
  }

  async commitOffsets(offsets: (Place & { offset: string })[]): Promise<void> {
    const { joined } = this;
    if (joined === undefined) throw new BrokerError('UNKNOWN_MEMBER_ID');
    const positions = offsets.map(
      ({ topic, partition, offset }) => [placeName(topic, partition), Number(offset)] as [string, number],
    );
    await this.client.ask(ENDLESS, () => this.group.commit(joined.memberId, joined.generation, positions));
  }

  async disconnect(): Promise<void> {
    const { joined } = this;
    if (this.client.closed) return;
    this.client.closed = true;
    this.wake();
    if (joined !== undefined) await this.client.ask(0, () => this.group.leave(joined.memberId));
    this.emit(this.events.STOP, {});
  }

  private get group(): Group {
    return this.client.backend.cluster.group(this.config.groupId);
  }

  private get isOver(): boolean {
    return this.client.closed || this.process?.isDead === true;
  }

  private async consume(eachBatch: RunOptions['eachBatch']): Promise<void> {
    let memberId: string | undefined;
    while (!this.isOver) {
      try {
        memberId = await this.join(memberId);
        while (!this.isOver) await this.fetch(eachBatch);
      } catch (error) {
        if (!(error instanceof BrokerError)) {
          // A consumer that disconnects during a request has no answer to wait for.
          if (this.client.closed) return;
          throw error;
        }
        if (error.type === 'UNKNOWN_MEMBER_ID') memberId = undefined;
        else if (error.type === 'REBALANCE_IN_PROGRESS') this.emit(this.events.REBALANCING, {});
        else throw error;
      }
    }
  }

  private async join(memberId: string | undefined): Promise<string> {
    const { sessionTimeout, rebalanceTimeout } = this.config;
    const options = { sessionMs: sessionTimeout, rebalanceMs: rebalanceTimeout, topics: this.topics };
    const limitMs = rebalanceTimeout + sessionTimeout;
    const joined = await this.client.ask(ENDLESS, () => this.group.join(memberId, options), limitMs);
    this.failure = undefined;
    this.positions.clear();
    this.seeks.clear();
    this.joined = joined;
    const { generation, assignment } = joined;
    this.emit(this.events.GROUP_JOIN, {
      memberId: joined.memberId,
      generation,
      memberAssignment: assignment,
    });
    const held = placesOf(Object.entries(assignment).map(([topic, partitions]) => ({ topic, partitions })));
    const committed = await this.client.ask(ENDLESS, () => {
      const { cluster } = this.client.backend;
      return held.map(place => {
        const [topic = '', partition] = place.split('/');
        const { low, high } = cluster.partition(topic, Number(partition));
        const next = this.group.committed.get(place);
        // With fromBeginning, a missing offset, or one outside the log, means the first record.
        return [place, next === undefined || next < low || next > high ? low : next] as const;
      });
    });
    for (const [place, next] of committed) this.positions.set(place, next);
    return joined.memberId;
  }

  private heartbeat(): void {
    const { joined, process } = this;
    const { network } = this.client.backend;
    if (joined === undefined || this.failure !== undefined || this.isOver) return;
    if (!network.isOpen(process, 'kafka')) return;
    try {
      this.group.heartbeat(joined.memberId, joined.generation);
    } catch (error) {
      this.failure = error as BrokerError;
      this.wake();
    }
  }

  private async fetch(eachBatch: RunOptions['eachBatch']): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.emit(this.events.FETCH_START, { nodeId: NODE_ID });
    for (const [place, next] of this.seeks) if (this.positions.has(place)) this.positions.set(place, next);
    this.seeks.clear();
    const wanted = [...this.positions].filter(([place]) => !this.paused.has(place));
    const woken = new Promise<undefined>(resolve => {
      this.wake = () => resolve(undefined);
    });
    const fetched = this.client
      .ask(0, () => this.poll(wanted), IDLE_FETCH_MS + 5_000)
      .catch(error => {
        if (error instanceof RetriesExceeded) return 'unanswered' as const;
        throw error;
      });
    const batches = await Promise.race([fetched, woken]);
    if (batches === 'unanswered') return new Promise(resolve => setTimeout(resolve, RETRY_PAUSE_MS));
    this.emit(this.events.FETCH, { nodeId: NODE_ID });
    for (const { place, records, high } of batches ?? []) {
      if (this.isOver || this.failure !== undefined) return;
      if (this.seeks.has(place) || this.paused.has(place)) continue;
      const [topic = '', partition] = place.split('/');
      let resolved: number | undefined;
      await eachBatch({
        batch: {
          topic,
          partition: Number(partition),
          messages: records.map(record => ({
            ...record,
            offset: String(record.offset),
            timestamp: String(Math.floor(this.client.backend.world.epoch + record.at)),
          })),
          firstOffset: () => String(records[0]!.offset),
          lastOffset: () => String(records.at(-1)!.offset),
          highWatermark: String(high),
        },
        resolveOffset: offset => {
          resolved = Number(offset);
        },
        isStale: () => this.seeks.has(place),
      });
      if (resolved !== undefined && this.positions.has(place)) this.positions.set(place, resolved + 1);
    }
  }

  /** Runs at the broker: resolves to the records there are, or to those that arrive within the idle time. */
  private async poll(wanted: (readonly [place: string, next: number])[]): Promise<Fetched[]> {
    const { cluster } = this.client.backend;
    const found = () =>
      wanted.flatMap(([place, next]): Fetched[] => {
        const [topic = '', number] = place.split('/');
        const partition = cluster.partition(topic, Number(number));
        // An offset outside the log: kafkajs goes back to the first record by itself.
        const start = next < partition.low || next > partition.high ? partition.low : next;
        const records = partition.from(start, cluster.fetchRecords);
        return records.length === 0 ? [] : [{ place, records, high: partition.high }];
      });
    const now = found();
    if (now.length > 0) return now;
    // End the previous fetch, which nobody waits for any more.
    this.endPoll();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.endPoll = resolve;
    const forget = cluster.onAppend(() => {
      if (found().length > 0) resolve();
    });
    cluster.world.after(IDLE_FETCH_MS, resolve);
    await promise;
    forget();
    return found();
  }

  private emit(name: string, payload: object): void {
    for (const listener of this.listeners.get(name) ?? []) listener({ payload });
  }
}

interface Fetched {
  place: string;
  records: StoredRecord[];
  high: number;
}

const placesOf = (topics: { topic: string; partitions: number[] }[]) =>
  topics.flatMap(({ topic, partitions }) => partitions.map(partition => placeName(topic, partition)));
