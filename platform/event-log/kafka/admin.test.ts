import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import kafkajs, { type Kafka } from 'kafkajs';
import { LogUnavailable } from '../event-log.ts';
import { BoundedAdmin } from './admin.ts';
import { ClientFactory } from './client.ts';
import { quietLog } from './quiet-log.ts';

const BOUND = { partition: 0, low: '3', high: '5', offset: '5' };

/** An admin whose clients fail with these errors, one error each; later clients answer. */
function adminAfter(errors: Error[]) {
  let clients = 0;
  let disconnects = 0;
  class Clients extends ClientFactory {
    override create(): Kafka {
      const error = errors[clients++];
      const admin = {
        connect: async () => undefined,
        disconnect: async () => {
          disconnects++;
        },
        fetchTopicOffsets: async () => {
          if (error !== undefined) throw error;
          return [BOUND];
        },
      };
      return { admin: () => admin } as unknown as Kafka;
    }
  }
  const admin = new BoundedAdmin(new Clients({ brokers: ['broker:9092'], clientId: 'test', log: quietLog }));
  return { admin, clients: () => clients, disconnects: () => disconnects };
}

/** The error that kafkajs makes of a broker's answer. */
function answered(retriable: boolean): Error {
  return Object.assign(new kafkajs.KafkaJSProtocolError('not the leader'), { retriable });
}

describe('a question to the brokers', () => {
  test('is repeated by a fresh client while a partition that was just made has no leader yet', async () => {
    const { admin, clients } = adminAfter([answered(true), answered(true)]);
    assert.deepEqual(await admin.bounds('t'), [{ partition: 0, low: 3, high: 5 }]);
    assert.equal(clients(), 3);
  });

  test('is not repeated when the answer is final, or when no broker answered', async () => {
    for (const error of [answered(false), new kafkajs.KafkaJSConnectionError('refused', {})]) {
      const { admin, clients } = adminAfter([error]);
      await assert.rejects(admin.bounds('t'), LogUnavailable);
      assert.equal(clients(), 1);
    }
  });

  test('is repeated while its client has no metadata of the topic, as on topics that were just made', async () => {
    const notLoaded = Object.assign(new Error('Topic metadata not loaded'), {
      name: 'KafkaJSTopicMetadataNotLoaded',
      retriable: true,
    });
    const { admin, clients } = adminAfter([notLoaded]);
    assert.deepEqual(await admin.bounds('t'), [{ partition: 0, low: 3, high: 5 }]);
    assert.equal(clients(), 2);
  });

  test('is repeated where the picture of the brokers changed beneath it, which kafkajs trips over', async () => {
    // The metadata of another question arrived late and lacks the topic.
    const tripped = new TypeError(
      "Cannot destructure property 'partitions' of 'high.pop(...)' as it is undefined.",
    );
    const gone = Object.assign(new Error('Broker 2 not found in the cached metadata'), {
      name: 'KafkaJSBrokerNotFound',
      retriable: true,
    });
    const { admin, clients } = adminAfter([tripped, gone]);
    assert.deepEqual(await admin.bounds('t'), [{ partition: 0, low: 3, high: 5 }]);
    assert.equal(clients(), 3);
  });

  test('that fails leaves the client to what is still asked of it, and the last one ends it', async () => {
    const slow = Promise.withResolvers<void>();
    const { admin, disconnects } = adminAfter([]);
    const asked = admin.ask(() => slow.promise);
    await assert.rejects(
      admin.ask(() => Promise.reject(new Error('refused'))),
      LogUnavailable,
    );
    assert.equal(disconnects(), 0);
    slow.resolve();
    await asked;
    assert.equal(disconnects(), 1);
  });

  test('that goes on after its limit, and so connects again, ends its connections when it is over', async () => {
    const slow = Promise.withResolvers<void>();
    const { admin, disconnects } = adminAfter([]);
    await assert.rejects(
      admin.ask(() => slow.promise, 20),
      LogUnavailable,
    );
    assert.equal(disconnects(), 1);
    await admin.close();
    slow.resolve();
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(disconnects(), 2);
  });

  test('that is to be repeated after the close is not: nobody would end the fresh client', async () => {
    const { admin, clients } = adminAfter([answered(true)]);
    const asked = assert.rejects(admin.bounds('t'), LogUnavailable);
    await admin.close();
    await asked;
    assert.equal(clients(), 1);
  });

  test('ends within its limit although the brokers only put it off', async () => {
    const { admin } = adminAfter(Array.from({ length: 50 }, () => answered(true)));
    const asked = admin.ask(client => client.fetchTopicOffsets('t'), 700);
    await assert.rejects(asked, LogUnavailable);
  });
});
