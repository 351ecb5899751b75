import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { Consumer } from '../../platform/event-log/event-log.ts';
import type { KafkaEventLog } from '../../platform/event-log/kafka/kafka-event-log.ts';
import { Keyspace } from '../../platform/view-store/redis/keyspace.ts';
import { RedisViewStore } from '../../platform/view-store/redis/redis-view-store.ts';
import { replay } from '../../platform/view-store/replay.ts';
import { PositionLost } from '../../platform/view-store/view-store.ts';
import { CONTRACT_POLICY } from '../../platform/view-store/view-store-under-test.ts';
import type { Event } from '../../schemas/events.ts';
import { HISTORY_TOPICS } from '../../schemas/history.ts';
import { stackSettings } from '../../stack/settings.ts';
import { until } from '../support/waiting.ts';
import { openLog, requested } from './kafka-traffic.ts';

const settings = stackSettings();
const tag = `test-${randomUUID()}`;

let log: KafkaEventLog;
let views: RedisViewStore;
let other: RedisViewStore;
let projector: Consumer;
const { redis } = new Keyspace(settings.REDIS_URL!, tag);

before(async () => {
  log = await openLog(settings.KAFKA_BROKERS!.split(','), `${tag}.`);
  const open = () => RedisViewStore.open({ url: settings.REDIS_URL!, policy: CONTRACT_POLICY, log, tag });
  [views, other] = [await open(), await open()];
  projector = log.project({
    name: 'views',
    topics: HISTORY_TOPICS,
    positions: () => views.positions(),
    apply: (records, step) => views.apply(records, step),
    onLost: () => views.markBehind(),
  });
  await projector.ready;
});
after(async () => {
  await projector.stop(1_000);
  await log.close();
  await Promise.all([views.close(), other.close()]);
  redis.disconnect();
});

const finished = (jobId: string): Event => ({
  ...EXAMPLE_EVENTS.ExtractCompleted,
  event_id: randomUUID(),
  job_id: jobId,
});

async function append(count: number): Promise<string[]> {
  const jobs = Array.from({ length: count }, () => randomUUID());
  await log.append(jobs.flatMap(id => [requested(id), finished(id)]));
  return jobs;
}

const caughtUp = async () => {
  const ends = await log.ends(HISTORY_TOPICS);
  await until('a read model that has caught up', () => views.markCaughtUp(ends));
};

/** Deletes everything of this test's read model, as if Redis had come back empty. */
async function loseEverything(): Promise<void> {
  const keys = await redis.keys(`{${tag}}:*`);
  await redis.del(...keys);
}

test('a read model that is lost is read up again from the log, and is the same as before', async () => {
  await append(300);
  await caughtUp();
  const before = await views.snapshot();
  assert.equal(before.match(/completed/g)?.length, 300);
  await loseEverything();
  assert.equal(await views.caughtUp(), false, 'it says that it does not know everything yet');
  await caughtUp();
  assert.equal(await views.snapshot(), before);
  assert.ok(await views.caughtUp());
});

test('it is noticed as well when events go on coming, and none of them is applied to the hole', async () => {
  await append(50);
  await caughtUp();
  await loseEverything();
  const late = await append(50);
  await caughtUp();
  assert.equal((await views.job(late[49] ?? ''))?.status, 'completed');
  const used = await views.used(EXAMPLE_EVENTS.ExtractCompleted.key_id, '2026-11');
  assert.equal(used, 400);
});

test('a read model that comes back as an older copy of itself says that it does not know everything, too', async () => {
  await append(20);
  await caughtUp();
  assert.ok(await views.caughtUp(), 'the copy is made of one that has caught up');
  const copies = await redis.keys(`{${tag}}:*`);
  const dumps = await Promise.all(copies.map(name => redis.dumpBuffer(name)));
  const late = await append(20);
  await caughtUp();
  const whole = await views.snapshot();
  // In one transaction, because the loss is looked for all the time.
  const restoring = redis.multi().del(...copies, ...(await redis.keys(`{${tag}}:*`)));
  copies.forEach((name, at) => void restoring.restore(name, 0, dumps[at] as Buffer));
  await restoring.exec();
  await until('the loss to be noticed', async () => !(await views.caughtUp()), 5_000);
  await caughtUp();
  assert.equal(await views.snapshot(), whole);
  assert.equal((await views.job(late[0] ?? ''))?.status, 'completed');
});

test('a rebuild while events come ends equal to the live one, and no reader sees a job go back', async () => {
  const seen = new Set<string>();
  let goneBack = 0;
  let running = true;
  const traffic = (async () => {
    while (running) {
      for (const job of await append(5)) {
        await other.watch(job).settled;
        seen.add(job);
      }
    }
  })();
  const reader = (async () => {
    while (running) {
      for (const job of [...seen].slice(-20)) if ((await other.job(job))?.status !== 'completed') goneBack++;
      await sleep(1);
    }
  })();
  await sleep(300);
  const rebuild = await views.rebuild();
  await replay(log, rebuild.store);
  await rebuild.promote();
  await sleep(300);
  running = false;
  await Promise.all([traffic, reader]);
  await caughtUp();
  assert.equal(goneBack, 0);
  assert.equal((await redis.keys(`{${tag}}:*:jobs`)).length, 1, 'the old generation is gone');
  const live = await views.snapshot();
  const again = await views.rebuild();
  await replay(log, again.store);
  assert.equal(await again.store.snapshot(), live);
  await again.abandon();
});

test('a rebuild that loses what it has built says so, instead of going live with a hole', async () => {
  await append(20);
  const rebuild = await views.rebuild();
  let built = 0;
  const losing: Pick<typeof log, 'read'> = {
    read: async function* (topics) {
      for await (const { records, next } of log.read(topics))
        for (const record of records) {
          yield { records: [record], next: { ...next, next: record.offset + 1 } };
          if (++built === 1) await loseEverything();
        }
    },
  };
  await assert.rejects(replay(losing, rebuild.store), PositionLost);
  await rebuild.abandon();
  await caughtUp();
});

test('of two rebuilds at once the later switch wins, and both are what the live one was', async () => {
  await append(20);
  await caughtUp();
  const before = await views.snapshot();
  const rebuilds = [await views.rebuild(), await views.rebuild()];
  await Promise.all(rebuilds.map(rebuild => replay(log, rebuild.store)));
  for (const rebuild of rebuilds) {
    await rebuild.promote();
    assert.equal(await views.snapshot(), before);
  }
  assert.equal((await redis.keys(`{${tag}}:*:jobs`)).length, 1, 'nothing is left of the others');
});

test('a rebuild whose builder was killed is dropped by the next one', async () => {
  const killed = await views.rebuild();
  await replay(log, killed.store);
  const leases = await redis.keys(`{${tag}}:*:builder`);
  assert.equal(leases.length, 1, 'builds that have ended keep no lease');
  await redis.del(...leases);
  const next = await views.rebuild();
  assert.equal((await redis.keys(`{${tag}}:*:jobs`)).length, 1);
  for (const rebuild of [killed, next]) await rebuild.abandon();
});

for (const grown of [0, 30])
  test(`a log that has lost its tail${grown > 0 ? ' and has grown again' : ''} is recognised, and a rebuild recovers`, async t => {
    const place = `test-${randomUUID()}`;
    const brokers = settings.KAFKA_BROKERS!.split(',');
    const [whole, restored] = [await openLog(brokers, `${place}-a.`), await openLog(brokers, `${place}-b.`)];
    const open = (of: KafkaEventLog) =>
      RedisViewStore.open({ url: settings.REDIS_URL!, policy: CONTRACT_POLICY, log: of, tag: place });
    const [live, later] = [await open(whole), await open(restored)];
    t.after(() => Promise.all([whole, restored, live, later].map(each => each.close())));
    const fold = (of: KafkaEventLog, store: RedisViewStore) =>
      of.project({
        name: `views-${randomUUID()}`,
        topics: HISTORY_TOPICS,
        positions: () => store.positions(),
        apply: (records, step) => store.apply(records, step),
      });
    const history = Array.from({ length: 60 }, () => requested(randomUUID()));
    await whole.append(history);
    const folding = fold(whole, live);
    const ends = await whole.ends(HISTORY_TOPICS);
    await until('a read model of the whole log', () => live.markCaughtUp(ends));
    await folding.stop(1_000);
    await restored.append(history.slice(0, 20));
    if (grown > 0) await restored.append(Array.from({ length: 200 }, () => requested(randomUUID())));
    await assert.rejects(fold(restored, later).closed, /the log was replaced or cut; run rebuild/);
    const rebuild = await later.rebuild();
    await replay(restored, rebuild.store);
    await rebuild.promote();
    assert.equal(await later.caughtUp(), false, 'the projector says so');
    const again = fold(restored, later);
    const restoredEnds = await restored.ends(HISTORY_TOPICS);
    await until('a read model of the restored log', () => later.markCaughtUp(restoredEnds));
    assert.equal((await later.snapshot()).match(/"jobs"/g)?.length, grown > 0 ? 220 : 20);
    await again.stop(1_000);
  });

test('who waits for a job is woken in every process, also after the connection was cut', async () => {
  const watch = other.watch(randomUUID());
  const job = randomUUID();
  const late = other.watch(job);
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await log.append([requested(job), finished(job)]);
  assert.equal((await late.settled).status, 'completed');
  watch.cancel();
});
