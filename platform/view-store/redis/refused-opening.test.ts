import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { until } from '../../../tests/support/waiting.ts';
import { MemoryLog } from '../memory-log.test-support.ts';
import { CONTRACT_POLICY } from '../view-store-under-test.ts';
import { RedisViewStore } from './redis-view-store.ts';

test('a view store that its server refuses leaves no connection behind', async t => {
  const connections = new Set<Socket>();
  const server = createServer(socket => {
    connections.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => connections.delete(socket));
    socket.on('data', data => {
      for (const [command = ''] of data.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n\w+/g))
        socket.write(
          /ping$/i.test(command)
            ? '-NOAUTH Authentication required.\r\n'
            : /info$/i.test(command)
              ? '$0\r\n\r\n'
              : '+OK\r\n',
        );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of connections) socket.destroy();
  });
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opening = RedisViewStore.open({ url, policy: CONTRACT_POLICY, log: new MemoryLog() });
  await assert.rejects(opening, /the server refused: NOAUTH/);
  await until('its connections to end', async () => connections.size === 0);
});
