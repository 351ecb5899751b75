import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Batch } from 'kafkajs';
import type { Topic } from '../../../schemas/events.ts';
import { DERIVED_TOPIC } from '../../../schemas/history.ts';
import { type EventCodec, EventDecodeError } from '../codec.ts';
import { EXAMPLE_EVENTS } from '../codec-examples.ts';

import { decodeBatch } from './records.ts';

const EVENT = EXAMPLE_EVENTS.ExtractFailed;

/** Decodes a batch of these values with `decode`. Returns the records, what was logged, and the topics of poisonous records. */
async function read(
  values: (string | null)[],
  decode: (value: string) => unknown,
  topic: Topic = 'outcomes',
) {
  const [said, poisoned]: [object[], Topic[]] = [[], []];
  const messages = values.map((value, at) => ({
    offset: String(7 + at),
    value: value === null ? null : Buffer.from(value),
  }));
  const records = await decodeBatch({ partition: 3, messages } as unknown as Batch, topic, {
    codec: { decode: (value: Buffer) => decode(String(value)) } as unknown as EventCodec,
    log: { error: (fields: object) => said.push(fields) },
    onPoison: (where: Topic) => poisoned.push(where),
  } as unknown as Parameters<typeof decodeBatch>[2]);
  return { offsets: records.map(({ offset }) => offset), records, said, poisoned };
}

describe('records of Kafka', () => {
  it('are left out and said where no version of the service could have written them', async () => {
    const { offsets, records, said, poisoned } = await read(['good', 'bad', '', 'good'], value => {
      if (value === 'good') return EVENT;
      throw new EventDecodeError('framing', 'no envelope of ours');
    });
    assert.deepEqual(offsets, [7, 10]);
    assert.deepEqual(
      [records[0]?.topic, records[0]?.partition, records[0]?.event, poisoned],
      ['outcomes', 3, EVENT, ['outcomes', 'outcomes']],
    );
    const of = (offset: number) => ({ topic: 'outcomes', partition: 3, offset, reason: 'framing' });
    assert.deepEqual(
      said.map(fields => ({ ...fields, traceparent: 0 })),
      [8, 9].map(offset => ({ ...of(offset), traceparent: 0 })),
    );
  });

  it('of a newer version stop their reader, and so does what is no fault of theirs', async () => {
    for (const error of [new EventDecodeError('schema', 'unknown'), new TypeError('a mistake of ours')])
      await assert.rejects(
        read(['good', 'newer'], value => {
          if (value === 'good') return EVENT;
          throw error;
        }),
        error,
      );
  });

  it('that were taken out of the derived topic are none, and in no other topic is a record without a value one', async () => {
    const decode = () => {
      throw new EventDecodeError('framing', 'empty');
    };
    assert.deepEqual((await read([null], decode, DERIVED_TOPIC)).poisoned, []);
    assert.deepEqual((await read([null], decode)).poisoned, ['outcomes']);
  });

  it('wait for a registry that is away, and not for one that does not know their schema', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let asked = 0;
    const away = read(['a'], async () => {
      if (++asked < 3) throw new Error('ECONNREFUSED');
      return EVENT;
    });
    for (let looks = 0; looks < 5; looks++) {
      for (let turns = 0; turns < 5; turns++) await turn();
      t.mock.timers.tick(60_000);
    }
    assert.deepEqual([(await away).offsets, asked], [[7], 3]);
    const unknown = async () => {
      asked++;
      throw new EventDecodeError('schema', 'unknown');
    };
    await assert.rejects(read(['a'], unknown), EventDecodeError);
    assert.equal(asked, 4);
  });
});
