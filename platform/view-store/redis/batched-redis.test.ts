import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { BatchedRedis } from './batched-redis.ts';

/** Long enough for some turns of the event loop on a busy machine. */
const COMMAND_TIMEOUT_MS = 1_000;

interface FakeServer {
  redis: BatchedRedis;
  /** Names of the commands in each write that arrived; GET and SET only. */
  writes: string[][];
  connections: Socket[];
  /** From then on, existing connections get no answers. */
  fallSilent: () => void;
}

/** Answers OK to each command, including those that a client sends as it connects. */
async function fakeServer(t: TestContext): Promise<FakeServer> {
  const writes: string[][] = [];
  const connections: Socket[] = [];
  const silent = new Set<Socket>();
  const server: Server = createServer(socket => {
    connections.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', data => {
      if (silent.has(socket)) return;
      const commands = data.toString().match(/^\*\d+/gm) ?? [];
      const names = data.toString().match(/^(get|set)\r$/gim) ?? [];
      if (names.length > 0) writes.push(names.map(name => name.trim().toLowerCase()));
      socket.write('+OK\r\n'.repeat(commands.length));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const redis = new BatchedRedis({
    port,
    enableReadyCheck: false,
    retryStrategy: () => 10,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  redis.on('error', () => undefined);
  t.after(() => {
    redis.disconnect();
    server.close();
    for (const socket of connections) socket.destroy();
  });
  await once(redis, 'ready');
  const fallSilent = () => {
    for (const each of connections) silent.add(each);
  };
  return { redis, writes, connections, fallSilent };
}

describe('commands to Redis', () => {
  test('of one moment travel in one write, in their order, and each has its answer', async t => {
    const { redis, writes } = await fakeServer(t);
    const answers = await Promise.all([redis.set('a', '1'), redis.get('a'), redis.set('b', '2')]);
    assert.deepEqual(answers, ['OK', 'OK', 'OK']);
    assert.deepEqual(writes, [['set', 'get', 'set']]);
  });

  test('of a later moment are not held back by earlier ones', async t => {
    const { redis, writes } = await fakeServer(t);
    const first = redis.set('a', '1');
    await nextTurn();
    await first;
    await redis.get('a');
    assert.deepEqual(writes, [['set'], ['get']]);
  });

  test('reach the next connection when one breaks', async t => {
    const { redis, connections } = await fakeServer(t);
    connections[0]?.destroy();
    await sleep(5);
    assert.deepEqual(await Promise.all([redis.set('a', '1'), redis.get('a')]), ['OK', 'OK']);
    assert.equal(connections.length, 2);
  });

  test('are not sent again where their caller has been told that they failed', async t => {
    const { redis, writes, connections, fallSilent } = await fakeServer(t);
    fallSilent();
    await assert.rejects(redis.set('a', '1'), /timed out/);
    connections[0]?.destroy();
    await redis.get('a');
    assert.deepEqual(writes, [['get']]);
  });

  test('of a pipeline, which are written as a whole, get no answers of others', async t => {
    const { redis, writes, connections, fallSilent } = await fakeServer(t);
    fallSilent();
    const failed = await redis.pipeline().set('a', '1').set('b', '2').exec();
    assert.match(String(failed?.[0]?.[0]), /timed out/);
    connections[0]?.destroy();
    assert.equal(await redis.get('a'), 'OK');
    assert.deepEqual(writes.flat(), ['set', 'set', 'get']);
  });
});
