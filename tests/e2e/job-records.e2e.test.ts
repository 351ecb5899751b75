/** What analysts read: one record for each job, and none for an erased one. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { ClientFactory } from '../../platform/event-log/kafka/client.ts';
import { quietLog } from '../../platform/event-log/kafka/quiet-log.ts';
import { readSettings } from '../../platform/settings.ts';
import type { JobEnded } from '../../schemas/events.ts';
import { DERIVED_TOPIC } from '../../schemas/history.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey, withLog } from '../support/keys.ts';
import { MODE, suite } from '../support/mode.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

let service: Service;
let key: TestKey;
before(async () => {
  service = await startService();
  key = await issueKey(service);
  await operate(service, 'keys', 'change', key.keyId, '--account', 'acme', '--plan', 'team');
});
after(() => service.dispose());

/** All records as a consumer reads them, oldest first. */
const records = () =>
  withLog(service, async log => {
    const all: JobEnded[] = [];
    for await (const batch of log.read([DERIVED_TOPIC]))
      for (const { event } of batch.records) if (event.type === 'JobEnded') all.push(event);
    return all;
  });
const recordOf = (jobId: string) =>
  until(`the record of ${jobId}`, async () => (await records()).findLast(({ job_id }) => job_id === jobId));

describe(suite('the records of jobs'), () => {
  test('tell of each job once how it ended, whose it was and how long each stage took', async () => {
    const done = await key.client.accepted({ file: page('counted') });
    const failed = await key.client.accepted({ file: 'no document' });
    const { body } = await key.client.finished(done);
    const record = await recordOf(done);
    assert.deepEqual(
      [record.key_id, record.account, record.plan, record.outcome, record.format, record.content_type],
      [key.keyId, 'acme', 'team', 'completed', 'text', 'text/html'],
    );
    assert.deepEqual([record.bytes, record.chars], [body.metadata.bytes, body.metadata.chars]);
    assert.ok((record.waiting_ms ?? -1) >= 0 && (record.extraction_ms ?? -1) >= 0);
    assert.equal((await recordOf(failed)).outcome, 'unsupported_format');
    const jobs = (await records()).map(({ job_id }) => job_id);
    assert.equal(new Set(jobs).size, jobs.length);
    assert.ok(!JSON.stringify(await records()).includes('counted'));
  });

  test('hold nothing of an erased job, also when it is read again from the beginning', async () => {
    const jobId = await key.client.accepted({ file: page('erased') });
    await recordOf(jobId);
    await operate(service, 'erase', jobId, '--yes');
    const left = async () => {
      const last = (await lastValues()).get(jobId);
      return last === null || last === undefined;
    };
    await until('the record to be taken out', left);
  });

  test('are there after a restart, once each', async () => {
    const before = new Set((await records()).map(({ job_id }) => job_id));
    await service.stop();
    service = await service.again();
    const jobId = await new Client(service, key.apiKey).accepted({ file: page('after') });
    await recordOf(jobId);
    const after = new Map((await records()).map(record => [record.job_id, record]));
    for (const job of before) assert.ok(after.has(job));
  });
});

/** The last record of each job, or null if it was retracted, as compaction leaves it. */
async function lastValues(): Promise<Map<string, JobEnded | null>> {
  const values = new Map<string, JobEnded | null>();
  for (const record of await records()) values.set(record.job_id, record);
  for (const jobId of await retracted()) values.set(jobId, null);
  return values;
}

/** Keys of records without a value, as another consumer would see them on Kafka. The embedded log keeps none. */
async function retracted(): Promise<string[]> {
  if (MODE === 'embedded') return [];
  const settings = readSettings(service.environment, true);
  const clients = new ClientFactory({
    brokers: settings.KAFKA_BROKERS,
    clientId: 'analyst',
    log: quietLog,
    security: {},
  });
  const consumer = clients.create().consumer({ groupId: `analytics-${randomUUID()}` });
  const topic = settings.KAFKA_TOPIC_PREFIX + DERIVED_TOPIC;
  const keys: string[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      if (message.value === null) keys.push(String(message.key));
    },
  });
  await until('a record without a value', () => keys.length > 0).catch(() => undefined);
  await consumer.disconnect();
  return keys;
}
