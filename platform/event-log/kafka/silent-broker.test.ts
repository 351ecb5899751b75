import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import kafkajs from 'kafkajs';
import { answers, listening } from './listening.test-support.ts';
import { leaveSilentBrokers } from './silent-broker.ts';

leaveSilentBrokers();

for (const [what, act] of [
  ['answers nothing', () => undefined],
  ['ends them, as a proxy does before one that is gone,', (socket: Socket) => socket.resume().end()],
] as const)
  test(`a client leaves a broker that takes connections and ${what} for the next one of its list`, async t => {
    const silent = await listening(t, act);
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
