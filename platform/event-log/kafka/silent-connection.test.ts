import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers, answerTo, listening } from './listening.test-support.ts';
import { patchRequestQueue } from './request-queue-patch.ts';
import { connectionClass, leaveSilentConnections } from './silent-connection.ts';

leaveSilentConnections();
patchRequestQueue();

const Encoder = createRequire(import.meta.url)('kafkajs/src/protocol/encoder.js');
const REQUEST_TIMEOUT_MS = 400;

/** `act` gets each connection with its number, starting at 0. */
async function connected(t: TestContext, act: (socket: Socket, number: number) => void) {
  let connections = 0;
  const broker = await listening(t, socket => act(socket, connections++));
  const [host, port] = broker.address.split(':');
  const logger = { namespace: () => logger, debug() {}, info() {}, warn() {}, error() {} };
  const connection = new connectionClass({
    host,
    port: Number(port),
    logger,
    socketFactory: ({ onConnect }: { onConnect: () => void }) => connect(Number(port), host, onConnect),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 1_000,
  });
  t.after(() => {
    connection.requestQueue.destroy();
    connection.socket?.destroy();
  });
  /** Connects if necessary and sends a request, as kafkajs's pools do. */
  const ask = async (requestTimeout?: number) => {
    if (!connection.isConnected()) await connection.connect();
    return connection.send({
      request: { apiKey: 18, apiVersion: 0, apiName: 'ApiVersions', encode: async () => new Encoder() },
      response: { decode: async (payload: Buffer) => ({ payload }), parse: async () => 'answered' },
      requestTimeout,
    });
  };
  return { ask, sockets: broker.sockets };
}

const TIMED_OUT = { name: 'KafkaJSRequestTimeoutError' };

test('a connection on which a request had its time and nothing was heard is left for another', async t => {
  const { ask, sockets } = await connected(t, (socket, number) => number > 0 && answers(socket));
  await assert.rejects(ask(), TIMED_OUT);
  assert.equal(await ask(), 'answered');
  assert.equal(sockets.length, 2);
});

test('what waits on a silent connection for longer than the first one is told that it has ended', async t => {
  const { ask, sockets } = await connected(t, (socket, number) => number > 0 && answers(socket));
  const [first, second] = [ask(), sleep(REQUEST_TIMEOUT_MS / 2).then(() => ask(60_000))];
  await assert.rejects(first, TIMED_OUT);
  await assert.rejects(second, { name: 'KafkaJSConnectionClosedError' });
  assert.equal(sockets.length, 1);
});

test('a request behind one that may take longer ends nothing, since a broker answers in order', async t => {
  const { ask, sockets } = await connected(t, socket =>
    setTimeout(() => answers(socket), 3 * REQUEST_TIMEOUT_MS),
  );
  // The broker reads nothing before it answers, and then finds all of these requests.
  const patient = ask(60_000);
  await assert.rejects(ask(), TIMED_OUT);
  assert.equal(await ask(60_000), 'answered');
  assert.equal(await patient, 'answered');
  assert.equal(sockets.length, 1);
});

test('an answer that is being received has come in time, however long it takes', async t => {
  const { ask, sockets } = await connected(t, socket =>
    socket.on('data', async request => {
      const answer = answerTo(request);
      for (const byte of answer) {
        socket.write(Buffer.of(byte));
        await sleep((2 * REQUEST_TIMEOUT_MS) / answer.length);
      }
    }),
  );
  assert.equal(await ask(), 'answered');
  assert.equal(sockets.length, 1);
});

test('an answer that came while this process stood still has come in time', async t => {
  const { ask, sockets } = await connected(t, socket =>
    socket.on('data', request => {
      socket.write(answerTo(request));
      for (const end = performance.now() + 2 * REQUEST_TIMEOUT_MS; performance.now() < end; );
    }),
  );
  assert.equal(await ask(), 'answered');
  assert.equal(sockets.length, 1);
});

test('the time of a request begins when the one before it is answered', async t => {
  const { ask, sockets } = await connected(t, socket =>
    socket.on('data', async requests => {
      for (let at = 0; at < requests.length; at += 4 + requests.readInt32BE(at)) {
        await sleep(0.7 * REQUEST_TIMEOUT_MS);
        socket.write(answerTo(requests.subarray(at)));
      }
    }),
  );
  const [first, second] = [ask(), ask()];
  assert.deepEqual(await Promise.all([first, second]), ['answered', 'answered']);
  assert.equal(sockets.length, 1);
});

test('the half of an answer that came before its connection ended is no part of the next answer', async t => {
  const { ask } = await connected(t, (socket, number) => {
    if (number > 0) answers(socket);
    else socket.once('data', request => socket.end(answerTo(request).subarray(0, 10)));
  });
  await assert.rejects(ask(), { name: 'KafkaJSConnectionClosedError' });
  assert.equal(await ask(), 'answered');
});

test('two who ask at once open one connection', async t => {
  const { ask, sockets } = await connected(t, answers);
  assert.deepEqual(await Promise.all([ask(), ask()]), ['answered', 'answered']);
  assert.equal(sockets.length, 1);
});
