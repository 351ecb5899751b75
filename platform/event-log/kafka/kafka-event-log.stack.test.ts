import { randomUUID } from 'node:crypto';
import { stackSettings } from '../../../stack/settings.ts';
import { eventLogContract } from '../event-log.contract.ts';
import { KafkaEventLog } from './kafka-event-log.ts';
import { quietLog } from './quiet-log.ts';

const brokers = stackSettings().KAFKA_BROKERS!.split(',');

eventLogContract('Kafka', async () => {
  const prefix = `test-${randomUUID()}.`;
  return {
    open: () => KafkaEventLog.open({ brokers, role: 'test', log: quietLog, prefix }),
    // The topics go with the stack's folder, which is deleted as a whole.
    destroy: async () => undefined,
  };
});
