import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { IdleReading } from './idle-reading.ts';
import { Warmth } from './warmth.ts';
import type { Worker } from './worker.ts';

it('a worker that gives way while it reads one of our documents no longer does once a caller waits for a worker', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<object>();
  let isGivingWay = false;
  let isAsked = false;
  const worker = {
    alive: true,
    endedAt: Number.NEGATIVE_INFINITY,
    rehearse: () => isRead,
    giveWay: () => {
      isGivingWay = true;
    },
    stopGivingWay: async () => {
      isGivingWay = false;
    },
  } as unknown as Worker;
  const idle = [worker];
  const reading = new IdleReading(new Warmth({ byAll: ['text/html'], byOne: [] }), {
    idle,
    isNeeded: () => false,
    isAsked: () => isAsked,
    take: () => idle.pop(),
    giveBack: given => idle.push(given),
  });
  reading.watch();
  while (!isGivingWay) await sleep(10);
  isAsked = true;
  while (isGivingWay) await sleep(10);
  assert.deepEqual(idle, [], 'it reads on');
  read({ kind: 'answered' });
  while (idle.length === 0) await sleep(10);
  assert.deepEqual(idle, [worker]);
});
