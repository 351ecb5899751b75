import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsumerGroup, consumerGroup } from './kept-membership.ts';
import { forgetSeeksOnJoin } from './pending-seeks.ts';

test('what was sought in an earlier generation is forgotten as a consumer joins, what is sought then is not', async t => {
  const { joinAndSync } = consumerGroup;
  t.after(() => {
    consumerGroup.joinAndSync = joinAndSync;
  });
  consumerGroup.joinAndSync = async function () {
    this.seekOffset.set('partition 1', '7');
  };
  forgetSeeksOnJoin();
  const group: ConsumerGroup = Object.assign(Object.create(consumerGroup), {
    seekOffset: new Map([['partition 0', '3']]),
  });
  await group.joinAndSync();
  assert.deepEqual([...group.seekOffset], [['partition 1', '7']]);
});
