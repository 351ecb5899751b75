/**
 * One Redis, its keys and its errors. Every key begins with the same hash tag, so that a script may use several of them
 * in Redis Cluster (the read model then lives on one shard; a million jobs take about 1.2 GB).
 *
 * `{tag}:live` names the live generation. The projected views of a generation are a few hashes below `{tag}:<n>:`, so
 * that dropping one takes a handful of UNLINKs. Windows, breakers, claims and the progress of jobs are outside the
 * generations.
 */
import type { Redis } from 'ioredis';
import { reasonOf } from '../../reason.ts';
import { type OnAnswer, timed } from '../../server-calls.ts';
import { ViewStoreUnavailable } from '../view-store.ts';
import { AddressWatch } from './address-watch.ts';
import { BatchedRedis } from './batched-redis.ts';
import type { Reply, Script } from './scripts.ts';

/** About 3 s in all, longer than a restart of the server. */
const MAX_RETRIES_PER_REQUEST = 8;
const LONGEST_RECONNECT_PAUSE_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** A server that does not answer within this time is frozen, or too busy to be useful. */
const COMMAND_TIMEOUT_MS = 5_000;
/**
 * A connection that owes answers and receives nothing for this long is closed: if a network has swallowed packets, the
 * system retries later and later, for up to two minutes. Longer than a command may take, so that each command fails by
 * itself first.
 */
const SILENCE_LIMIT_MS = 6_000;

/**
 * Errors by which a server says that it cannot serve now; all of them pass without our help. MISCONF means its own disk
 * is full, NOREPLICAS that a failover is not complete, MOVED that an operator has moved our keys in a cluster
 * (`checkNode`); and somebody who kills scripts means the one that blocks the others.
 */
const NOT_NOW =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|OOM|BUSY|MISCONF|NOREPLICAS|MOVED|ASK|ERR max number of clients|ERR Script killed)/;

/**
 * Missing rights. They existed when the store was opened, so an operator who removed them by mistake can give them
 * back, without a restart of ours. The last pattern is NOPERM inside a script in Redis 7.0.
 */
const NOT_US = /^(NOPERM|NOAUTH|WRONGPASS|ERR The user executing the script)/;

/** Whether the error is the server's refusal of a wrong command, and not that it cannot serve now. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'ReplyError' && !NOT_NOW.test(error.message);

const isWithoutConnection = (error: unknown): boolean =>
  error instanceof Error && error.name === 'MaxRetriesPerRequestError';

const VIEWS = [
  'folded-at',
  'jobs',
  'finished',
  'unfinished',
  'undelivered',
  'by-key',
  'keys',
  'quota',
  'in-flight',
  'idempotency',
  'idempotency-until',
  'positions',
  'caught-up',
  'fold',
];

/** The client's type; no other file names ioredis. */
export type RedisClient = Redis;

export interface KeyspaceOptions {
  onAnswer?: OnAnswer | undefined;
  /** Called when the address leads to another server; `isSeveral`: when it leads to several by turns. */
  onMoved?: ((isSeveral: boolean) => void) | undefined;
}

export class Keyspace {
  readonly redis: Redis;
  readonly prefix: string;
  readonly watch: AddressWatch;
  private readonly onAnswer: OnAnswer | undefined;
  private readonly subscribers: Redis[] = [];
  /** Why there is no connection, or was none. */
  private connectionError: unknown;

  constructor(url: string, tag: string, { onAnswer, onMoved }: KeyspaceOptions = {}) {
    this.onAnswer = onAnswer;
    this.prefix = `{${tag}}:`;
    this.redis = new BatchedRedis(url, {
      maxRetriesPerRequest: MAX_RETRIES_PER_REQUEST,
      retryStrategy: attempt => Math.min(50 * attempt, LONGEST_RECONNECT_PAUSE_MS),
      // Otherwise the server's own estimate of its loading time is used, up to 10 s.
      maxLoadingRetryTime: LONGEST_RECONNECT_PAUSE_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      // After a failover the old primary may keep its connections, although the address leads to the new one. If it
      // cannot follow the new one it refuses reads too.
      reconnectOnError: error => /^(READONLY|MASTERDOWN)/.test(error.message),
    });
    // Every command fails by itself, but with an error that does not give the reason.
    this.redis.on('error', error => {
      this.connectionError = error;
    });
    this.watch = new AddressWatch({
      here: () => this.redis.info('server'),
      atAddress: () => this.toldAtAddress(),
      onMoved: () => {
        onMoved?.(false);
        for (const client of [this.redis, ...this.subscribers]) client.disconnect(true);
      },
      onSeveral: () => onMoved?.(true),
    });
  }

  /** Closes this connection; subscribers close with their subscriptions. */
  close(): void {
    this.watch.stop();
    this.redis.disconnect();
  }

  /** A connection for a subscription. It waits out any outage, because nobody waits for its answers. */
  subscriber(): Redis {
    const subscriber = this.redis.duplicate({
      maxRetriesPerRequest: null,
      commandTimeout: undefined,
      // `Subscription` subscribes again itself, and sees the result.
      autoResubscribe: false,
    });
    // Without a listener ioredis prints each lost connection.
    subscriber.on('error', () => undefined);
    this.subscribers.push(subscriber);
    return subscriber;
  }

  /** Asks on a short-lived connection of its own. */
  private async toldAtAddress(): Promise<string> {
    const once = this.redis.duplicate({
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    once.on('error', () => undefined);
    try {
      return await once.info('server');
    } finally {
      once.disconnect();
    }
  }

  /** `generation` is empty for the live one. */
  run(script: Script, generation: string, ...args: (string | number)[]): Promise<Reply> {
    return this.reach(() => script.run(this.redis, `${this.prefix}slot`, [generation, this.prefix, ...args]));
  }

  async reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await timed(this.onAnswer, 'command', work, error => !isRefusal(error));
    } catch (error) {
      if (isRefusal(error) && !NOT_US.test(error.message)) throw error;
      const cause = isWithoutConnection(error) ? (this.connectionError ?? error) : error;
      throw new ViewStoreUnavailable(`the view store could not be reached: ${reasonOf(cause)}`, { cause });
    }
  }

  async dropGeneration(generation: string): Promise<void> {
    await this.reach(() => this.redis.unlink(...VIEWS.map(view => `${this.prefix}${generation}:${view}`)));
  }
}
