import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventCodec, singleObjectCodec } from '../../platform/event-log/codec.ts';
import type { Consumer, EventLog } from '../../platform/event-log/event-log.ts';
import { BoundedAdmin } from '../../platform/event-log/kafka/admin.ts';
import { ClientFactory } from '../../platform/event-log/kafka/client.ts';
import type { GroupMember } from '../../platform/event-log/kafka/group-member.ts';
import { KafkaEventLog } from '../../platform/event-log/kafka/kafka-event-log.ts';
import { quietLog } from '../../platform/event-log/kafka/quiet-log.ts';
import { requestQueueClass } from '../../platform/event-log/kafka/request-queue-patch.ts';
import { PARTITIONS, TopicMismatch } from '../../platform/event-log/kafka/topics.ts';
import { haveReached } from '../../platform/event-log/positions.ts';
import type { Event } from '../../schemas/events.ts';
import { stackSettings } from '../../stack/settings.ts';
import { until } from '../support/waiting.ts';
import { openLog, requested } from './kafka-traffic.ts';

const brokers = stackSettings().KAFKA_BROKERS!.split(',');
const open: EventLog[] = [];
/** Time limit of tests that wait until a consumer ends. */
const LIMIT = { timeout: 60_000 };
const newPrefix = () => `test-${randomUUID()}.`;

after(() => Promise.all(open.map(log => log.close())));

async function opened(log: Promise<KafkaEventLog>): Promise<KafkaEventLog> {
  open.push(await log);
  return log;
}

/** A codec that writes `content` in place of events marked with `bytes: 0`. */
function writing(content: Buffer): EventCodec {
  const isMarked = (event: Event) => event.type === 'ExtractRequested' && event.bytes === 0;
  return {
    encode: event => (isMarked(event) ? content : singleObjectCodec.encode(event)),
    cloudEventType: event => singleObjectCodec.cloudEventType(event),
    decode: record => singleObjectCodec.decode(record),
  };
}

const openWriting = (prefix: string, content: Buffer, onPoison: (topic: string) => void = () => undefined) =>
  opened(
    KafkaEventLog.open({ brokers, role: 'test', log: quietLog, prefix, codec: writing(content), onPoison }),
  );

function consumeInto(log: EventLog, seen: string[], group = randomUUID() as string): Consumer {
  const handle = async ({ event }: { event: Event }) => void seen.push(event.event_id);
  return log.consume({ group, topics: ['requests-bulk'], maxInFlight: 4, handle });
}

test('a record that is no event at all is stepped over: it neither stops its partition nor lags for ever', async () => {
  const counted: string[] = [];
  const log = await openWriting(newPrefix(), Buffer.from('no event'), topic => void counted.push(topic));
  const job = randomUUID();
  const [before, behind] = [requested(job), requested(job)];
  const seen: string[] = [];
  const consumer = consumeInto(log, seen);
  await log.append([requested(job, 0), before, requested(job, 0), behind, requested(job, 0)]);
  await until('both events', () => seen.length === 2);
  assert.deepEqual(seen, [before.event_id, behind.event_id]);
  await until('no lag', async () => (await consumer.lag()).records === 0);
  assert.deepEqual(counted, Array(3).fill('requests-bulk'));
});

test('a projection steps over it as well, and stores the position behind it', async () => {
  const log = await openWriting(newPrefix(), Buffer.from('no event'));
  const job = randomUUID();
  const positions = new Map<number, number>();
  let applied = 0;
  log.project({
    name: 'poisoned',
    topics: ['requests-bulk'],
    positions: async () => [],
    apply: async (records, { partition, next }) => {
      applied += records.length;
      positions.set(partition, next);
    },
  });
  await log.append([requested(job, 0), requested(job), requested(job, 0)]);
  await until('the end of the partition', () => [...positions.values()].includes(3));
  assert.equal(applied, 1);
});

test(
  'an event of a newer version stops the consumer: it is left for a service that can read it',
  LIMIT,
  async () => {
    const prefix = newPrefix();
    const unknown = Buffer.from('c3010102030405060708', 'hex');
    const newer = await openWriting(prefix, unknown);
    const older = await opened(openLog(brokers, prefix));
    const consumer = consumeInto(older, []);
    await newer.append([requested(randomUUID(), 0)]);
    await assert.rejects(consumer.closed, /fingerprint/);
  },
);

test(
  'a projection that stands beyond the log stops with a clear word instead of skipping events',
  LIMIT,
  async () => {
    const log = await opened(openLog(brokers, newPrefix()));
    await log.append([requested()]);
    const projection = log.project({
      name: 'beyond',
      topics: ['requests-bulk'],
      positions: async () => [{ topic: 'requests-bulk', partition: 0, next: 1_000 }],
      apply: async () => undefined,
    });
    await assert.rejects(projection.closed, /outside the log.*run rebuild/);
  },
);

test('a consumer that has silently stopped reading is found by its lag, and ends', LIMIT, async () => {
  const log = await opened(openLog(brokers, newPrefix(), { stallLimitMs: 1_500 }));
  const seen: string[] = [];
  const consumer = consumeInto(log, seen);
  await consumer.ready;
  // A lost resume looks like this from outside: heartbeats and fetches, but never a record.
  const { member } = consumer as unknown as { member: GroupMember };
  const topic = (open.at(-1) as unknown as { context: { names: { onBroker(topic: string): string } } })
    .context.names;
  member.resume = () => undefined;
  for (let partition = 0; partition < PARTITIONS; partition++)
    member.pause({ topic: topic.onBroker('requests-bulk'), partition });
  await sleep(300);
  await log.append([requested()]);
  await assert.rejects(consumer.closed, /has read nothing/);
  assert.deepEqual(seen, []);
});

test('topics with fewer partitions are refused: there is no place for some keys', async () => {
  const prefix = newPrefix();
  const clients = new ClientFactory({ brokers, clientId: 'test', log: quietLog });
  const admin = new BoundedAdmin(clients);
  const topics = [{ topic: `${prefix}outcomes`, numPartitions: PARTITIONS - 1 }];
  await admin.ask(client => client.createTopics({ topics }));
  await assert.rejects(openLog(brokers, prefix), TopicMismatch);
  await admin.close();
});

test(
  'partitions that are raised by mistake under traffic change nothing: not now, and not at the next start',
  LIMIT,
  async () => {
    const prefix = newPrefix();
    const log = await opened(openLog(brokers, prefix));
    const seen: string[] = [];
    await consumeInto(log, seen).ready;
    const jobs = Array.from({ length: 40 }, () => requested());
    const half = jobs.length / 2;
    for (const job of jobs.slice(0, half)) await log.append([job]);
    const admin = new BoundedAdmin(new ClientFactory({ brokers, clientId: 'test', log: quietLog }));
    const raised = [{ topic: `${prefix}requests-bulk`, count: PARTITIONS + 3 }];
    await admin.ask(client => client.createPartitions({ topicPartitions: raised }));
    for (const job of jobs.slice(half)) await log.append([job]);
    const next = await opened(openLog(brokers, prefix));
    const more = requested();
    await next.append([more]);
    const expected = [...jobs, more].map(({ event_id }) => event_id).sort();
    await until('all jobs', () => seen.length >= expected.length);
    assert.deepEqual(seen.toSorted(), expected);
    const places = new Map<string, number>();
    const projected: string[] = [];
    const projection = next.project({
      name: 'raised',
      topics: ['requests-bulk'],
      positions: async () => [],
      apply: async (records, step) => {
        projected.push(...records.map(({ event }) => event.event_id));
        places.set(`${step.partition}`, step.next);
      },
    });
    await projection.ready;
    await until('all jobs to be folded', () => projected.length >= expected.length);
    const positions = [...places].map(([partition, at]) => ({
      topic: 'requests-bulk' as const,
      partition: Number(partition),
      next: at,
    }));
    assert.ok(
      haveReached(positions, await next.ends(['requests-bulk'])),
      'empty partitions have no position',
    );
    await admin.close();
  },
);

test(
  'records in a partition that none are written to are refused at a start, until they are taken away',
  LIMIT,
  async () => {
    const prefix = newPrefix();
    await opened(openLog(brokers, prefix));
    const topic = `${prefix}outcomes`;
    const clients = new ClientFactory({ brokers, clientId: 'test', log: quietLog });
    const admin = new BoundedAdmin(clients);
    const raised = [{ topic, count: PARTITIONS + 1 }];
    await admin.ask(client => client.createPartitions({ topicPartitions: raised }));
    const seventh = async () => (await admin.bounds(topic)).find(({ partition }) => partition === PARTITIONS);
    await until('the broker to know the partition', seventh);
    const producer = clients.create().producer();
    await producer.connect();
    await producer.send({ topic, messages: [{ partition: PARTITIONS, value: 'not ours' }] });
    await producer.disconnect();
    await until('the record', async () => (await seventh())?.high === 1);
    await assert.rejects(openLog(brokers, prefix), /records in one that this service writes none to/);
    // Use another client: the first one does not know the leader of a partition that was added after it connected.
    const second = new BoundedAdmin(clients);
    const partitions = [{ partition: PARTITIONS, offset: '-1' }];
    await second.bounds(topic);
    await second.ask(client => client.deleteTopicRecords({ topic, partitions }));
    await opened(openLog(brokers, prefix));
    await Promise.all([admin.close(), second.close()]);
  },
);

test('an idle process does not spin: its connections do no more than answer', async t => {
  const log = await opened(openLog(brokers, newPrefix()));
  await log.append([requested()]);
  await consumeInto(log, []).ready;
  const checks = t.mock.method(requestQueueClass.prototype, 'checkPendingRequests');
  await sleep(3_000);
  // Only real answers cause checks: the consumers in this file fetch four times a second each. Unpatched there are 900
  // on each connection.
  assert.ok(checks.mock.callCount() < 3 * 60, `${checks.mock.callCount()} checks in 3 s`);
});
