/** Runs the ports' contracts against the servers in memory, through the product's own adapters, as for the real servers. */
import { randomUUID } from 'node:crypto';
import { FOLD_VERSION } from '../../../core/fold-version.ts';
import { eventLogContract } from '../../../platform/event-log/event-log.contract.ts';
import { MemoryLog } from '../../../platform/view-store/memory-log.test-support.ts';
import { viewStoreContract } from '../../../platform/view-store/view-store.contract.ts';
import { CONTRACT_POLICY } from '../../../platform/view-store/view-store-under-test.ts';
import { installHooks } from '../product/hooks.ts';
import { useRealClock } from './real-world.ts';

installHooks();
useRealClock();
const { KafkaEventLog } = await import('../../../platform/event-log/kafka/kafka-event-log.ts');
const { quietLog } = await import('../../../platform/event-log/kafka/quiet-log.ts');
const { RedisViewStore } = await import('../../../platform/view-store/redis/redis-view-store.ts');

eventLogContract('Kafka in memory', async () => {
  const prefix = `test-${randomUUID()}.`;
  return {
    open: () => KafkaEventLog.open({ brokers: ['simulated:9092'], role: 'test', log: quietLog, prefix }),
    destroy: async () => undefined,
  };
});

viewStoreContract('Redis in memory', async () => {
  const tag = `test-${randomUUID()}`;
  const log = new MemoryLog();
  let now = 0;
  const clock = () => now;
  return {
    open: (foldVersion = FOLD_VERSION) =>
      RedisViewStore.open({
        url: 'redis://simulated',
        policy: { ...CONTRACT_POLICY, foldVersion },
        log,
        tag,
        clock,
      }),
    setClock: at => {
      now = at;
    },
    record: events => log.record(events),
    destroy: async () => undefined,
  };
});
