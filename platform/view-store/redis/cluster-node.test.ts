import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { MemoryLog } from '../memory-log.test-support.ts';
import { ViewStoreUnavailable } from '../view-store.ts';
import { CONTRACT_POLICY } from '../view-store-under-test.ts';
import { RedisViewStore } from './redis-view-store.ts';

/** Answers as a node of a cluster does; `moved` if another node holds the keys. */
async function node(t: TestContext, state: { moved: boolean; isSentinel?: boolean }): Promise<string> {
  const sockets = new Set<Socket>();
  const answer = (command: string) => {
    // Redis 7.0 in sentinel mode answers like this.
    if (state.isSentinel && !/^(PING|INFO|HELLO|CLIENT|SUBSCRIBE)$/i.test(command))
      return `-ERR unknown command '${command}', with args beginning with: \r\n`;
    if (/^(EVALSHA|EVAL|EXISTS|HGET|TIME)$/i.test(command))
      return state.moved && !/^TIME$/i.test(command) ? '-MOVED 13916 10.0.0.7:6379\r\n' : ':0\r\n';
    return /^INFO$/i.test(command) ? '$0\r\n\r\n' : '+OK\r\n';
  };
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', data => {
      for (const [, command = ''] of data.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g))
        socket.write(answer(command));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const open = (url: string) => RedisViewStore.open({ url, policy: CONTRACT_POLICY, log: new MemoryLog() });

test('a Sentinel ends the start with one line that says what to set', async t => {
  await assert.rejects(
    open(await node(t, { moved: false, isSentinel: true })),
    /^WrongNode: REDIS_URL: a Sentinel, which holds no keys: set the address of a proxy that follows the primary/,
  );
});

test('a node of a Redis Cluster that does not hold our keys ends the start with one line that says so', async t => {
  await assert.rejects(
    open(await node(t, { moved: true })),
    /^WrongNode: REDIS_URL: a node of a Redis Cluster that does not hold the keys of \{textrail\}: \(10\.0\.0\.7:6379 does\)/,
  );
});

test('where the keys go to another node while it serves, it is not ready and says why, and calls wait', async t => {
  const state = { moved: false };
  const store = await open(await node(t, state));
  t.after(() => store.close());
  await store.check();
  state.moved = true;
  await assert.rejects(store.check(), /does not hold the keys/);
  await assert.rejects(store.caughtUp(), ViewStoreUnavailable);
  state.moved = false;
  await store.check();
});
