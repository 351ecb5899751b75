import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import kafkajs from 'kafkajs';
import { leaveSilentBrokers } from './silent-broker.ts';

/** A broker's port, and the connections to it. */
async function listening(t: TestContext, onConnection: (socket: Socket) => void = () => undefined) {
  const sockets: Socket[] = [];
  const server = createServer(socket => {
    sockets.push(socket);
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

/** That the broker knows no request is an answer too. */
function answers(socket: Socket): void {
  socket.on('data', request => {
    const answer = Buffer.alloc(18);
    answer.writeInt32BE(14, 0);
    request.copy(answer, 4, 8, 12);
    socket.write(answer);
  });
}

leaveSilentBrokers();

test('a client leaves a broker that takes connections and answers nothing for the next one of its list', async t => {
  const silent = await listening(t);
  const living = await listening(t, answers);
  const brokers = [silent.address, living.address];
  const client = new kafkajs.Kafka({
    brokers,
    requestTimeout: 200,
    retry: { initialRetryTime: 10 },
    logLevel: kafkajs.logLevel.NOTHING,
  }).admin();
  await client.connect();
  assert.deepEqual([silent.sockets.length, living.sockets.length], [1, 1]);
  await client.disconnect();
});
