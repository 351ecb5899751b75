import type { RecordedEvent } from '../event-log.ts';
import type { ConsumerContext } from './context.ts';
import type { Fetched } from './group-member.ts';
import { quietLog } from './quiet-log.ts';
import { TopicNames } from './topics.ts';

export const TOPIC = 'outcomes';
const NODE_ID = 1;

type Listener = (event: { payload: object }) => void;

/** One partition at a broker, and the kafkajs consumer that reads it when a test says so. */
export class Broker {
  readonly events = {
    GROUP_JOIN: 'join',
    REBALANCING: 'rebalancing',
    STOP: 'stop',
    FETCH_START: 'fetch start',
    FETCH: 'fetch',
    CRASH: 'crash',
  };
  /** Ids of the events, by offset. */
  log: string[] = [];
  /** Offset of the first record that has not been deleted. */
  low = 0;
  /** The position that the group has committed. */
  committed = -1;
  /** Throws if the group accepts no position from this member. */
  mayCommit = (_next: number): void => undefined;
  private next = 0;
  /** The offset to fetch from next, if the consumer has sought one. */
  private sought: number | undefined;
  private isPaused = false;
  private readonly listeners: { name: string; listener: Listener }[] = [];
  private eachBatch: (of: object) => Promise<void> = async () => undefined;

  readonly on = (name: string, listener: Listener) => this.listeners.push({ name, listener });
  readonly connect = async () => undefined;
  readonly subscribe = async () => undefined;
  readonly disconnect = async () => undefined;
  readonly commitOffsets = async ([position]: { offset: string }[]) => {
    this.mayCommit(Number(position?.offset));
    this.committed = Number(position?.offset);
  };
  readonly pause = () => {
    this.isPaused = true;
  };
  readonly resume = () => {
    this.isPaused = false;
  };
  readonly seek = ({ offset }: { offset: string }) => {
    this.sought = Number(offset);
  };
  readonly run = async ({ eachBatch }: { eachBatch: (of: object) => Promise<void> }) => {
    this.eachBatch = eachBatch;
    this.join('member 1');
  };

  join(memberId: string, partitions = [0]): void {
    this.tell('join', { memberId, memberAssignment: { [`t.${TOPIC}`]: partitions } });
  }

  /** Begins a fetch that is never answered, as when the broker goes away. */
  leaveUnanswered(): void {
    this.tell('fetch start', { nodeId: NODE_ID });
  }

  /** Answers a fetch. `from`: the offset asked for, if it is not the one that the consumer has sought or read to. */
  async answer(from?: number): Promise<void> {
    this.tell('fetch start', { nodeId: NODE_ID });
    if (from === undefined) {
      this.next = this.sought ?? this.next;
      this.sought = undefined;
    }
    const asked = from ?? this.next;
    // kafkajs goes to the beginning when the offset is not in the log.
    const first = asked > this.log.length ? 0 : asked;
    this.tell('fetch', { nodeId: NODE_ID });
    const messages = this.log
      .map((id, offset) => ({ offset: String(offset), value: Buffer.from(id), headers: {} }))
      .slice(first);
    if (messages.length === 0 || (this.isPaused && from === undefined)) return;
    const batch: Partial<Fetched> = {
      topic: `t.${TOPIC}`,
      partition: 0,
      fetchedOffset: String(first),
      messages: messages as never,
      firstOffset: () => String(first),
      lastOffset: () => String(this.log.length - 1),
    };
    const resolveOffset = (offset: string) => {
      this.next = Number(offset) + 1;
    };
    await this.eachBatch({ batch, resolveOffset, isStale: () => false });
  }

  private tell(name: string, payload: object): void {
    for (const each of this.listeners) if (each.name === name) each.listener({ payload });
  }
}

export function contextOf(broker: Broker): ConsumerContext {
  const client = {
    fetchOffsets: async () => [
      { topic: `t.${TOPIC}`, partitions: [{ partition: 0, offset: String(broker.committed) }] },
    ],
  };
  return {
    clients: { create: () => ({ consumer: () => broker }) },
    admin: {
      bounds: async () => [{ partition: 0, low: broker.low, high: broker.log.length }],
      ask: (question: (admin: typeof client) => unknown) => question(client),
    },
    names: new TopicNames('t.'),
    codec: { decode: (value: Buffer) => ({ event_id: value.toString() }) },
    log: quietLog,
  } as unknown as ConsumerContext;
}

export const idOf = ({ event }: RecordedEvent): string => event.event_id;
