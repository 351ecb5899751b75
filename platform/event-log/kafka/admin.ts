/** Asks the brokers questions: with a time limit, and with a new client after each failure. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, RetryOptions } from 'kafkajs';
import { reasonOf } from '../../reason.ts';
import { within } from '../../within.ts';
import { LogUnavailable } from '../event-log.ts';
import { type ClientFactory, FINITE_RETRY } from './client.ts';
import { TopicMismatch } from './topics.ts';

const ANSWER_LIMIT_MS = 8_000;
const REPEAT_PAUSE_MS = 200;

export interface Bounds {
  partition: number;
  /** The first offset still in the log. */
  low: number;
  /** The offset that the next record will get. */
  high: number;
}

interface Client {
  admin: Admin;
  connected: Promise<void>;
  /** Number of questions in progress. */
  asked: number;
}

export class BoundedAdmin {
  private readonly clients: ClientFactory;
  private readonly retry: RetryOptions;
  private current: Client | undefined;
  private closed = false;

  constructor(clients: ClientFactory, retry = FINITE_RETRY) {
    this.clients = clients;
    this.retry = retry;
  }

  /**
   * The answer to `question`. Repeats it while a broker says that it will soon have an answer: partitions that were
   * just created or moved have no leader where kafkajs still looks for it, and kafkajs's admin retries only some of
   * these errors.
   */
  async ask<T>(question: (admin: Admin) => Promise<T>, limitMs = ANSWER_LIMIT_MS): Promise<T> {
    const end = performance.now() + limitMs;
    for (;;) {
      try {
        return await this.askOnce(question, limitMs, end);
      } catch (error) {
        const isLate = performance.now() + REPEAT_PAUSE_MS >= end;
        if (isLate || !(error instanceof LogUnavailable) || !comesSoon(error.cause)) throw error;
      }
      await sleep(REPEAT_PAUSE_MS);
    }
  }

  private async askOnce<T>(question: (admin: Admin) => Promise<T>, limitMs: number, end: number): Promise<T> {
    if (this.closed) throw new LogUnavailable('the log is closed');
    this.current ??= this.connect();
    const client = this.current;
    client.asked++;
    const asked = client.connected
      .then(() => question(client.admin))
      .then(value => ({ value }))
      .finally(() => this.settled(client));
    try {
      const answer = await within(end - performance.now(), asked);
      if (answer !== undefined) return answer.value;
    } catch (error) {
      this.drop(client);
      if (error instanceof TopicMismatch || error instanceof LogUnavailable) throw error;
      throw new LogUnavailable(`no answer from the brokers: ${reasonOf(error)}`, { cause: error });
    }
    asked.catch(() => undefined);
    this.drop(client);
    disconnect(client);
    throw new LogUnavailable(`the brokers did not answer within ${limitMs} ms`);
  }

  /** Bounds of every partition of a topic, by the broker's name. */
  async bounds(topic: string): Promise<Bounds[]> {
    const offsets = await this.ask(admin => admin.fetchTopicOffsets(topic));
    return offsets.map(({ partition, low, high }) => ({ partition, low: Number(low), high: Number(high) }));
  }

  /** By partition: the offset of the first record from `at` on (epoch ms), or the end if there is none. */
  async offsetsAt(topic: string, at: number): Promise<number[]> {
    const found = await this.ask(admin => admin.fetchTopicOffsetsByTimestamp(topic, Math.max(0, at)));
    const offsets: number[] = [];
    for (const { partition, offset } of found) offsets[partition] = Number(offset);
    return offsets;
  }

  async isReachable(): Promise<boolean> {
    return this.ask(admin => admin.describeCluster()).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    const client = this.current;
    this.current = undefined;
    this.closed = true;
    await within(ANSWER_LIMIT_MS, client?.admin.disconnect() ?? Promise.resolve());
  }

  private connect(): Client {
    const admin = this.clients.create().admin({ retry: this.retry });
    return { admin, connected: admin.connect(), asked: 0 };
  }

  /**
   * Uses a new client for what is asked next. Questions still in progress keep the old one: closing its connections
   * would make them fail for no fault of theirs.
   */
  private drop(client: Client): void {
    if (this.current === client) this.current = undefined;
    if (client.asked === 0) disconnect(client);
  }

  /**
   * Disconnects a dropped client after its last question. A question that continues after a disconnect would connect
   * again, and only here is it known to be over.
   */
  private settled(client: Client): void {
    client.asked--;
    if (client.asked === 0 && this.current !== client) disconnect(client);
  }
}

function disconnect({ admin }: Client): void {
  void admin.disconnect().catch(() => undefined);
}

/** Names of kafkajs errors; `instanceof` would need each class. */
const SOON = new Set([
  'KafkaJSProtocolError',
  // The client has not loaded its metadata yet, or lost it with its connections.
  'KafkaJSMetadataNotLoaded',
  'KafkaJSTopicMetadataNotLoaded',
  // A broker that has gone or come since.
  'KafkaJSBrokerNotFound',
]);

/**
 * Whether the protocol calls a broker's error retriable (https://kafka.apache.org/protocol#protocol_error_codes). If
 * several brokers are asked at once, older metadata may replace newer; kafkajs then throws a TypeError over what is
 * missing, which is retriable too.
 */
function comesSoon(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return error instanceof Error && SOON.has(error.name) && 'retriable' in error && error.retriable === true;
}
