import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AddressWatch } from './address-watch.ts';
import { Keyspace } from './keyspace.ts';

const [ONE, OTHER] = ['1'.repeat(40), '2'.repeat(40)] as const;
const told = (runId: string) => `# Server\r\nredis_version:7.0.15\r\nrun_id:${runId}\r\n`;

function world({ here = told(ONE), atAddress = told(ONE) } = {}) {
  const state = { here, atAddress, moved: 0, several: 0 };
  const watch = new AddressWatch({
    here: async () => state.here,
    atAddress: async () => state.atAddress,
    onMoved: () => state.moved++,
    onSeveral: () => state.several++,
  });
  watch.stop();
  return { state, watch };
}

/** A fake Redis server that reports its run id, whatever name it is reached by. */
async function fakeServer(t: TestContext, runId: string): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', data => {
      for (const [, name = ''] of data.toString().matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)\r$/gim)) {
        const body = name.toLowerCase() === 'info' ? told(runId) : 'OK';
        socket.write(`$${body.length}\r\n${body}\r\n`);
      }
    });
  });
  return listening(t, server, sockets);
}

async function listening(t: TestContext, server: Server, sockets: ReadonlySet<Socket>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** An address whose new connections lead to `target`; existing connections stay where they are, as after a change in DNS. */
async function address(t: TestContext, target: { port: number }): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    const onward = connect(target.port, '127.0.0.1');
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => undefined);
      each.on('close', () => [socket, onward].forEach(other => void other.destroy()));
    }
    socket.pipe(onward);
    onward.pipe(socket);
  });
  return listening(t, server, sockets);
}

describe('an address of Redis', () => {
  test('that leads to another server than the connections has them made anew', async () => {
    const { state, watch } = world();
    await watch.look();
    assert.equal(state.moved, 0);
    state.atAddress = told(OTHER);
    await watch.look();
    assert.equal(state.moved, 1);
  });

  test('that leads to several servers by turns is said once, and nothing is made anew without an end', async () => {
    const { state, watch } = world({ atAddress: told(OTHER) });
    const looks = async (times: number, runId: string) => {
      state.atAddress = told(runId);
      for (let at = 0; at < times; at++) await watch.look();
      return [state.moved, state.several];
    };
    for (let turn = 0; turn < 5; turn++) await looks(1, turn % 2 === 0 ? OTHER : ONE);
    assert.deepEqual(await looks(10, OTHER), [3, 1]);
    await looks(40, ONE);
    assert.deepEqual(await looks(1, OTHER), [4, 1], 'one server for ten minutes, and another one then');
  });

  test('is left alone behind a proxy that does not say which server answers', async () => {
    const { state, watch } = world({ here: '', atAddress: told(OTHER) });
    await watch.look();
    state.here = told(ONE);
    state.atAddress = '# Server\r\n';
    await watch.look();
    assert.equal(state.moved, 0);
  });

  test('takes commands and subscriptions to the server that it leads to, though the old one lives', async t => {
    const [old, promoted] = [await fakeServer(t, ONE), await fakeServer(t, OTHER)];
    const target = { port: old };
    const said: boolean[] = [];
    const keyspace = new Keyspace(`redis://127.0.0.1:${await address(t, target)}`, 'tag', {
      onMoved: several => said.push(several),
    });
    const subscriber = keyspace.subscriber();
    t.after(() => {
      keyspace.close();
      subscriber.disconnect();
    });
    const isAt = async (runId: string) =>
      (await keyspace.redis.info('server')).includes(runId) &&
      (await subscriber.info('server')).includes(runId);
    assert.ok(await isAt(ONE));
    target.port = promoted;
    await keyspace.watch.look();
    while (!(await isAt(OTHER))) await sleep(20);
    assert.deepEqual(said, [false]);
  });
});
