import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { FOLD_VERSION } from '../../../core/fold-version.ts';
import type { Event } from '../../../schemas/events.ts';
import { stackSettings } from '../../../stack/settings.ts';
import { until } from '../../../tests/support/waiting.ts';
import { EXAMPLE_EVENTS } from '../../event-log/codec-examples.ts';
import type { RecordedEvent } from '../../event-log/event-log.ts';
import { attempted, claimOf, completed, erased, NOON, requested } from '../contract-events.ts';
import { MemoryLog } from '../memory-log.test-support.ts';
import { viewStoreContract } from '../view-store.contract.ts';
import { applyInTurn, CONTRACT_POLICY } from '../view-store-under-test.ts';
import { Keyspace } from './keyspace.ts';
import { RedisViewStore } from './redis-view-store.ts';
import { SCRIPTS } from './scripts.ts';

/** A keyspace of the same store, to change it from outside. */
function keyspaceOf(t: TestContext, url: string, tag: string): Keyspace {
  const keyspace = new Keyspace(url, tag);
  t.after(() => keyspace.redis.disconnect());
  return keyspace;
}

viewStoreContract('Redis', async () => {
  const tag = `test-${randomUUID()}`;
  const log = new MemoryLog();
  let now = 0;
  const clock = () => now;
  const url = stackSettings().REDIS_URL!;
  return {
    open: (foldVersion = FOLD_VERSION) =>
      RedisViewStore.open({ url, policy: { ...CONTRACT_POLICY, foldVersion }, log, tag, clock }),
    setClock: at => {
      now = at;
    },
    record: events => log.record(events),
    destroy: async () => undefined,
  };
});

test('a place of a quota is nothing that a server may evict as what has an end of its own', async t => {
  const tag = `test-${randomUUID()}`;
  const url = stackSettings().REDIS_URL!;
  const log = new MemoryLog();
  const views = await RedisViewStore.open({ url, policy: CONTRACT_POLICY, log, tag });
  const { redis, prefix } = new Keyspace(url, tag);
  t.after(async () => {
    redis.disconnect();
    await views.close();
  });
  await views.markCaughtUp([]);
  const reservation = randomUUID();
  const ask = { keyId: 'key', requestsPerWindow: 9, monthlyQuota: 9, reservation };
  assert.equal((await views.admit(ask)).hasPlace, true);
  assert.equal(await redis.pttl(`${prefix}reserved:key`), -1, 'volatile-lru and its like would take it');
  await views.giveBack('key', reservation);
  assert.equal(await redis.exists(`${prefix}reserved:key`), 0);
});

test('a projector that comes back to a partition after another applies nothing twice', async () => {
  const tag = `test-${randomUUID()}`;
  const log = new MemoryLog();
  const open = () =>
    RedisViewStore.open({ url: stackSettings().REDIS_URL!, policy: CONTRACT_POLICY, log, tag });
  const [first, other] = await Promise.all([open(), open()]);
  const { ExtractRequested, ExtractCompleted } = EXAMPLE_EVENTS;
  const job = (id: string) => [
    { ...ExtractRequested, job_id: id },
    { ...ExtractCompleted, job_id: id },
  ];
  const project = async (views: RedisViewStore, records: readonly RecordedEvent[]) => {
    for (const record of records) await views.apply([record], { ...record, next: record.offset + 1 });
  };
  const [requested, completed] = await log.record(job('one'));
  const later = await log.record(job('two'));
  // What the first store remembers of both partitions is out of date when it gets them again.
  await project(first, [requested!]);
  await project(other, [completed!, ...later]);
  await project(first, [completed!, ...later]);
  await project(first, await log.record(job('three')));
  assert.equal(await first.used(ExtractCompleted.key_id, '2026-11'), 3);
  assert.equal((await other.job('three'))?.status, 'completed');
  await Promise.all([first.close(), other.close()]);
});

test('a rate window is counted by the clock of the store, whatever the clocks of those who ask say', async t => {
  const options = { url: stackSettings().REDIS_URL!, policy: CONTRACT_POLICY, log: new MemoryLog() };
  const views = await RedisViewStore.open({ ...options, tag: `test-${randomUUID()}` });
  t.after(() => views.close());
  const ask = () =>
    views.admit({ keyId: 'k', requestsPerWindow: 2, monthlyQuota: 9, reservation: randomUUID() });
  const first = await ask();
  const hourAhead = Date.now() + 3_600_000;
  t.mock.method(Date, 'now', () => hourAhead);
  assert.deepEqual((await ask()).rate, { admitted: true, count: 2, endsAt: first.rate.endsAt });
  assert.equal((await ask()).rate.admitted, false);
  t.mock.method(Date, 'now', () => 0);
  assert.equal((await ask()).rate.admitted, false);
});

test('a request whose admission is asked for again, because the answer was lost, is counted once', async t => {
  const options = { url: stackSettings().REDIS_URL!, policy: CONTRACT_POLICY, log: new MemoryLog() };
  const views = await RedisViewStore.open({ ...options, tag: `test-${randomUUID()}` });
  t.after(() => views.close());
  await views.markCaughtUp([]);
  const ask = { keyId: 'k', requestsPerWindow: 1, monthlyQuota: 9, reservation: randomUUID() };
  const first = await views.admit(ask);
  assert.deepEqual([first.rate.admitted, first.hasPlace], [true, true]);
  const again = await views.admit(ask);
  assert.deepEqual([again.rate, again.hasPlace], [first.rate, true]);
});

test('a claim that is sent again, because the answer was lost, is still its own; it holds its Idempotency-Key no longer than such keys live', async t => {
  const tag = `test-${randomUUID()}`;
  const keyspace = keyspaceOf(t, stackSettings().REDIS_URL!, tag);
  const claim = JSON.stringify({ keyId: 'k', asynchronous: true, at: 0, field: 'k/h' });
  const send = (token: string, jobId: string) =>
    keyspace.run(SCRIPTS.claim, '', token, jobId, claim, 0, 5_000, 'k/h', 'f', 60_000, 'k', jobId);
  assert.deepEqual(await send('one', 'first'), ['new', 'first']);
  assert.deepEqual(await send('one', 'first'), ['new', 'first']);
  assert.deepEqual(await send('another', 'second'), ['existing', 'first', 'f']);
  await keyspace.run(SCRIPTS.doubt, '', 'first');
  for (let time = 0; time < 2; time++) assert.deepEqual(await send('repeat', 'third'), ['new', 'first']);
  assert.equal(await keyspace.run(SCRIPTS.release, '', 'first'), 0, 'the first is still in doubt');
  const lifeMs = await keyspace.redis.pttl(`${keyspace.prefix}holder:k/h`);
  assert.ok(lifeMs > 5_000 && lifeMs <= 60_000, `${lifeMs}`);
});

test('a rebuilt read model takes the place of the one before, which goes, also where the answer to the switch is lost', async t => {
  const options = { url: stackSettings().REDIS_URL!, policy: CONTRACT_POLICY, log: new MemoryLog() };
  const tag = `test-${randomUUID()}`;
  const views = await RedisViewStore.open({ ...options, tag });
  const keyspace = keyspaceOf(t, options.url, tag);
  const { ExtractRequested } = EXAMPLE_EVENTS;
  const [record] = await options.log.record([{ ...ExtractRequested, job_id: 'one' }]);
  assert.ok(record);
  await views.apply([record], { ...record, next: record.offset + 1 });
  const rebuild = await views.rebuild();
  await rebuild.store.apply([record], { ...record, next: record.offset + 1 });
  // The promotion is done, but its sender does not know.
  await keyspace.run(SCRIPTS.promote, '2', '');
  await rebuild.promote();
  assert.equal((await views.job('one'))?.status, 'processing');
  const left = (await keyspace.redis.keys(`{${tag}}:*`)).filter(key => key.startsWith(`{${tag}}:1:`));
  assert.deepEqual(left, []);
  await views.close();
});

/** Opens a store of its own, with the names under which Redis has it. */
async function opened(t: TestContext) {
  const tag = `test-${randomUUID()}`;
  const url = stackSettings().REDIS_URL!;
  const views = await RedisViewStore.open({ url, policy: CONTRACT_POLICY, log: new MemoryLog(), tag });
  t.after(() => views.close());
  const { redis, prefix } = keyspaceOf(t, url, tag);
  return { views, redis, prefix };
}

test('a breaker and a rate window are forgotten when they count no more', async t => {
  const { views, redis, prefix } = await opened(t);
  await views.recordAbuse('k', await views.now(), 'one');
  await views.admit({ keyId: 'k', requestsPerWindow: 9, monthlyQuota: 9, reservation: 'r' });
  const { windowMs, lockoutMs } = CONTRACT_POLICY.breaker;
  for (const [name, mostMs] of [
    ['breaker', windowMs + lockoutMs],
    ['window', 120_000],
  ] as const) {
    const lifeMs = await redis.pttl(`${prefix}${name}:k`);
    assert.ok(lifeMs > 0 && lifeMs <= mostMs, `${name}: ${lifeMs}`);
  }
});

test('a read model that was begun without a stamp is of the first fold, and an empty one of none', async t => {
  const { views, redis, prefix } = await opened(t);
  assert.equal(await views.foldVersion(), undefined);
  await redis.hset(`${prefix}1:positions`, 'keys/0', 3);
  assert.equal(await views.foldVersion(), 1);
});

test('a rebuilt read model is as whole as the one before was, and no more', async t => {
  const options = { url: stackSettings().REDIS_URL!, policy: CONTRACT_POLICY, log: new MemoryLog() };
  const views = await RedisViewStore.open({ ...options, tag: `test-${randomUUID()}` });
  t.after(() => views.close());
  const records = await options.log.record([completed('one', 'k'), completed('two', 'k')]);
  const last = records[1]!;
  assert.equal(await views.caughtUp(), false);
  await (await views.rebuild()).promote();
  assert.equal(await views.caughtUp(), false);
  await applyInTurn(views, records);
  assert.equal(await views.markCaughtUp([{ ...last, next: last.offset + 2 }]), false, 'it is behind');
  assert.equal(await views.caughtUp(), false);
  assert.equal(await views.markCaughtUp([{ ...last, next: last.offset + 1 }]), true);
  await (await views.rebuild()).promote();
  assert.equal(await views.caughtUp(), true);
  await views.markBehind();
  await (await views.rebuild()).promote();
  assert.equal(await views.caughtUp(), false);
});

test('a job that is over stands on no list of what is owed, and is told to those who wait once', async t => {
  const options = { url: stackSettings().REDIS_URL!, policy: CONTRACT_POLICY, log: new MemoryLog() };
  const tag = `test-${randomUUID()}`;
  const views = await RedisViewStore.open({ ...options, tag });
  t.after(() => views.close());
  const keyspace = keyspaceOf(t, options.url, tag);
  const { redis, prefix } = keyspace;
  const told: string[] = [];
  const listener = keyspace.subscriber();
  t.after(() => listener.disconnect());
  listener.on('message', (_channel, message) => told.push(message));
  await listener.subscribe(`${prefix}settled`);

  const claim = claimOf('k', 'h');
  const { jobId } = claim;
  await views.claim(claim);
  const webhook = { webhook: true };
  const delivered = { ...EXAMPLE_EVENTS.WebhookDelivered, job_id: jobId, key_id: 'k', at: NOON + 30 };
  const events = [
    // The attempt is read before the request; once the request is read, the job is listed by the request's time.
    attempted(jobId, 'k', NOON - 1),
    requested(jobId, 'k', { ...webhook, asynchronous: false, idempotency_key_hash: 'h' }),
    completed(jobId, 'k', webhook),
    delivered,
  ];
  const project = async (...happened: Event[]) => {
    for (const record of await options.log.record(happened))
      await views.apply([record], { ...record, next: record.offset + 1 });
  };
  await project(...events);
  await redis.publish(`${prefix}settled`, 'the last');
  await until('the last message', async () => told.includes('the last'));
  const statuses = told.slice(0, -1).map(text => JSON.parse(text).status);
  assert.deepEqual(statuses, ['completed']);
  assert.equal((await views.job(jobId))?.webhook, 'delivered');
  for (const list of ['unfinished', 'undelivered'])
    assert.equal(await redis.zcard(`${prefix}1:${list}`), 0, list);
  assert.equal(await redis.zcard(`${prefix}1:by-key`), 1);
  assert.equal(await redis.zcard(`${prefix}1:finished`), 1);
  assert.equal(await redis.exists(`${prefix}claim:${jobId}`, `${prefix}holder:k/h`), 0);
  await project(erased(jobId, 'k', NOON + 40));
  assert.equal(await redis.zcard(`${prefix}1:by-key`), 0);
  await project(requested('other', 'k', webhook), completed('other', 'k', webhook));
  while ((await views.sweep({ finishedBefore: NOON + 1_000, foldedAt: NOON }, 1)) > 0);
  for (const list of ['by-key', 'finished', 'undelivered'])
    assert.equal(await redis.zcard(`${prefix}1:${list}`), 0, list);
  assert.equal(await redis.hlen(`${prefix}1:jobs`), 0);
});

test('what others write into the channel of settled jobs wakes nobody, and ends nothing', async t => {
  const options = { url: stackSettings().REDIS_URL!, policy: CONTRACT_POLICY, log: new MemoryLog() };
  const tag = `test-${randomUUID()}`;
  const views = await RedisViewStore.open({ ...options, tag });
  t.after(() => views.close());
  const { redis, prefix } = keyspaceOf(t, options.url, tag);
  const { ExtractRequested, ExtractCompleted } = EXAMPLE_EVENTS;
  const { settled } = views.watch('one');
  const said = (text: string) => async () => (await redis.publish(`${prefix}settled`, text)) > 0;
  for (const text of ['nonsense', 'null', '{}', '7']) await until('a listener', said(text));
  for (const record of await options.log.record([
    { ...ExtractRequested, job_id: 'one' },
    { ...ExtractCompleted, job_id: 'one' },
  ]))
    await views.apply([record], { ...record, next: record.offset + 1 });
  assert.equal((await settled).status, 'completed');
});

test('two projectors that meet at the same jobs, each with a topic of its own, lose nothing of either', async t => {
  const tag = `test-${randomUUID()}`;
  const log = new MemoryLog();
  const open = () =>
    RedisViewStore.open({ url: stackSettings().REDIS_URL!, policy: CONTRACT_POLICY, log, tag });
  const [first, other] = await Promise.all([open(), open()]);
  t.after(() => Promise.all([first.close(), other.close()]));
  const { ExtractRequested, ExtractCompleted } = EXAMPLE_EVENTS;
  const jobs = Array.from({ length: 200 }, () => randomUUID());
  const requests = await log.record(jobs.map(job_id => ({ ...ExtractRequested, job_id })));
  const outcomes = await log.record(jobs.map(job_id => ({ ...ExtractCompleted, job_id })));
  const project = async (views: RedisViewStore, records: readonly RecordedEvent[]) => {
    for (let at = 0; at < records.length; at += 5) {
      const step = records.slice(at, at + 5);
      await views.apply(step, { ...step.at(-1)!, next: step.at(-1)!.offset + 1 });
    }
  };
  await Promise.all([project(first, requests), project(other, outcomes)]);
  for (const job of jobs) {
    const state = await first.job(job);
    assert.equal(state?.status, 'completed');
    assert.equal(state?.fingerprint, ExtractRequested.fingerprint, 'what only its request says');
  }
  assert.equal(await first.used(ExtractCompleted.key_id, '2026-11'), jobs.length);
});
