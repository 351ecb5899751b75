/**
 * kafkajs 2.2.4 on Node 24 wakes about 900 times a second per connection: it arms a timer with a negative delay
 * (`throttledUntil` is -1 while nothing is throttled), which fires at once and arms itself again for ever.
 * The replacement arms a timer only while requests are pending. That is enough: queueing a request, an answer and a
 * time-out each call it again, and with nothing pending there is nothing to check.
 *
 * It gives up requests that had their time as soon as its timer comes. Where this process stood still that is before it reads, and answers
 * that had come meanwhile were given up, with their connection. Here whatever has come is read first.
 *
 * That a broker throttles a client it says at debug alone: callers who wait, and consumers that read nothing, would have no reason.
 *
 * It also keeps the requests that wait for their answers in one Map for as long as the connection lives, which would keep those that are
 * over in memory as well (transient.ts).
 */
import { createRequire } from 'node:module';
import { TransientMap } from '../../transient.ts';

/** How often a queue that is merely full (not throttled) is looked at; an answer drains it sooner. */
const FULL_QUEUE_CHECK_MS = 10;

/** Shorter waits are what a quota in use looks like. */
const THROTTLING_SAID_FROM_MS = 1_000;

/** How often requests are looked at that may have had their time. */
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
  /** Ends the look at requests that have had their time. */
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
  // The constructor assigns a Map; this puts another in its place.
  Object.defineProperty(requestQueueClass.prototype, 'inflight', {
    configurable: true,
    set(this: RequestQueue) {
      Object.defineProperty(this, 'inflight', { value: new TransientMap(), writable: true });
    },
  });
}
