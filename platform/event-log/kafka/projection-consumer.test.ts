import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Batch } from 'kafkajs';
import type { RecordedEvent } from '../event-log.ts';
import type { ConsumerContext } from './context.ts';
import { KafkaProjectionConsumer } from './projection-consumer.ts';
import { quietLog } from './quiet-log.ts';
import { TopicNames } from './topics.ts';

const TOPIC = 'outcomes';
const NODE_ID = 1;

type Listener = (event: { payload: object }) => void;

/** One partition at a broker, and the consumer of kafkajs that reads it when it is told to. */
class Broker {
  readonly events = {
    GROUP_JOIN: 'join',
    REBALANCING: 'rebalancing',
    STOP: 'stop',
    FETCH_START: 'fetch start',
    FETCH: 'fetch',
    CRASH: 'crash',
  };
  /** Ids of its events, by offset. */
  log: string[] = [];
  private next = 0;
  private readonly listeners: { name: string; listener: Listener }[] = [];
  private eachBatch: (of: object) => Promise<void> = async () => undefined;

  readonly on = (name: string, listener: Listener) => this.listeners.push({ name, listener });
  readonly connect = async () => undefined;
  readonly subscribe = async () => undefined;
  readonly disconnect = async () => undefined;
  readonly pause = () => undefined;
  readonly resume = () => undefined;
  readonly seek = ({ offset }: { offset: string }) => {
    this.next = Number(offset);
  };
  readonly run = async ({ eachBatch }: { eachBatch: (of: object) => Promise<void> }) => {
    this.eachBatch = eachBatch;
    this.tell('join', { memberId: 'm', memberAssignment: { [`t.${TOPIC}`]: [0] } });
  };

  /** What the consumer asks for and does not get, because the broker goes away. */
  leaveUnanswered(): void {
    this.tell('fetch start', { nodeId: NODE_ID });
  }

  async answer(): Promise<void> {
    this.tell('fetch start', { nodeId: NODE_ID });
    // As kafkajs does with an offset that is not in the log.
    const first = this.next > this.log.length ? 0 : this.next;
    this.tell('fetch', { nodeId: NODE_ID });
    const messages = this.log
      .map((id, offset) => ({ offset: String(offset), value: Buffer.from(id), headers: {} }))
      .slice(first);
    if (messages.length === 0) return;
    const batch: Partial<Batch> = {
      topic: `t.${TOPIC}`,
      partition: 0,
      messages: messages as never,
      firstOffset: () => String(first),
      lastOffset: () => String(this.log.length - 1),
    };
    await this.eachBatch({ batch, resolveOffset: () => undefined, isStale: () => false });
    this.next = this.log.length;
  }

  private tell(name: string, payload: object): void {
    for (const each of this.listeners) if (each.name === name) each.listener({ payload });
  }
}

async function projection() {
  const broker = new Broker();
  const applied: string[] = [];
  const context = {
    clients: { create: () => ({ consumer: () => broker }) },
    admin: { bounds: async () => [{ partition: 0, low: 0, high: broker.log.length }] },
    names: new TopicNames('t.'),
    codec: { decode: (value: Buffer) => ({ event_id: value.toString() }) },
    log: quietLog,
  };
  const consumer = new KafkaProjectionConsumer(context as unknown as ConsumerContext, {
    name: 'views',
    topics: [TOPIC],
    positions: async () => [{ topic: TOPIC, partition: 0, next: applied.length }],
    apply: async (records: RecordedEvent[]) => {
      for (const { event } of records) applied.push(event.event_id);
    },
  });
  await consumer.ready;
  return { broker, applied, consumer };
}

/** Folds two events, then loses sight of the broker. */
async function interrupted() {
  const made = await projection();
  made.broker.log = ['a', 'b'];
  await made.broker.answer();
  made.broker.leaveUnanswered();
  return made;
}

describe('a projection that lives on while its broker goes away', () => {
  test('reads on behind what it has folded, once', async () => {
    const { broker, applied, consumer } = await interrupted();
    broker.log = ['a', 'b', 'c'];
    await broker.answer();
    broker.log.push('d');
    await broker.answer();
    await consumer.stop(100);
    assert.deepEqual(applied, ['a', 'b', 'c', 'd']);
  });

  test('ends where the broker comes back with a log that was cut and has grown again', async () => {
    const { broker, applied, consumer } = await interrupted();
    broker.log = ['a', 'x', 'y'];
    await broker.answer();
    await assert.rejects(
      consumer.closed,
      /the event at 1 of outcomes\/0 is not the one that was folded.*run rebuild/,
    );
    assert.deepEqual(applied, ['a', 'b']);
  });

  test('ends where the broker comes back with a shorter log', async () => {
    const { broker, applied, consumer } = await projection();
    broker.log = ['a', 'b', 'c'];
    await broker.answer();
    broker.leaveUnanswered();
    broker.log = ['x'];
    await broker.answer();
    await assert.rejects(consumer.closed, /outcomes\/0 ends before 2, which was folded.*run rebuild/);
    assert.deepEqual(applied, ['a', 'b', 'c']);
  });
});
