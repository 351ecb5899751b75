/**
 * Appends records with one `sendBatch` at a time: the first record is sent at once, and what arrives meanwhile is the
 * next batch. There is no timer, so a single caller waits for nothing and many share one request.
 *
 * Deliberately not idempotent: kafkajs's idempotent producer loses acknowledged records when sends overlap. A repeated
 * request only makes duplicates, which folds drop. A producer that has not answered for `REPLACE_AFTER_MS` (a frozen
 * leader) is discarded, and the batch is sent through a new one. Brokers that accept less than a batch
 * (`max.message.bytes`) get it in parts; otherwise everything that waited during an outage would be refused as one, and
 * so would everything that waits behind it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, ProducerBatch } from 'kafkajs';
import { type OnAnswer, timed } from '../../server-calls.ts';
import { within } from '../../within.ts';
import { LogUnavailable } from '../event-log.ts';
import type { LogSink } from './client.ts';
import { type Acknowledgement, uncovered } from './coverage.ts';

export interface OutgoingRecord {
  /** The brokers' name of the topic. */
  topic: string;
  partition: number;
  /** Without a value it deletes the record of its key from a compacted topic. */
  message: Message & { value: Buffer | null };
}

/** The part of kafkajs's producer that is used here; tests replace it. */
export interface BatchSender {
  connect(): Promise<void>;
  sendBatch(batch: ProducerBatch): Promise<Acknowledgement[]>;
  disconnect(): Promise<void>;
}

export interface ProducerOptions {
  createSender: () => BatchSender;
  log: LogSink;
  replaceAfterMs?: number;
  onAnswer?: OnAnswer;
}

/** Longer than a failover among healthy brokers, which ends by itself; shorter than callers are willing to wait. */
const REPLACE_AFTER_MS = 8_000;
const RETRY_PAUSE_MS = 100;
/** How long brokers may wait for acknowledgements from each other. */
const ACKNOWLEDGE_TIMEOUT_MS = 5_000;
const CLOSE_LIMIT_MS = 5_000;
/** Most records accepted and not acknowledged; at 500 bytes each, about 10 MB. */
const MAX_QUEUED_RECORDS = 20_000;
const MAX_BATCH_RECORDS = 2_000;
/** One partition's part of a batch must stay below the brokers' `max.message.bytes`, 1 MiB by default. */
const MAX_BATCH_BYTES = 900_000;
/**
 * After brokers have refused a batch as too large, the number of records tried doubles again after this time; each
 * refusal repeats part of a batch.
 */
const GROW_AFTER_MS = 60_000;
const TOO_LARGE = 'too large';

/** The records of one `append`, which are settled together. */
interface Entry {
  records: OutgoingRecord[];
  bytes: number;
  since: number;
  settled: boolean;
  resolve: () => void;
  reject: (error: Error) => void;
}

export class BatchingProducer {
  private readonly options: ProducerOptions;
  private readonly replaceAfterMs: number;
  private readonly queue: Entry[] = [];
  private sending: Entry[] = [];
  private queuedRecords = 0;
  private sender: { client: BatchSender; connected: Promise<void> } | undefined;
  private pumping: Promise<void> | undefined;
  private closed = false;
  private lastError: unknown;
  /** Most records that the brokers accept in one request, and since when that is known. */
  private most = MAX_BATCH_RECORDS;
  private mostSince = 0;

  constructor(options: ProducerOptions) {
    this.options = options;
    this.replaceAfterMs = options.replaceAfterMs ?? REPLACE_AFTER_MS;
  }

  /** Resolves when all records are durable. Rejects after `patienceMs`, though the records may still appear. */
  send(records: OutgoingRecord[], patienceMs: number): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    if (this.closed) return Promise.reject(new LogUnavailable('the log is closed'));
    if (this.queuedRecords + records.length > MAX_QUEUED_RECORDS)
      return Promise.reject(new LogUnavailable('too many events wait for the log'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const message = `the log did not answer within ${patienceMs} ms`;
        settle(entry, () => entry.reject(new LogUnavailable(message, { cause: this.lastError })));
      }, patienceMs);
      const done = (act: () => void) => {
        clearTimeout(timer);
        this.queuedRecords -= records.length;
        act();
      };
      const entry: Entry = {
        records,
        bytes: records.reduce((sum, { message }) => sum + (message.value?.length ?? 0), 0),
        since: performance.now(),
        settled: false,
        resolve: () => done(resolve),
        reject: error => done(() => reject(error)),
      };
      this.queuedRecords += records.length;
      this.queue.push(entry);
      this.pump();
    });
  }

  /** How long the oldest record that is neither acknowledged nor given up has waited, in ms. */
  oldestWaitMs(): number {
    const oldest = [...this.sending, ...this.queue].find(entry => !entry.settled);
    return oldest === undefined ? 0 : performance.now() - oldest.since;
  }

  /** Throws if a record has waited longer than `limitMs`, with the brokers' last error as the cause. */
  check(limitMs: number): void {
    const waitMs = this.oldestWaitMs();
    if (waitMs <= limitMs) return;
    const message = `an event has waited ${Math.round(waitMs)} ms for the log`;
    throw new LogUnavailable(message, { cause: this.lastError });
  }

  /** Sends what is waiting, for a limited time, and disconnects. */
  async close(): Promise<void> {
    this.closed = true;
    await within(CLOSE_LIMIT_MS, this.pumping ?? Promise.resolve());
    for (const entry of [...this.sending, ...this.queue])
      settle(entry, () => entry.reject(new LogUnavailable('the log was closed')));
    await within(CLOSE_LIMIT_MS, this.sender?.client.disconnect() ?? Promise.resolve());
  }

  private pump(): void {
    this.pumping ??= this.sendAll();
  }

  private async sendAll(): Promise<void> {
    // Wait one turn of the microtask queue, so that appends of the same moment go out together.
    await null;
    for (;;) {
      this.sending = this.takeBatch();
      if (this.sending.length === 0) break;
      await this.deliver(this.sending);
    }
    // In the same turn as the check of the queue: an append between the two would wait for ever.
    this.pumping = undefined;
  }

  private takeBatch(): Entry[] {
    const batch: Entry[] = [];
    let [records, bytes] = [0, 0];
    for (let entry = this.queue[0]; entry !== undefined; entry = this.queue[0]) {
      const fits =
        records + entry.records.length <= MAX_BATCH_RECORDS && bytes + entry.bytes <= MAX_BATCH_BYTES;
      if (batch.length > 0 && !fits) break;
      this.queue.shift();
      if (entry.settled) continue;
      batch.push(entry);
      records += entry.records.length;
      bytes += entry.bytes;
    }
    return batch;
  }

  /** Returns when every entry is acknowledged or was given up by its caller. */
  private async deliver(entries: Entry[]): Promise<void> {
    let missing = entries.flatMap(entry => entry.records);
    const usual = this.most;
    while (missing.length > 0 && entries.some(entry => !entry.settled)) {
      const part = missing.slice(0, this.most);
      const rest = missing.slice(this.most);
      const answer = await this.attempt(part);
      if (answer === TOO_LARGE) {
        const [record] = part;
        if (part.length > 1 || record === undefined) this.takeFewer(part.length);
        else {
          missing = this.giveUp(record, entries, missing);
          // This record's size says nothing about how many others the brokers accept.
          this.most = usual;
        }
        continue;
      }
      const again = uncovered(part, answer);
      if (again.length > 0 && answer.length > 0)
        this.options.log.warn({ records: again.length }, 'partitions missing from an answer: sent again');
      if (again.length === 0) this.takeMore();
      missing = [...again, ...rest];
    }
    for (const entry of entries) settle(entry, entry.resolve);
  }

  private takeFewer(refused: number): void {
    this.most = Math.ceil(refused / 2);
    this.mostSince = performance.now();
    this.options.log.warn(
      { records: refused },
      'the brokers take no request as large (max.message.bytes): sent in parts',
    );
  }

  private takeMore(): void {
    if (this.most === MAX_BATCH_RECORDS || performance.now() - this.mostSince < GROW_AFTER_MS) return;
    this.most = Math.min(MAX_BATCH_RECORDS, 2 * this.most);
    this.mostSince = performance.now();
  }

  /** Tells the caller who appended the record, and returns what else is to be sent, so that nobody behind it waits for it. */
  private giveUp(
    record: OutgoingRecord,
    entries: readonly Entry[],
    missing: OutgoingRecord[],
  ): OutgoingRecord[] {
    const message = 'an event is larger than the brokers take (max.message.bytes)';
    const given = entries.find(({ records }) => records.includes(record));
    if (given === undefined) return [];
    settle(given, () => given.reject(new LogUnavailable(message, { cause: this.lastError })));
    const gone = new Set(given.records);
    return missing.filter(each => !gone.has(each));
  }

  /** The partitions that were confirmed; none if the sender failed and was replaced. */
  private async attempt(records: OutgoingRecord[]): Promise<Acknowledgement[] | typeof TOO_LARGE> {
    const { client, connected } = this.currentSender();
    const sent = connected.then(() => client.sendBatch(asBatch(records)));
    const answered = async () => {
      const answer = await within(this.replaceAfterMs, sent);
      if (answer === undefined) throw new Error(`no answer within ${this.replaceAfterMs} ms`);
      return answer;
    };
    try {
      const acknowledged = await timed(this.options.onAnswer, 'append', answered, () => true);
      this.lastError = undefined;
      return acknowledged;
    } catch (error) {
      this.lastError = error;
      if (isTooLarge(error)) return TOO_LARGE;
      this.replace(String(error), sent);
      await sleep(RETRY_PAUSE_MS);
      return [];
    }
  }

  private currentSender() {
    if (this.sender === undefined) {
      const client = this.options.createSender();
      this.sender = { client, connected: client.connect() };
    }
    return this.sender;
  }

  /** Does not wait for the old sender. It is disconnected again when its last call ends, because that call may reconnect it. */
  private replace(reason: string, lastCall: Promise<unknown>): Acknowledgement[] {
    const old = this.sender?.client;
    this.sender = undefined;
    this.options.log.warn({ reason }, 'producer replaced');
    const disconnect = () => old?.disconnect().catch(() => undefined);
    void disconnect();
    void lastCall.then(disconnect, disconnect);
    return [];
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  'type' in error &&
  (error.type === 'MESSAGE_TOO_LARGE' || error.type === 'RECORD_LIST_TOO_LARGE');

function settle(entry: Entry, act: () => void): void {
  if (entry.settled) return;
  entry.settled = true;
  act();
}

function asBatch(records: OutgoingRecord[]): ProducerBatch {
  const byTopic = Map.groupBy(records, record => record.topic);
  return {
    acks: -1,
    timeout: ACKNOWLEDGE_TIMEOUT_MS,
    topicMessages: [...byTopic].map(([topic, group]) => ({
      topic,
      messages: group.map(({ partition, message }) => ({ ...message, partition })),
    })),
  };
}
