import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedAdmin } from '../../platform/event-log/kafka/admin.ts';
import { ClientFactory } from '../../platform/event-log/kafka/client.ts';
import { quietLog } from '../../platform/event-log/kafka/quiet-log.ts';
import { until } from '../support/waiting.ts';
import { KafkaCluster } from './kafka-cluster.ts';
import { countEvents, openLog, Traffic } from './kafka-traffic.ts';

/**
 * On a quiet machine a failover takes the brokers' session (4 s), a look at the metadata (5 s at most) and, if the
 * broker hangs, the end of the producer that asked it (8 s).
 */
const FAILOVER_LIMIT_MS = 60_000;
/** More events than callers could append without needing a partition of the broker that is away. */
const GOES_ON_EVENTS = 300;

let cluster: KafkaCluster;
before(async () => {
  cluster = await KafkaCluster.start(3);
});
after(() => cluster.destroy());

/** Sends traffic and consumes it while `happening` acts on the brokers. Afterwards every acknowledged event must be there. */
async function survives(prefix: string, happening: (traffic: Traffic) => Promise<void>): Promise<void> {
  const log = await openLog(cluster.brokers, prefix);
  const reader = await openLog(cluster.brokers, prefix);
  const consumed = new Set<string>();
  const consumer = reader.consume({
    group: 'survivor',
    topics: ['requests-bulk'],
    maxInFlight: 8,
    handle: async ({ event }) => void consumed.add(event.event_id),
  });
  let traffic: Traffic | undefined;
  try {
    await consumer.ready;
    traffic = new Traffic(log);
    await sleep(1_000);
    await happening(traffic);
    await sleep(1_000);
    await traffic.stop();
    await cluster.complete();
    const { acknowledged } = traffic;
    const counts = await countEvents(log);
    const lost = [...acknowledged].filter(id => !counts.has(id));
    assert.deepEqual(lost, [], `of ${acknowledged.size} acknowledged events`);
    await until('all of it at the consumer', () => [...acknowledged].every(id => consumed.has(id)));
  } finally {
    // The first failure says more than failures of these.
    await Promise.allSettled([traffic?.stop(), log.close(), reader.close()]);
  }
}

/**
 * Asserts that appends and commits go on while a broker is away, so that its return cannot be the reason. The broker
 * may be the coordinator of the consumer's group.
 */
async function goesOn(prefix: string, { acknowledged }: Traffic): Promise<void> {
  const enough = acknowledged.size + GOES_ON_EVENTS;
  await until('work that goes on', () => acknowledged.size >= enough, FAILOVER_LIMIT_MS);
  const before = await committed(prefix);
  await until('positions that are kept', async () => (await committed(prefix)) > before, FAILOVER_LIMIT_MS);
}

/** Number of records that the group has committed. */
async function committed(prefix: string): Promise<number> {
  const admin = new BoundedAdmin(
    new ClientFactory({ brokers: cluster.brokers, clientId: 'test', log: quietLog }),
  );
  const question = { groupId: `${prefix}survivor`, topics: [`${prefix}requests-bulk`] };
  try {
    const [topic] = await admin.ask(client => client.fetchOffsets(question), FAILOVER_LIMIT_MS);
    return (topic?.partitions ?? []).reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0);
  } finally {
    await admin.close();
  }
}

test('no acknowledged event is lost when leaders and coordinators die one after the other, and work goes on without each', async () => {
  await survives('killed.', async traffic => {
    for (const broker of [0, 1, 2]) {
      await cluster.kill(broker);
      await goesOn('killed.', traffic);
      await cluster.restart(broker);
      await sleep(1_000);
    }
  });
});

test('a broker that freezes does not hold up the log until it thaws, nor whoever starts meanwhile', async () => {
  await survives('frozen.', async traffic => {
    await cluster.freeze(0);
    await goesOn('frozen.', traffic);
    await start('frozen.');
    await cluster.thaw(0);
  });
});

/** Starts one consumer for each broker; one of them connects to the frozen broker first. */
async function start(prefix: string): Promise<void> {
  const log = await openLog(cluster.brokers, prefix);
  const consumers = cluster.brokers.map((_, at) =>
    log.consume({ group: `starts-${at}`, topics: ['keys'], maxInFlight: 1, handle: async () => undefined }),
  );
  try {
    await Promise.all(consumers.map(({ ready }) => ready));
  } finally {
    await log.close();
  }
}
