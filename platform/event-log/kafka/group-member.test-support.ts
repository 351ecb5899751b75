/** A member of a group over stubs of kafkajs's consumers, which a test controls. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsumerConfig, Kafka } from 'kafkajs';
import { GroupMember } from './group-member.ts';
import { quietLog } from './quiet-log.ts';

/** A stub of kafkajs's consumer that emits only the events a test asks for. */
class ConsumerStub {
  readonly events = {
    GROUP_JOIN: 'join',
    REBALANCING: 'rebalancing',
    HEARTBEAT: 'heartbeat',
    FETCH_START: 'fetch start',
    FETCH: 'fetch',
    STOP: 'stop',
    CRASH: 'crash',
  };
  readonly done: string[] = [];
  readonly subscribed: object[] = [];
  isConnected = false;
  private hasGroup = false;
  private readonly listeners: { name: string; listener: (event: object) => void }[] = [];
  private readonly number: number;
  private readonly world: World;
  private readonly config: ConsumerConfig;

  constructor(number: number, world: World, config: ConsumerConfig) {
    this.number = number;
    this.world = world;
    this.config = config;
  }

  on(name: string, listener: (event: object) => void): void {
    this.listeners.push({ name, listener });
  }

  joins(): void {
    this.hasGroup = true;
    this.tell('join', { memberId: `m${this.number}`, memberAssignment: {} });
  }

  /** Loses its group and then says that it stopped, as kafkajs does; why it stopped comes some time later. */
  stops(): void {
    this.hasGroup = false;
    this.tell('stop', {});
  }

  gives(error: Error): void {
    this.stops();
    this.tell('crash', { error, restart: false });
  }

  /** Asks the member, as kafkajs does, whether the consumer may restart by itself. */
  mayRestart(): Promise<boolean> {
    return this.config.retry?.restartOnFailure?.(LOST) ?? Promise.resolve(true);
  }

  /** Stops and begins again by itself, which kafkajs does about every ten seconds of an outage. */
  restarts(): void {
    this.stops();
    this.tell('crash', { error: LOST, restart: true });
  }

  rebalances(): void {
    this.tell('rebalancing', {});
  }

  isRecognized(): void {
    this.tell('heartbeat', { memberId: `m${this.number}` });
  }

  asks(nodeId: number): void {
    this.tell('fetch start', { nodeId });
  }

  isAnswered(nodeId: number): void {
    this.tell('fetch', { nodeId });
  }

  pause(): void {
    this.act('pause');
  }

  resume(): void {
    this.act('resume');
  }

  seek(): void {
    this.act('seek');
  }

  async connect(): Promise<void> {
    if (this.world.unreachable.has(this.number)) throw new Error('no connection');
    this.isConnected = true;
  }

  async subscribe(topics: object): Promise<void> {
    this.subscribed.push(topics);
    const failure = this.world.unsubscribed.get(this.number);
    if (failure !== undefined) throw failure;
  }

  async disconnect(): Promise<void> {
    this.isConnected = false;
  }

  async run(): Promise<void> {
    this.world.ran(this, this.number);
  }

  private act(what: string): void {
    if (!this.hasGroup)
      throw new Error('Consumer group was not initialized, consumer#run must be called first');
    this.done.push(what);
  }

  private tell(name: string, payload: object): void {
    for (const each of this.listeners) if (each.name === name) each.listener({ payload });
  }
}

export interface World {
  /** Called for each consumer that runs, with its number from 1. */
  ran: (consumer: ConsumerStub, number: number) => void;
  /** Whether a separate client reaches the brokers. */
  isReachable: boolean;
  /** Numbers of the consumers that cannot connect. */
  unreachable: Set<number>;
  /** Errors of the consumers that fail when they subscribe, by number. */
  unsubscribed: Map<number, Error>;
}

const CALM: World = {
  ran: consumer => consumer.joins(),
  isReachable: true,
  unreachable: new Set(),
  unsubscribed: new Map(),
};
export const LOST = new Error('Failed to find group coordinator');
export const RESTARTS = 7;
export const RESTART_PAUSE_MS = 10;

export function memberIn(changes: Partial<World>) {
  const world = { ...CALM, ...changes };
  const consumers: ConsumerStub[] = [];
  const crashed = Promise.withResolvers<Error>();
  const isNew: boolean[] = [];
  let interruptions = 0;
  const create = (config: ConsumerConfig) => {
    const consumer = new ConsumerStub(consumers.length + 1, world, config);
    consumers.push(consumer);
    return consumer;
  };
  const member = new GroupMember({
    createKafka: () => ({ consumer: create }) as unknown as Kafka,
    group: 'g',
    topics: ['t'],
    maxBytesPerPartition: 1,
    log: quietLog,
    onAssigned: (_, isNewMember) => isNew.push(isNewMember),
    onBatch: async () => undefined,
    onInterrupted: () => {
      interruptions++;
    },
    onCrash: crashed.resolve,
    isReachable: async () => world.isReachable,
    restartPauseMs: RESTART_PAUSE_MS,
  });
  const joins = async (count: number) => {
    while (isNew.length < count) await sleep(RESTART_PAUSE_MS);
  };
  return {
    world,
    member,
    consumers,
    crashed: crashed.promise,
    isNew,
    joins,
    interruptions: () => interruptions,
  };
}
