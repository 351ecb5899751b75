import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransientMap } from '../../transient.ts';
import { patchRequestQueue, type RequestQueue, requestQueueClass } from './request-queue-patch.ts';

patchRequestQueue();

function queue(changes: Partial<RequestQueue>): { queue: RequestQueue; checks: () => number } {
  let checks = 0;
  const made: RequestQueue = Object.assign(Object.create(requestQueueClass.prototype), {
    pending: [],
    throttledUntil: -1,
    throttleCheckTimeoutId: null,
    checkPendingRequests() {
      checks++;
    },
    ...changes,
  });
  return { queue: made, checks: () => checks };
}

test('a connection with nothing to send arms no timer', async () => {
  const idle = queue({});
  idle.queue.scheduleCheckPendingRequests();
  assert.equal(idle.queue.throttleCheckTimeoutId, null);
});

test('pending requests are looked at again, once', async () => {
  const busy = queue({ pending: [{}] });
  busy.queue.scheduleCheckPendingRequests();
  busy.queue.scheduleCheckPendingRequests();
  await sleep(40);
  assert.equal(busy.checks(), 1);
});

test('a throttled connection waits as long as the broker asked', async () => {
  const throttled = queue({ pending: [{}], throttledUntil: Date.now() + 60 });
  throttled.queue.scheduleCheckPendingRequests();
  await sleep(30);
  assert.equal(throttled.checks(), 0);
  await sleep(60);
  assert.equal(throttled.checks(), 1);
});

test('requests that wait for their answers do not outlive them', () => {
  const made = new requestQueueClass({ maxInFlightRequests: null, requestTimeout: 1_000 });
  assert.ok(made.inflight instanceof TransientMap);
  made.inflight.set(1, { sentAt: 0, requestTimeout: 1_000, timeoutRequest: () => undefined });
  const other = new requestQueueClass({ maxInFlightRequests: null, requestTimeout: 1_000 });
  assert.equal(other.inflight.size, 0);
});

test('a broker that makes this client wait for its quota is named, and no line is written for moments', () => {
  const said: [string, object][] = [];
  const logger = { debug: () => undefined, error: (text: string, of: object) => void said.push([text, of]) };
  const { queue: throttled } = queue({ broker: 'kafka:9092', logger });
  throttled.maybeThrottle(400);
  throttled.maybeThrottle(null);
  assert.deepEqual(said, []);
  throttled.maybeThrottle(9_000);
  assert.deepEqual(said, [
    ['a quota of the broker makes this client wait', { broker: 'kafka:9092', throttledMs: 9_000 }],
  ]);
  assert.ok(throttled.throttledUntil > Date.now() + 8_000);
});
