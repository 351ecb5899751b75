/**
 * Four corrections of kafkajs 2.2.4's request queue.
 *
 * Timer: on Node 24 it wakes about 900 times a second per connection, because it arms a timer with a negative delay
 * (`throttledUntil` is -1 while nothing is throttled) that fires at once and arms itself again. The replacement arms a
 * timer only while requests are pending; queueing a request, an answer and a time-out each arm it again.
 *
 * Time-outs: it gives up overdue requests as soon as its timer fires. After this process had stood still, that is
 * before it reads, so answers that had arrived meanwhile were given up together with their connection. Here everything
 * that has arrived is read first.
 *
 * Throttling: it logs only at debug that a broker throttles a client, so that callers who wait, and consumers that read
 * nothing, would have no explanation.
 *
 * Memory: it keeps the requests that wait for answers in one Map for the connection's lifetime, which would also keep
 * finished ones in memory (transient.ts).
 */
import { createRequire } from 'node:module';
import { TransientMap } from '../../transient.ts';

/** How often a full (not throttled) queue is checked; an answer drains it sooner. */
const FULL_QUEUE_CHECK_MS = 10;

/** Shorter waits are normal for a quota in use. */
const THROTTLING_SAID_FROM_MS = 1_000;

/** How often to look for overdue requests. */
const TIMEOUT_CHECK_MS = 100;

interface SentRequest {
  /** Epoch ms. */
  sentAt: number;
  requestTimeout: number;
  timeoutRequest(): void;
}

export interface RequestQueue {
  readonly broker: string;
  readonly logger: { error(message: string, fields: object): void };
  /** By correlation id. */
  readonly inflight: TransientMap<number, SentRequest>;
  readonly enforceRequestTimeout: boolean;
  readonly requestTimeout: number;
  requestTimeoutIntervalId: NodeJS.Timeout | null;
  isConnected(): boolean;
  /** Stops the check for overdue requests. */
  destroy(): void;
  pending: unknown[];
  /** Epoch ms; -1 while the broker does not throttle us. */
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
  maybeThrottle(waitMs: number | null): void;
}

function scheduleCheckPendingRequests(this: RequestQueue): void {
  if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
  const throttledMs = this.throttledUntil - Date.now();
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    },
    throttledMs > 0 ? throttledMs : FULL_QUEUE_CHECK_MS,
  );
}

function scheduleRequestTimeoutCheck(this: RequestQueue): void {
  if (!this.enforceRequestTimeout) return;
  this.destroy();
  this.requestTimeoutIntervalId = setInterval(
    () => setImmediate(giveUpOverdue, this),
    Math.min(this.requestTimeout, TIMEOUT_CHECK_MS),
  );
}

function giveUpOverdue(queue: RequestQueue): void {
  queue.inflight.forEach(request => {
    if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
  });
  if (!queue.isConnected()) queue.destroy();
}

export const requestQueueClass = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
  new (options: { maxInFlightRequests: number | null; requestTimeout: number }): RequestQueue;
  prototype: RequestQueue;
};

const { maybeThrottle } = requestQueueClass.prototype;

function sayThrottling(this: RequestQueue, waitMs: number | null): void {
  maybeThrottle.call(this, waitMs);
  if (waitMs === null || waitMs < THROTTLING_SAID_FROM_MS) return;
  const { broker } = this;
  this.logger.error('a quota of the broker makes this client wait', { broker, throttledMs: waitMs });
}

export function patchRequestQueue(): void {
  requestQueueClass.prototype.scheduleCheckPendingRequests = scheduleCheckPendingRequests;
  requestQueueClass.prototype.scheduleRequestTimeoutCheck = scheduleRequestTimeoutCheck;
  requestQueueClass.prototype.maybeThrottle = sayThrottling;
  // The constructor assigns a Map; this replaces it.
  Object.defineProperty(requestQueueClass.prototype, 'inflight', {
    configurable: true,
    set(this: RequestQueue) {
      Object.defineProperty(this, 'inflight', { value: new TransientMap(), writable: true });
    },
  });
}
