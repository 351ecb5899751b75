/** A consumer in its own process, which tests kill: `node kafka-member.ts BROKERS PREFIX GROUP [NAME]`. Prints what it does. */
import { openLog } from './kafka-traffic.ts';

const [brokers = '', prefix = '', group = '', memberName] = process.argv.slice(2);
const log = await openLog(brokers.split(','), prefix, memberName === undefined ? {} : { memberName });
process.stdout.write('joining\n');
const consumer = log.consume({
  group,
  topics: ['requests-bulk'],
  maxInFlight: 4,
  handle: async ({ event }) => void process.stdout.write(`${event.event_id}\n`),
});
await consumer.ready;
process.stdout.write('ready\n');
// After the close nothing of the log may keep the process alive.
process.once('SIGTERM', () => log.close());
await consumer.closed.catch(error => {
  process.stdout.write(`${error}\n`);
  process.exit(1);
});
