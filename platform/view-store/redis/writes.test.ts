import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { MemoryLog } from '../memory-log.test-support.ts';
import { CONTRACT_POLICY } from '../view-store-under-test.ts';
import { RedisViewStore } from './redis-view-store.ts';

/** The wording of Redis 7.0.15. */
const REFUSALS = [
  "-OOM command not allowed when used memory > 'maxmemory'.",
  '-MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist on disk.',
  '-NOREPLICAS Not enough good replicas to write.',
  "-READONLY You can't write against a read only replica.",
];

interface State {
  write: string;
  writes?: number;
}

/** A server that answers every read, and answers writes according to `state.write`. */
async function server(t: TestContext, state: State): Promise<string> {
  const sockets = new Set<Socket>();
  const redis = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', data => {
      for (const [, command = ''] of data.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        if (/^set$/i.test(command)) {
          state.writes = (state.writes ?? 0) + 1;
          socket.write(`${state.write}\r\n`);
        } else if (/^info$/i.test(command)) socket.write('$0\r\n\r\n');
        else socket.write(/^(exists|evalsha)$/i.test(command) ? ':0\r\n' : '+OK\r\n');
      }
    });
  });
  redis.listen(0, '127.0.0.1');
  await once(redis, 'listening');
  t.after(() => {
    redis.close();
    for (const socket of sockets) socket.destroy();
  });
  return `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`;
}

async function opened(t: TestContext, state: State): Promise<RedisViewStore> {
  const url = await server(t, state);
  const views = await RedisViewStore.open({ url, policy: CONTRACT_POLICY, log: new MemoryLog() });
  t.after(() => views.close());
  return views;
}

test('a Redis that answers reads and refuses writes makes its users unready, in its own words, until it takes them again', async t => {
  const state = { write: '+OK' };
  const views = await opened(t, state);
  await views.check();
  for (const refusal of REFUSALS) {
    state.write = refusal;
    await assert.rejects(views.check(), {
      name: 'ViewStoreUnavailable',
      message: new RegExp(refusal.slice(1, 20)),
    });
    state.write = '+OK';
    await views.check();
  }
});

test('a Redis that refuses writes does not keep a role from its start, which may yet tell what it knows', async t => {
  const views = await opened(t, { write: REFUSALS[0] ?? '' });
  assert.equal(await views.caughtUp(), false);
});

test('a user of Redis who may write nothing is ready without, and tries once', async t => {
  const state: State = { write: "-NOPERM this user has no permissions to run the 'set' command" };
  const views = await opened(t, state);
  for (let look = 0; look < 3; look++) await views.check();
  assert.equal(state.writes, 1);
});
