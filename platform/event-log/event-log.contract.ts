/** The guarantees of every event log adapter, as tests. Each adapter's test file calls `eventLogContract`. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiKeyRevoked, type ExtractFailed, TOPICS } from '../../schemas/events.ts';
import {
  CLOCK_MARGIN_MS,
  type Consumer,
  type EventLog,
  type Position,
  type ReadOptions,
  type RecordedEvent,
} from './event-log.ts';

export interface EventLogUnderTest {
  /** Opens the log: empty at the first call; later calls open the same records again, as a new process would. */
  open(): Promise<EventLog>;
  destroy(): Promise<void>;
}

/** Longer than any adapter needs to join, rebalance or poll. */
const PATIENCE_MS = 30_000;

function failedEvent(jobId: string): ExtractFailed {
  return {
    type: 'ExtractFailed',
    event_id: randomUUID(),
    at: Date.now(),
    job_id: jobId,
    key_id: 'k',
    code: 'timeout',
    abusive: false,
    content_type: null,
    bytes: null,
    source_blob: null,
    request_blob: null,
    webhook: false,
    requested_at: Date.now(),
    duration_ms: 1,
    build: null,
  };
}

export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    assert.ok(Date.now() < end, `waited in vain until ${what}`);
    await sleep(10);
  }
}

async function everything(log: EventLog, topics: Parameters<EventLog['read']>[0]): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const { records } of log.read(topics)) all.push(...records);
  return all;
}

const jobOf = ({ event }: RecordedEvent): string => ('job_id' in event ? event.job_id : '');

export function eventLogContract(name: string, create: () => Promise<EventLogUnderTest>): void {
  describe(`the event log on ${name}`, { timeout: 4 * PATIENCE_MS }, () => {
    let subject: EventLogUnderTest;
    let log: EventLog;
    before(async () => {
      subject = await create();
      log = await subject.open();
    });
    after(async () => {
      await log.close();
      await subject.destroy();
    });

    it('gives back every event as it was appended, with its trace context', async () => {
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const event = failedEvent(randomUUID());
      await log.append([event], { traceparent });
      const found = (await everything(log, ['outcomes'])).find(
        record => record.event.event_id === event.event_id,
      );
      assert.deepEqual(found?.event, event);
      assert.equal(found?.traceparent, traceparent);
      assert.equal(found?.topic, 'outcomes');
    });

    it('keeps the order of events that share a partition key', async () => {
      const jobId = randomUUID();
      const events = Array.from({ length: 50 }, () => failedEvent(jobId));
      for (const event of events) await log.append([event]);
      const found = (await everything(log, ['outcomes'])).filter(record => jobOf(record) === jobId);
      assert.deepEqual(
        found.map(record => record.event.event_id),
        events.map(event => event.event_id),
      );
      assert.equal(new Set(found.map(record => record.partition)).size, 1);
    });

    it('reads only the topics asked for', async () => {
      const revoked: ApiKeyRevoked = { type: 'ApiKeyRevoked', event_id: randomUUID(), at: 1, key_id: 'k' };
      await log.append([revoked]);
      const found = await everything(log, ['keys']);
      assert.ok(found.some(record => record.event.event_id === revoked.event_id));
      assert.ok(found.every(record => record.topic === 'keys'));
    });

    it('reads what was appended within a time, and nothing that is clearly outside', async () => {
      const jobId = randomUUID();
      const at = Date.now();
      await log.append([{ ...failedEvent(jobId), at }]);
      const far = 4 * CLOCK_MARGIN_MS;
      const found = async (range: ReadOptions) => {
        const all: RecordedEvent[] = [];
        for await (const { records } of log.read(['outcomes'], range)) all.push(...records);
        return all.some(record => jobOf(record) === jobId);
      };
      assert.equal(await found({ since: at, until: at }), true);
      assert.equal(await found({ since: at, partitionKey: jobId }), true);
      assert.equal(await found({ until: at - far }), false);
      assert.equal(await found({ since: at + far }), false);
      assert.equal(await found({ since: at - far, until: at + far }), true);
    });

    it('takes events from many callers at once and loses none', async () => {
      const events = Array.from({ length: 500 }, () => failedEvent(randomUUID()));
      await Promise.all(events.map(event => log.append([event])));
      const found = new Set((await everything(log, ['outcomes'])).map(record => record.event.event_id));
      assert.ok(events.every(event => found.has(event.event_id)));
    });

    it('delivers each event to a group at least once, in parallel within a partition', async () => {
      const jobId = randomUUID();
      let running = 0;
      let most = 0;
      const seen = new Set<string>();
      const consumer = log.consume({
        group: `parallel-${randomUUID()}`,
        topics: ['outcomes'],
        maxInFlight: 4,
        handle: async record => {
          running++;
          most = Math.max(most, running);
          await sleep(jobOf(record) === jobId ? 50 : 0);
          running--;
          seen.add(record.event.event_id);
        },
      });
      await consumer.ready;
      const events = Array.from({ length: 8 }, () => failedEvent(jobId));
      await log.append(events);
      await until(() => events.every(event => seen.has(event.event_id)), 'all were handled');
      await consumer.stop(1_000);
      assert.ok(most > 1 && most <= 4, `between 2 and 4 at once, not ${most}`);
    });

    it('delivers again what was not finished when a consumer stopped, and not what was', async () => {
      const group = `again-${randomUUID()}`;
      const jobId = randomUUID();
      const handled: string[] = [];
      const stuck = new Set<string>();
      const handle = async (record: RecordedEvent, signal: AbortSignal) => {
        if (jobOf(record) !== jobId) return;
        if (handled.length < 3) {
          handled.push(record.event.event_id);
          return;
        }
        stuck.add(record.event.event_id);
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        );
      };
      const first = log.consume({ group, topics: ['outcomes'], maxInFlight: 1, handle });
      await first.ready;
      const events = Array.from({ length: 5 }, () => failedEvent(jobId));
      for (const event of events) await log.append([event]);
      await until(() => stuck.size === 1, 'the fourth is being handled');
      await first.stop(50);
      const again: string[] = [];
      const second = log.consume({
        group,
        topics: ['outcomes'],
        maxInFlight: 1,
        handle: async record => {
          if (jobOf(record) === jobId) again.push(record.event.event_id);
        },
      });
      await until(() => again.length === 2, 'the rest was handled');
      await second.stop(1_000);
      assert.deepEqual(again, [events[3]?.event_id, events[4]?.event_id]);
    });

    it('reads on past a record that takes long, as far as its consumer says', async () => {
      const jobId = randomUUID();
      const stuck = Promise.withResolvers<void>();
      const seen = new Set<string>();
      const consumer = log.consume({
        group: `past-${randomUUID()}`,
        topics: ['outcomes'],
        maxInFlight: 8,
        maxUnfinished: 4_000,
        handle: async record => {
          if (jobOf(record) !== jobId) return;
          seen.add(record.event.event_id);
          if (seen.size === 1) await stuck.promise;
        },
      });
      await consumer.ready;
      const many = 3_000;
      const events = Array.from({ length: many }, () => failedEvent(jobId));
      for (let at = 0; at < many; at += 500) await log.append(events.slice(at, at + 500));
      await until(() => seen.size === many, 'all but the first were handled');
      stuck.resolve();
      await consumer.stop(1_000);
    });

    it('tries a failed handler again', async () => {
      const event = failedEvent(randomUUID());
      let attempts = 0;
      const consumer = log.consume({
        group: `retry-${randomUUID()}`,
        topics: ['outcomes'],
        maxInFlight: 2,
        handle: async record => {
          if (record.event.event_id === event.event_id && ++attempts < 3)
            throw new Error('the store is away');
        },
      });
      await consumer.ready;
      await log.append([event]);
      await until(() => attempts === 3, 'the third attempt succeeded');
      await until(async () => (await consumer.lag()).records === 0, 'nothing is waiting');
      await consumer.stop(1_000);
    });

    it('projects from the positions that the projection has stored, without a gap or a repeat', async () => {
      const positions = new Map<string, Position>();
      const applied: string[] = [];
      const start = (): Consumer =>
        log.project({
          name: 'contract',
          topics: TOPICS,
          positions: async () => [...positions.values()],
          apply: async (records, next) => {
            applied.push(...records.map(record => record.event.event_id));
            positions.set(`${next.topic}/${next.partition}`, next);
          },
        });
      const first = start();
      await first.ready;
      const before = failedEvent(randomUUID());
      await log.append([before]);
      await until(() => applied.includes(before.event_id), 'the first event was applied');
      await first.stop(1_000);
      const missed = failedEvent(randomUUID());
      await log.append([missed]);
      const second = start();
      await until(() => applied.includes(missed.event_id), 'the missed event was applied');
      await second.stop(1_000);
      assert.equal(new Set(applied).size, applied.length);
    });

    it('ends a projection whose last event stands elsewhere or nowhere: the log was cut or replaced', async () => {
      const event = failedEvent(randomUUID());
      await log.append([event]);
      const record = (await everything(log, ['outcomes'])).find(
        each => each.event.event_id === event.event_id,
      );
      assert.ok(record);
      const { topic, partition, offset } = record;
      const project = (eventId: string, next = offset + 1): Consumer =>
        log.project({
          name: `last-${randomUUID()}`,
          topics: ['outcomes'],
          positions: async () => [{ topic, partition, next, last: { offset, eventId } }],
          apply: async () => undefined,
        });
      const right = project(event.event_id);
      await right.ready;
      await sleep(500);
      await right.stop(1_000);
      await right.closed;
      for (const wrong of [project(randomUUID()), project(event.event_id, offset + 1_000_000)])
        await assert.rejects(wrong.closed, /the log was replaced or cut; run rebuild/);
    });

    it('keeps everything when it is opened again', async () => {
      const event = failedEvent(randomUUID());
      await log.append([event]);
      const again = await subject.open();
      const found = await everything(again, ['outcomes']);
      await again.close();
      assert.ok(found.some(record => record.event.event_id === event.event_id));
    });

    it('is followed from its end on, each record once and in its order, beside any group', async () => {
      await log.append([failedEvent(randomUUID())]);
      const read: RecordedEvent[] = [];
      const onRecords = (records: readonly RecordedEvent[]) => read.push(...records);
      const follower = log.follow({ name: 'follower', topics: ['outcomes'], onRecords });
      await follower.ready;
      const jobId = randomUUID();
      const [before] = follower.next(jobId);
      const events = Array.from({ length: 20 }, () => failedEvent(jobId));
      for (const event of events) await log.append([event]);
      await until(() => read.length >= events.length, 'all were followed');
      const ids = (all: readonly { event_id: string }[]) => all.map(({ event_id }) => event_id);
      assert.deepEqual(ids(read.map(({ event }) => event)), ids(events));
      assert.ok(before !== undefined && (read[0]?.offset ?? -1) >= before.next);
      const [after] = follower.next(jobId);
      assert.equal(after?.next, (read.at(-1)?.offset ?? 0) + 1);
      await until(async () => (await follower.lag()).records === 0, 'nothing was left to follow');
      await follower.stop(1_000);
      await log.append([failedEvent(jobId)]);
      assert.equal(read.length, events.length);
    });

    it('tells whether a group has left a record unhandled that was appended before a time', async () => {
      const group = `behind-${randomUUID()}`;
      const leftBefore = (time: number) => log.isBehind(group, ['outcomes'], time);
      const soon = Date.now() + 3_600_000;
      let gate = Promise.resolve();
      const consumer = log.consume({ group, topics: ['outcomes'], maxInFlight: 16, handle: () => gate });
      await consumer.ready;
      await log.append([failedEvent(randomUUID())]);
      await until(async () => !(await leftBefore(soon)), 'everything was handled');
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      const before = Date.now() - 1_000;
      await log.append([failedEvent(randomUUID())]);
      await until(() => leftBefore(soon), 'one record waits');
      assert.equal(await leftBefore(before), false, 'it is younger than that');
      assert.equal(await log.isBehind(group, ['webhooks'], soon), false, 'it is in another topic');
      resolve();
      await until(async () => !(await leftBefore(soon)), 'nothing waits any more');
      await consumer.stop(1_000);
    });

    it('tells where it ends', async () => {
      const endOf = async () =>
        (await log.ends(['outcomes'])).reduce((sum, position) => sum + position.next, 0);
      const earlier = await endOf();
      await log.append([failedEvent(randomUUID())]);
      assert.ok((await endOf()) > earlier);
      await log.check();
    });
  });
}
