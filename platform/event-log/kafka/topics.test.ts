import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOPICS } from '../../../schemas/events.ts';
import { PARTITIONS, partitionOf, TopicMismatch, TopicNames } from './topics.ts';

test('a key has one partition for ever, the one that librdkafka would choose', () => {
  // CRC-32 of "123456789" is CBF43926, the check value that every table of the algorithm gives.
  assert.equal(partitionOf('123456789'), 0xcbf43926 % PARTITIONS);
});

test('keys spread over all partitions', () => {
  const keys = Array.from({ length: 200 }, (_, i) => `job-${i}`);
  assert.equal(new Set(keys.map(partitionOf)).size, PARTITIONS);
});

test("a topic's name on the broker leads back to it, and no other name does", () => {
  const names = new TopicNames('textrail.');
  for (const topic of TOPICS) assert.equal(names.fromBroker(names.onBroker(topic)), topic);
  assert.throws(() => names.fromBroker('textrail.other'), TopicMismatch);
});
