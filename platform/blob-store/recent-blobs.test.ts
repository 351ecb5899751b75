import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CEILING_BYTES, ENTRY_BYTES, RecentBlobs } from './recent-blobs.ts';

it('the oldest blobs leave when they take more than their ceiling, however small each is', () => {
  const recent = new RecentBlobs();
  const most = CEILING_BYTES / (ENTRY_BYTES + 1);
  for (let at = 0; at < 2 * most; at++) recent.add({ key: `result/${at}`, bytes: Buffer.from('x') });
  assert.equal(recent.get('result/0'), undefined);
  let kept = 0;
  for (let at = 0; at < 2 * most; at++) kept += recent.get(`result/${at}`) === undefined ? 0 : 1;
  assert.ok(kept <= most && kept > most - 2, `${kept}`);
});

it('a small blob does not keep the memory alive that it was cut from', () => {
  const recent = new RecentBlobs();
  recent.add({ key: 'result/1', bytes: Buffer.alloc(1_000_000).subarray(5, 10) });
  assert.equal(recent.get('result/1')?.buffer.byteLength, 5);
  const whole = Buffer.alloc(100_000);
  recent.add({ key: 'result/2', bytes: whole });
  assert.equal(recent.get('result/2')?.buffer, whole.buffer, 'and is not copied without need');
});
