/**
 * Random histories of a group and of a projection: members come, go, are forgotten by the coordinator, and get answers
 * to fetches of long before. Whatever happens, the group's committed position is never beyond an unfinished record, and
 * a projection ends with the whole log.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Random } from '../../../tests/resilience/soak/random.ts';
import { until } from '../../../tests/support/waiting.ts';
import { LogUnavailable } from '../event-log.ts';
import { Broker, contextOf, idOf, TOPIC } from './broker.test-support.ts';
import type { ConsumerContext } from './context.ts';
import { KafkaGroupConsumer } from './group-consumer.ts';
import { KafkaProjectionConsumer } from './projection-consumer.ts';

const HISTORIES = Number(process.env.TEXTRAIL_HISTORIES ?? 40);
const STEPS = 80;
const MEMBERS = 2;
const BOUNDS_FAIL = 0.2;

/** One partition shared by members. Each member has its own connection to the same log. */
class Group {
  readonly log: string[] = [];
  committed = -1;
  owner = 0;
  readonly brokers: Broker[] = [];
  private ids = 0;
  private readonly memberIds: string[] = [];

  member(mayCommit: (next: number) => void): Broker {
    const broker = new Broker();
    const index = this.brokers.push(broker) - 1;
    broker.log = this.log;
    Object.defineProperty(broker, 'committed', {
      get: () => this.committed,
      set: (next: number) => {
        this.committed = next;
      },
    });
    broker.mayCommit = next => {
      if (this.owner !== index) throw new Error('ILLEGAL_GENERATION');
      mayCommit(next);
    };
    this.memberIds.push(`member ${++this.ids}`);
    return broker;
  }

  /** Gives the partition to a member. `forgotten`: the member has a new id. */
  assign(owner: number, forgotten: boolean): void {
    this.owner = owner;
    if (forgotten) this.memberIds[owner] = `member ${++this.ids}`;
    for (const [index, broker] of this.brokers.entries())
      broker.join(this.memberIds[index] ?? '', index === owner ? [0] : []);
  }
}

/** A context whose brokers answer a turn later, when another assignment may have come. */
function slow(context: ConsumerContext, mayFail: () => boolean = () => false): ConsumerContext {
  const { bounds } = context.admin;
  context.admin.bounds = async topic => {
    await turn();
    if (mayFail()) throw new LogUnavailable('away');
    return bounds(topic);
  };
  return Object.assign(context, { locatePauseMs: 0 });
}

async function groupHistory(seed: number): Promise<void> {
  const random = new Random(seed);
  const group = new Group();
  const finished = new Set<string>();
  const running: { id: string; finish: () => void }[] = [];
  let isCalm = false;
  const mayCommit = (next: number) => {
    const missing = group.log.slice(0, next).filter(id => !finished.has(id));
    assert.deepEqual(missing, [], `seed ${seed}: the group stands at ${next}`);
  };
  const consumers = Array.from({ length: MEMBERS }, () => {
    const context = slow(contextOf(group.member(mayCommit)), () => !isCalm && random.chance(BOUNDS_FAIL));
    return new KafkaGroupConsumer(context, {
      group: 'group',
      topics: [TOPIC],
      maxInFlight: 4,
      handle: record =>
        new Promise<void>(resolve => {
          const id = idOf(record);
          const finish = () => {
            finished.add(id);
            resolve();
          };
          if (isCalm) finish();
          else running.push({ id, finish });
        }),
    });
  });
  await Promise.all(consumers.map(({ ready }) => ready));
  const commit = (consumer: KafkaGroupConsumer) =>
    (consumer as unknown as { commit(): Promise<void> }).commit();
  const steps: [number, () => unknown][] = [
    [3, () => group.log.push(`event ${group.log.length}`)],
    [4, () => group.brokers[group.owner]?.answer()],
    [1, () => random.pick(group.brokers).answer(random.below(group.log.length + 1))],
    [3, () => running.splice(random.below(running.length), 1)[0]?.finish()],
    [2, () => commit(random.pick(consumers))],
    [1, () => group.assign(random.below(MEMBERS), random.chance(0.5))],
    [3, () => turn()],
  ];
  const weighted = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));
  for (let step = 0; step < STEPS; step++) await random.pick(weighted)();
  isCalm = true;
  for (const { finish } of running) finish();
  for (let rounds = 0; group.committed < group.log.length && rounds < 200; rounds++) {
    await turn();
    await group.brokers[group.owner]?.answer();
    for (const consumer of consumers) await commit(consumer);
  }
  assert.deepEqual(
    group.log.filter(id => !finished.has(id)),
    [],
    `seed ${seed}: never begun`,
  );
  await Promise.all(consumers.map(consumer => consumer.stop(0)));
}

async function projectionHistory(seed: number): Promise<void> {
  const random = new Random(seed);
  const broker = new Broker();
  let applied: string[] = [];
  const consumer = new KafkaProjectionConsumer(slow(contextOf(broker)), {
    name: 'views',
    topics: [TOPIC],
    positions: async () => [{ topic: TOPIC, partition: 0, next: applied.length }],
    apply: async (records, { next, from = 0 }) => {
      await turn();
      if (applied.length < from) throw new LogUnavailable('the store has lost something');
      applied.push(...records.filter(({ offset }) => offset >= applied.length).map(idOf));
      assert.ok(applied.length >= next);
    },
  });
  let memberId = 1;
  const steps: [number, () => unknown][] = [
    [3, () => broker.log.push(`event ${broker.log.length}`)],
    [4, () => broker.answer()],
    [1, () => broker.answer(random.below(broker.log.length + 1))],
    [1, () => broker.join(`member ${random.chance(0.5) ? memberId : ++memberId}`)],
    [
      0.5,
      () => {
        // The store is restored from an older copy; the consumer notices at the next join.
        applied = applied.slice(0, random.below(applied.length + 1));
        broker.join(`member ${++memberId}`);
      },
    ],
    [3, () => turn()],
  ];
  const weighted = steps.flatMap(([weight, step]) => Array.from({ length: 2 * weight }, () => step));
  for (let step = 0; step < STEPS; step++) await random.pick(weighted)();
  try {
    await until('all of the log to be applied', async () => {
      await broker.answer();
      return applied.length >= broker.log.length;
    });
    assert.deepEqual(applied, broker.log, `seed ${seed}`);
  } finally {
    await consumer.stop(0);
  }
}

describe(`${HISTORIES} random histories`, () => {
  test('leave nothing of a group unfinished behind its position', async () => {
    for (let seed = 1; seed <= HISTORIES; seed++) await groupHistory(seed);
  });

  test('leave a projection with the log, each event once and in its order', async () => {
    for (let seed = 1; seed <= HISTORIES; seed++) await projectionHistory(seed);
  });
});
