import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uncovered } from './coverage.ts';

const record = (partition: number, id: string) => ({ topic: 'outcomes', partition, id });
const confirmed = (partition: number, errorCode = 0) => ({ topicName: 'outcomes', partition, errorCode });

test('a complete answer covers every record', () => {
  assert.deepEqual(uncovered([record(0, 'a'), record(1, 'b')], [confirmed(0), confirmed(1)]), []);
});

test('records of a partition that is missing from the answer were never written', () => {
  const sent = [record(0, 'a'), record(1, 'b'), record(1, 'c')];
  assert.deepEqual(uncovered(sent, [confirmed(0)]), [record(1, 'b'), record(1, 'c')]);
});

test('a partition that was answered with an error is not covered', () => {
  assert.deepEqual(uncovered([record(3, 'a')], [confirmed(3, 6)]), [record(3, 'a')]);
});

test('the same partition of another topic covers nothing', () => {
  const sent = [{ topic: 'keys', partition: 0 }];
  assert.deepEqual(uncovered(sent, [confirmed(0)]), sent);
});
