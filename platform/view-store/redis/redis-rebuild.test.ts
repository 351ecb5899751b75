import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXAMPLE_EVENTS } from '../../event-log/codec-examples.ts';
import type { Consumer, EventLog, Position, RecordedEvent } from '../../event-log/event-log.ts';
import { CONTRACT_POLICY } from '../view-store-under-test.ts';
import type { Keyspace } from './keyspace.ts';
import { RedisRebuild } from './redis-rebuild.ts';
import { SCRIPTS } from './scripts.ts';

const SOON_MS = 100;
const PLACE = { topic: 'outcomes', partition: 0 } as const;
const EVENT = EXAMPLE_EVENTS.ExtractCompleted;
const LEASE = '{t}:2:builder';

/** Generations from before: those already built, those that a builder is working on, and the live one. */
interface Before {
  built?: string[];
  atWork?: string[];
  live?: string;
}

/** A server whose live generation has folded one event, and that switches after it was asked `switchesAfter` times. */
function serverOf({ built = [], atWork = [], live = '1' }: Before, switchesAfter = 0) {
  const keys = new Map<string, string>([['{t}:live', live]]);
  for (const generation of atWork) keys.set(`{t}:${generation}:builder`, '1');
  const members = new Set(built);
  const did = { dropped: [] as string[], switches: [] as unknown[] };
  const redis = {
    incr: async () => 1,
    set: async (name: string, value: string) => void keys.set(name, value),
    get: async (name: string) => keys.get(name) ?? null,
    del: async (name: string) => keys.delete(name),
    exists: async (name: string) => Number(keys.has(name)),
    sadd: async (_: string, generation: string) => members.add(generation),
    srem: async (_: string, generation: string) => members.delete(generation),
    smembers: async () => [...members],
  };
  const run = async (script: unknown, generation: string, ...args: unknown[]) => {
    if (script === SCRIPTS.readView)
      return generation === '' ? ['outcomes/0', '5', 'last:outcomes/0', `4|${EVENT.event_id}`] : [];
    if (script === SCRIPTS.readStates) return [generation, '0', '', null];
    if (script === SCRIPTS.writeStep) return 1;
    assert.equal(script, SCRIPTS.promote);
    did.switches.push(...args);
    if (did.switches.length <= switchesAfter) return null;
    keys.set('{t}:live', generation);
    members.add(live);
    return 1;
  };
  const dropGeneration = async (generation: string) => void did.dropped.push(generation);
  const keyspace = { prefix: '{t}:', redis, reach: (ask: () => unknown) => ask(), run, dropGeneration };
  return { keyspace: keyspace as unknown as Keyspace, keys, members, did };
}

/** A log that ends at `next`, and is read further by `consumer`. */
function logOf(next: number, consumer?: Pick<Consumer, 'closed' | 'stop'>) {
  const ends = async (): Promise<Position[]> => [{ ...PLACE, next }];
  return { ends, project: () => consumer } as unknown as Pick<EventLog, 'project' | 'ends'>;
}

const begun = ({ keyspace }: { keyspace: Keyspace }, log = logOf(5)) =>
  RedisRebuild.begin(keyspace, CONTRACT_POLICY, log);

describe('the read model that is live', () => {
  const record = (event_id: string, offset: number): RecordedEvent => {
    return { ...PLACE, event: { ...EVENT, event_id }, offset, traceparent: undefined };
  };
  const switched = async (end: number, ...records: RecordedEvent[]) => {
    const server = serverOf({});
    const rebuild = await begun(server, logOf(end));
    for (const each of records) await rebuild.store.apply([each], { ...PLACE, next: each.offset + 1 });
    await rebuild.promote();
    return server.did.switches;
  };

  test('is what a new one is measured by, where the log has what it was folded from', async () => {
    const other = record('another', 3);
    assert.deepEqual(await switched(5, other, record(EVENT.event_id, 4)), ['']);
    assert.deepEqual(await switched(6, other), ['']);
  });

  test('is no measure where the log ends before it: it was cut', async () => {
    assert.deepEqual(await switched(4), ['1']);
  });

  test('is no measure where the log has grown again, and has another event in the place of its last one', async () => {
    assert.deepEqual(await switched(9, record('another', 4)), ['1']);
  });
});

test('a rebuild that is given up, because the log could not be read on, never becomes the live one later', async () => {
  const server = serverOf({}, Number.POSITIVE_INFINITY);
  let isStopped = false;
  const consumer: Pick<Consumer, 'closed' | 'stop'> = {
    closed: Promise.reject(new Error('a record of a newer version')),
    stop: async () => {
      isStopped = true;
    },
  };
  consumer.closed.catch(() => undefined);
  const rebuild = await begun(server, logOf(5, consumer));
  await assert.rejects(rebuild.promote(), /a record of a newer version/);
  await rebuild.abandon();
  assert.ok(isStopped);
  assert.deepEqual(server.did.dropped, ['2']);
  const { length } = server.did.switches;
  await sleep(SOON_MS);
  assert.equal(server.did.switches.length, length);
});

test('a rebuild that is behind reads on until it can switch, and no further', async () => {
  const server = serverOf({}, 3);
  let isStopped = false;
  const consumer: Pick<Consumer, 'closed' | 'stop'> = {
    closed: new Promise(() => undefined),
    stop: async () => {
      isStopped = true;
    },
  };
  const rebuild = await begun(server, logOf(5, consumer));
  await rebuild.promote();
  assert.deepEqual([server.did.switches.length, isStopped], [4, true]);
});

describe('what is being built', () => {
  test('is known as that from its first moment to its end, and by no other builder taken for an orphan', async () => {
    const server = serverOf({ built: ['7'], atWork: ['7'] });
    const rebuild = await begun(server);
    assert.deepEqual([...server.members].toSorted(), ['2', '7']);
    assert.equal(server.keys.get(LEASE), '1');
    await begun(server);
    assert.deepEqual(server.did.dropped, []);
    await rebuild.abandon();
    assert.equal(server.keys.has(LEASE), false);
    assert.deepEqual([server.did.dropped, [...server.members]], [['2'], ['7']]);
  });

  test('keeps no lease where it could not be begun', async t => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const server = serverOf({});
    const { redis } = server.keyspace as unknown as { redis: { sadd: () => Promise<number> } };
    redis.sadd = () => Promise.reject(new Error('away'));
    await assert.rejects(begun(server), /away/);
    server.keys.delete(LEASE);
    t.mock.timers.tick(60_000);
    assert.equal(server.keys.has(LEASE), false);
  });

  test('by a builder that has died is dropped by the next one, unless it is live by now', async () => {
    const server = serverOf({ built: ['5', '6'], live: '6' });
    await begun(server);
    assert.deepEqual(server.did.dropped, ['5']);
    assert.deepEqual([...server.members], ['2']);
  });

  test('and was switched to stays, and the one before goes', async () => {
    const server = serverOf({});
    await (await begun(server)).promote();
    assert.equal(server.keys.has(LEASE), false);
    assert.deepEqual([server.did.dropped, [...server.members]], [['1'], []]);
  });
});
