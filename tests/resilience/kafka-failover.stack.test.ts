import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/waiting.ts';
import { KafkaCluster } from './kafka-cluster.ts';
import { countEvents, openLog, Traffic } from './kafka-traffic.ts';

/** The brokers' session (4 s), a look at the metadata (5 s at the most) and a slow machine. */
const FAILOVER_LIMIT_MS = 15_000;
/** The same, after the hanging producer was thrown away (8 s). */
const FREEZE_LIMIT_MS = 20_000;
const FREEZE_MS = 25_000;

let cluster: KafkaCluster;
before(async () => {
  cluster = await KafkaCluster.start(3);
});
after(() => cluster.destroy());

/** Traffic and a consumer while something happens to the brokers; everything acknowledged must be there afterwards. */
async function survives(prefix: string, happening: () => Promise<void>): Promise<Traffic> {
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
    await happening();
    await sleep(1_000);
    await traffic.stop();
    await cluster.complete();
    const { acknowledged } = traffic;
    const counts = await countEvents(log);
    const lost = [...acknowledged].filter(id => !counts.has(id));
    assert.deepEqual(lost, [], `of ${acknowledged.size} acknowledged events`);
    await until('all of it at the consumer', () => [...acknowledged].every(id => consumed.has(id)));
    return traffic;
  } finally {
    // What failed before says more than that these fail too.
    await Promise.allSettled([traffic?.stop(), log.close(), reader.close()]);
  }
}

test('no acknowledged event is lost when leaders die one after the other, and work goes on', async () => {
  const traffic = await survives('killed.', async () => {
    for (const broker of [0, 1, 2]) {
      await cluster.kill(broker);
      await sleep(7_000);
      await cluster.restart(broker);
      await sleep(1_000);
    }
  });
  assert.ok(traffic.longestGapMs < FAILOVER_LIMIT_MS, `${traffic.longestGapMs} ms without acknowledgement`);
});

test('a broker that freezes does not hold up the log until it thaws', async () => {
  const traffic = await survives('frozen.', async () => {
    await cluster.freeze(0);
    await sleep(FREEZE_MS);
    await cluster.thaw(0);
  });
  assert.ok(traffic.longestGapMs < FREEZE_LIMIT_MS, `${traffic.longestGapMs} ms without acknowledgement`);
});
