import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { KafkaEventLog } from '../../platform/event-log/kafka/kafka-event-log.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { KafkaCluster } from './kafka-cluster.ts';
import { countEvents, openLog, requested } from './kafka-traffic.ts';

const CUTS = 20;

let proxy: CuttingProxy;
let cluster: KafkaCluster;
let log: KafkaEventLog;

before(async () => {
  cluster = await KafkaCluster.start(1, {
    listen: async brokerPort => {
      proxy = await CuttingProxy.listen(brokerPort);
      return proxy.port;
    },
  });
  log = await openLog(cluster.brokers, 'textrail.');
});
after(async () => {
  await log.close();
  proxy.close();
  await cluster.destroy();
});

test('an acknowledgement that is lost on the way costs a duplicate at most, never an event', async () => {
  const events = [];
  const copiesAtMost: number[] = [];
  for (let cut = 0; cut < CUTS; cut++) {
    proxy.cutNextProduceAnswer();
    const batch = Array.from({ length: 3 }, () => requested());
    events.push(...batch);
    const producedBefore = proxy.produced;
    await Promise.all(batch.map(event => log.append([event])));
    // One request is answered and one is not; on a busy machine more answers may be lost than were cut.
    const requests = proxy.produced - producedBefore;
    copiesAtMost.push(...batch.map(() => requests));
  }
  assert.equal(proxy.cuts, CUTS);
  const counts = await countEvents(log);
  const lost = events.filter(event => !counts.has(event.event_id));
  assert.deepEqual(lost, []);
  const repeated = events.filter((event, at) => (counts.get(event.event_id) ?? 0) > copiesAtMost[at]!);
  assert.deepEqual(repeated, []);
});
