import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../tests/support/waiting.ts';
import { LogUnavailable } from '../event-log.ts';
import { Broker, contextOf, TOPIC } from './broker.test-support.ts';
import { KafkaGroupConsumer } from './group-consumer.ts';
import { quietLog } from './quiet-log.ts';

test('a stop commits what is done, also where its coordinator is just moving', async () => {
  let refusals = 0;
  class Moving extends Broker {
    override readonly commitOffsets = async ([position]: { offset: string }[]) => {
      if (++refusals < 3) throw new Error('not the coordinator');
      this.committed = Number(position?.offset);
    };
  }
  const broker = new Moving();
  broker.log = ['a', 'b'];
  let handled = 0;
  const consumer = new KafkaGroupConsumer(contextOf(broker), {
    group: 'group',
    topics: [TOPIC],
    maxInFlight: 1,
    handle: async () => void handled++,
  });
  await consumer.ready;
  await until('both to be handled', async () => {
    await broker.answer();
    return handled === 2;
  });
  await consumer.stop(1_000);
  assert.equal(broker.committed, 2);
});

test('what waits for a server is said, once a minute, with the reason of whoever met it first', async () => {
  const broker = new Broker();
  broker.log = ['a'];
  const said: object[] = [];
  const log = { ...quietLog, warn: (fields: object) => void said.push(fields) };
  let attempts = 0;
  const consumer = new KafkaGroupConsumer(
    { ...contextOf(broker), log },
    {
      group: 'group',
      topics: [TOPIC],
      maxInFlight: 1,
      handle: async () => {
        attempts++;
        if (attempts < 3) throw new LogUnavailable('no answer', { cause: new Error('the disk is full') });
      },
    },
  );
  await consumer.ready;
  await until('it to be handled', async () => {
    await broker.answer();
    return attempts === 3;
  });
  await consumer.stop(1_000);
  assert.deepEqual(said, [{ group: 'group', reason: 'the disk is full' }]);
});
