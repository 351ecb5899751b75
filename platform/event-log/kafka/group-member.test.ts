import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Kafka } from 'kafkajs';
import { GroupMember } from './group-member.ts';
import { quietLog } from './quiet-log.ts';

/** A consumer of kafkajs that does nothing but tell what it is told to. */
class ConsumerStub {
  readonly events = {
    GROUP_JOIN: 'join',
    REBALANCING: 'rebalancing',
    FETCH: 'fetch',
    STOP: 'stop',
    CRASH: 'crash',
  };
  runs = 0;
  readonly done: string[] = [];
  private hasGroup = false;
  private readonly listeners = new Map<string, (event: object) => void>();
  private readonly ran: (run: number) => void;

  /** `ran` is called with the number of each run. */
  constructor(ran: (run: number) => void) {
    this.ran = ran;
  }

  on(name: string, listener: (event: object) => void): void {
    this.listeners.set(name, listener);
  }

  tell(name: string, payload: object): void {
    this.listeners.get(name)?.({ payload });
  }

  joins(): void {
    this.hasGroup = true;
    this.tell('join', { memberId: `m${this.runs}`, memberAssignment: {} });
  }

  /** As kafkajs does: first its group is gone, then it says that it stopped, and some time later why. */
  stops(): void {
    this.hasGroup = false;
    this.tell('stop', {});
  }

  gives(error: Error): void {
    this.stops();
    this.tell('crash', { error, restart: false });
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

  private act(what: string): void {
    if (!this.hasGroup)
      throw new Error('Consumer group was not initialized, consumer#run must be called first');
    this.done.push(what);
  }

  async connect(): Promise<void> {}
  async subscribe(): Promise<void> {}
  async disconnect(): Promise<void> {}
  async run(): Promise<void> {
    this.ran(++this.runs);
  }
}

const LOST = new Error('Failed to find group coordinator');
const RESTARTS = 5;
const RESTART_PAUSE_MS = 10;

function memberOn(consumer: ConsumerStub, isReachable: boolean) {
  const crashed = Promise.withResolvers<Error>();
  const isNew: boolean[] = [];
  const member = new GroupMember({
    kafka: { consumer: () => consumer } as unknown as Kafka,
    group: 'g',
    topics: ['t'],
    maxBytesPerPartition: 1,
    log: quietLog,
    onAssigned: (_, isNewMember) => isNew.push(isNewMember),
    onBatch: async () => undefined,
    onCrash: crashed.resolve,
    isReachable: async () => isReachable,
    restartPauseMs: RESTART_PAUSE_MS,
  });
  return { member, crashed: crashed.promise, isNew };
}

describe('a consumer that kafkajs gives up', () => {
  test('is begun again, as a new member whose own positions are void', async () => {
    const again = Promise.withResolvers<void>();
    const consumer = new ConsumerStub(run => {
      consumer.joins();
      if (run === 2) again.resolve();
    });
    const { member, isNew } = memberOn(consumer, true);
    await member.start();
    consumer.gives(LOST);
    await again.promise;
    await member.leave();
    assert.deepEqual(isNew, [true, true]);
  });

  test('is told after so many restarts in a row while the brokers answer', async () => {
    const consumer = new ConsumerStub(run => (run === 1 ? consumer.joins() : consumer.gives(LOST)));
    const { member, crashed } = memberOn(consumer, true);
    await member.start();
    consumer.gives(LOST);
    assert.equal(await crashed, LOST);
    assert.equal(consumer.runs, 1 + RESTARTS);
    await member.leave();
  });

  test('is begun again as long as the brokers are away', async () => {
    const back = Promise.withResolvers<void>();
    const consumer = new ConsumerStub(run => {
      if (run > 1 && run <= 3 + RESTARTS) return consumer.gives(LOST);
      consumer.joins();
      if (run > 1) back.resolve();
    });
    const { member, crashed } = memberOn(consumer, false);
    await member.start();
    consumer.gives(LOST);
    assert.equal(await Promise.race([back.promise, crashed]), undefined);
    await member.leave();
  });

  test('is not begun again by a member that leaves, nor does leaving wait for a join after the last one', async () => {
    const consumer = new ConsumerStub(run => (run === 1 ? consumer.joins() : undefined));
    const { member } = memberOn(consumer, true);
    await member.start();
    await member.leave();
    consumer.gives(LOST);
    await new Promise(resolve => setTimeout(resolve, 5 * RESTART_PAUSE_MS));
    assert.equal(consumer.runs, 1);
  });
});

test('what is paused, resumed or sought between a crash and the next join is left to that join', async () => {
  const consumer = new ConsumerStub(() => consumer.joins());
  const { member } = memberOn(consumer, true);
  await member.start();
  const place = { topic: 't', partition: 0 };
  const sayAll = () => {
    member.pause(place);
    member.resume(place);
    member.seek(place, 1);
  };
  consumer.stops();
  sayAll();
  assert.deepEqual(consumer.done, []);
  consumer.joins();
  sayAll();
  assert.deepEqual(consumer.done, ['pause', 'resume', 'seek']);
  await member.leave();
});
