/** The network silently loses single connections to brokers, but accepts new ones. */
import { after, before, test } from 'node:test';
import { until } from '../support/waiting.ts';
import { KafkaCluster } from './kafka-cluster.ts';
import { openLog, requested } from './kafka-traffic.ts';
import { clientsOf, Relay } from './soak/relay.ts';

/** An answer is waited for up to 5 s, perhaps twice. Before it was mended, it took for ever (behind a relay). */
const SWALLOWED_LIMIT_MS = 30_000;

const relay = new Relay();
/** The brokers' ports in front of which the relay listens. */
const brokerPorts: number[] = [];
let cluster: KafkaCluster;
before(async () => {
  cluster = await KafkaCluster.start(3, {
    listen: port => {
      brokerPorts.push(port);
      return relay.listen('', port);
    },
  });
});
after(async () => {
  await cluster.destroy();
  relay.close();
});

test('connections to one of the brokers that are swallowed hold up nobody for longer than one answer is waited for', async t => {
  const log = await openLog(cluster.brokers, 'swallowed.');
  const reader = await openLog(cluster.brokers, 'swallowed.');
  const consumed = new Map<string, number>();
  const followed = new Map<string, number>();
  const consumer = reader.consume({
    group: 'swallowed',
    topics: ['requests-bulk'],
    maxInFlight: 8,
    handle: async ({ event }) => void consumed.set(event.event_id, performance.now()),
  });
  const follower = reader.follow({
    name: 'swallowed',
    topics: ['requests-bulk'],
    onRecords: records => {
      for (const { event } of records) followed.set(event.event_id, performance.now());
    },
  });
  try {
    await Promise.all([consumer.ready, follower.ready]);
    for (const port of brokerPorts) {
      // Append to every partition, and so over every connection, before and after.
      for (const isSwallowed of [false, true]) {
        if (isSwallowed) relay.swallow(clientsOf(port));
        const events = Array.from({ length: 60 }, () => requested());
        const begunAt = performance.now();
        await log.append(events, { patienceMs: SWALLOWED_LIMIT_MS });
        const appendedMs = performance.now() - begunAt;
        const isRead = (by: Map<string, number>) => events.every(({ event_id }) => by.has(event_id));
        await until(
          'all of it at both readers',
          () => isRead(consumed) && isRead(followed),
          SWALLOWED_LIMIT_MS,
        );
        const lastMs = (by: Map<string, number>) =>
          Math.max(...events.map(({ event_id }) => by.get(event_id) ?? 0)) - begunAt;
        t.diagnostic(
          `${isSwallowed ? 'swallowed' : 'before'}: appended in ${appendedMs.toFixed()} ms, consumed in ` +
            `${lastMs(consumed).toFixed()}, followed in ${lastMs(followed).toFixed()}`,
        );
      }
    }
  } finally {
    await Promise.allSettled([log.close(), reader.close()]);
  }
});
