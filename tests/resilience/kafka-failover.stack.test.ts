import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/waiting.ts';
import { KafkaCluster } from './kafka-cluster.ts';
import { countEvents, openLog, Traffic } from './kafka-traffic.ts';

/**
 * On a quiet machine it takes the brokers' session (4 s), a look at the metadata (5 s at the most) and, where the broker hangs, the end
 * of the producer that asked it (8 s).
 */
const FAILOVER_LIMIT_MS = 60_000;
/** More than the callers get through without coming upon a partition of the broker that is away. */
const GOES_ON_EVENTS = 300;

let cluster: KafkaCluster;
before(async () => {
  cluster = await KafkaCluster.start(3);
});
after(() => cluster.destroy());

/** Traffic and a consumer while something happens to the brokers; everything acknowledged must be there afterwards. */
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
    // What failed before says more than that these fail too.
    await Promise.allSettled([traffic?.stop(), log.close(), reader.close()]);
  }
}

/** While a broker is away, so that its return cannot be what helped. */
async function goesOn({ acknowledged }: Traffic): Promise<void> {
  const enough = acknowledged.size + GOES_ON_EVENTS;
  await until('work that goes on', () => acknowledged.size >= enough, FAILOVER_LIMIT_MS);
}

test('no acknowledged event is lost when leaders die one after the other, and work goes on without each', async () => {
  await survives('killed.', async traffic => {
    for (const broker of [0, 1, 2]) {
      await cluster.kill(broker);
      await goesOn(traffic);
      await cluster.restart(broker);
      await sleep(1_000);
    }
  });
});

test('a broker that freezes does not hold up the log until it thaws', async () => {
  await survives('frozen.', async traffic => {
    await cluster.freeze(0);
    await goesOn(traffic);
    await cluster.thaw(0);
  });
});
