/**
 * One Redis, its keys and its errors. Every key begins with the same hash tag: a script that touches several of them
 * is legal in Redis Cluster (the read model then lives on one shard; a million jobs take about 1.2 GB).
 *
 * `{tag}:live` names the live generation; the projected views of a generation are a few hashes below `{tag}:<n>:`, so
 * that dropping one is a handful of UNLINKs. Windows, breakers, claims and the progress of jobs stand outside the
 * generations.
 */
import type { Redis } from 'ioredis';
import { reasonOf } from '../../reason.ts';
import { type OnAnswer, timed } from '../../server-calls.ts';
import { ViewStoreUnavailable } from '../view-store.ts';
import { AddressWatch } from './address-watch.ts';
import { BatchedRedis } from './batched-redis.ts';
import type { Reply, Script } from './scripts.ts';

/** Together about 3 s, longer than a restart of the server. */
const MAX_RETRIES_PER_REQUEST = 8;
const LONGEST_RECONNECT_PAUSE_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** A server that is frozen, or too busy to be of use. */
const COMMAND_TIMEOUT_MS = 5_000;
/**
 * A connection that owes answers and brings nothing is given up: where a network has swallowed packets, the system sends
 * again on it later and later, up to two minutes. Longer than a command may take, so that each has failed by itself.
 */
const SILENCE_LIMIT_MS = 6_000;

/**
 * How a server says that it cannot serve now: all of it passes without us. MISCONF is a full disk of its own, NOREPLICAS
 * a failover that is not over, MOVED a cluster whose operator has moved our keys (`checkNode`), and somebody who kills scripts means the one that keeps others waiting.
 */
const NOT_NOW =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|OOM|BUSY|MISCONF|NOREPLICAS|MOVED|ASK|ERR max number of clients|ERR Script killed)/;

/**
 * Rights that were there when the store was opened, and were taken away: who did so gives them back, and needs no restart of ours.
 * The last is how Redis 7.0 says NOPERM inside of a script.
 */
const NOT_US = /^(NOPERM|NOAUTH|WRONGPASS|ERR The user executing the script)/;

/** The server's own answers are mistakes of ours, unless it says that it cannot serve now. */
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

/** This file alone knows which client it is. */
export type RedisClient = Redis;

export interface KeyspaceOptions {
  onAnswer?: OnAnswer | undefined;
  /** The address leads to another server now; `isSeveral`: to one and another by turns. */
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
      // Where a server loads its data its own guess counts otherwise, up to 10 s.
      maxLoadingRetryTime: LONGEST_RECONNECT_PAUSE_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      // After a failover the old primary may keep its connections: the address leads to the new one by now. Where it cannot
      // follow that one it refuses what is read as well.
      reconnectOnError: error => /^(READONLY|MASTERDOWN)/.test(error.message),
    });
    // Every command fails by itself, by a word that does not tell why.
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

  /** Of its own connection; subscribers end with what they hear. */
  close(): void {
    this.watch.stop();
    this.redis.disconnect();
  }

  /** A connection for a subscription: it waits out any outage, since nobody waits for its answers. */
  subscriber(): Redis {
    const subscriber = this.redis.duplicate({
      maxRetriesPerRequest: null,
      commandTimeout: undefined,
      // `Subscription` does, and hears what comes of it.
      autoResubscribe: false,
    });
    // Without a listener ioredis would print each lost connection.
    subscriber.on('error', () => undefined);
    this.subscribers.push(subscriber);
    return subscriber;
  }

  /** On a connection of a moment. */
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
