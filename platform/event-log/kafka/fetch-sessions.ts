/**
 * Fetch sessions (KIP-227) for kafkajs 2.2.4, which names every partition of every topic in each fetch; the broker
 * answers for each of them, mostly with nothing, and kafkajs passes each empty answer through a queue of promises. In a
 * session the broker remembers what is asked for: a fetch names only changes, and an answer only partitions with news.
 * After any error a new session begins with a fetch that names everything. A broker without room for a session answers
 * every fetch as if it were the first.
 */
import { createRequire } from 'node:module';
import { FETCH, type FetchOptions, NO_EPOCH, NO_SESSION } from './request-encoding.ts';

/** The epoch of a fetch that names everything and asks for a session. */
const FIRST_EPOCH = 0;
/** The epoch after this one is 1. */
const LAST_EPOCH = 2 ** 31 - 1;

type Topics = FetchOptions['topics'];
type Partition = Topics[number]['partitions'][number];

/** The part of an answer that tells how its session continues. */
export interface SessionAnswer {
  errorCode: number;
  sessionId: number;
  responses: unknown[];
}

interface Broker {
  versions: Record<number, { maxVersion: number }> | null;
  lookupRequest(apiKey: number, definition: object): (options: FetchOptions) => object;
  fetch(options: FetchOptions): Promise<SessionAnswer>;
  [name: symbol]: (request: object) => Promise<SessionAnswer>;
}

const require = createRequire(import.meta.url);
const { prototype: broker }: { prototype: Broker } = require('kafkajs/src/broker/index.js');
const { requests } = require('kafkajs/src/protocol/requests/index.js');
const shuffle: <T>(all: readonly T[]) => T[] = require('kafkajs/src/utils/shuffle.js');
const { fetch: fetchAll } = broker;
const SEND_REQUEST = symbolOf('private:Broker:sendRequest');

/** Sessions by broker. Each consumer has its own client, so a broker object belongs to one consumer. */
const sessions = new WeakMap<Broker, FetchSession>();

/** Call it before a consumer is created; further calls change nothing. */
export function fetchInSessions(): void {
  broker.fetch = async function (this: Broker, options) {
    if ((this.versions?.[FETCH.apiKey]?.maxVersion ?? 0) < FETCH.version) return fetchAll.call(this, options);
    const session = sessions.get(this) ?? new FetchSession();
    sessions.set(this, session);
    return session.ask(options, asked => sendFetch(this, asked));
  };
}

export function sendFetch(to: Broker, asked: FetchOptions): Promise<SessionAnswer> {
  const request = to.lookupRequest(FETCH.apiKey, requests.Fetch);
  return to[SEND_REQUEST]?.(request(asked)) as Promise<SessionAnswer>;
}

function symbolOf(description: string): symbol {
  const found = Object.getOwnPropertySymbols(broker).find(each => each.description === description);
  if (found === undefined) throw new Error(`kafkajs has no ${description}`);
  return found;
}

export class FetchSession {
  private id = NO_SESSION;
  private epoch = FIRST_EPOCH;
  /** What the broker remembers, by topic and partition. */
  private readonly known = new Map<string, Map<number, Partition>>();
  private isAsking = false;

  async ask(
    options: FetchOptions,
    send: (asked: FetchOptions) => Promise<SessionAnswer>,
  ): Promise<SessionAnswer> {
    // One fetch at a time; when brokers come and go, kafkajs may start another while an earlier one is running.
    if (this.isAsking) return send({ ...options, sessionId: NO_SESSION, sessionEpoch: NO_EPOCH });
    this.isAsking = true;
    try {
      const answer = await send(this.next(options));
      if (answer.errorCode === 0) this.goOn(answer.sessionId);
      else this.beginAnew();
      return answer;
    } catch (error) {
      // The broker may have answered, or not even been asked.
      this.beginAnew();
      throw error;
    } finally {
      this.isAsking = false;
    }
  }

  private next(options: FetchOptions): FetchOptions {
    const { topics } = options;
    const session = { sessionId: this.id, sessionEpoch: this.epoch };
    if (this.epoch !== FIRST_EPOCH)
      return {
        ...options,
        ...session,
        topics: this.changed(topics),
        forgottenTopics: this.forgotten(topics),
      };
    this.changed(topics);
    // Partitions that come first in an answer are not crowded out of it (KIP-74), so their order is random. In a
    // session the broker takes care of that.
    const inTurn = topics.map(({ topic, partitions }) => ({ topic, partitions: shuffle(partitions) }));
    return { ...options, ...session, topics: shuffle(inTurn) };
  }

  private goOn(id: number): void {
    this.id = id;
    this.epoch = this.epoch === LAST_EPOCH ? 1 : this.epoch + 1;
    if (id === NO_SESSION) this.beginAnew();
  }

  /** The next fetch names the session that it replaces, so that the broker frees its place. */
  private beginAnew(): void {
    this.epoch = FIRST_EPOCH;
    this.known.clear();
  }

  /** Partitions that the broker does not know, or knows differently. */
  private changed(topics: Topics): Topics {
    const changed: Topics[number][] = [];
    for (const { topic, partitions } of topics) {
      const known = this.knownOf(topic);
      const news = partitions.filter(each => !isSame(each, known.get(each.partition)));
      for (const each of news) known.set(each.partition, each);
      if (news.length > 0) changed.push({ topic, partitions: news });
    }
    return changed;
  }

  /** Partitions that are no longer asked for: paused, or another member's. */
  private forgotten(topics: Topics): { topic: string; partitions: number[] }[] {
    const forgotten: { topic: string; partitions: number[] }[] = [];
    for (const [topic, known] of this.known) {
      const asked = topics.find(each => each.topic === topic)?.partitions ?? [];
      if (asked.length === known.size) continue;
      const gone = [...known.keys()].filter(number => !asked.some(({ partition }) => partition === number));
      for (const partition of gone) known.delete(partition);
      if (gone.length > 0) forgotten.push({ topic, partitions: gone });
    }
    return forgotten;
  }

  private knownOf(topic: string): Map<number, Partition> {
    const known = this.known.get(topic) ?? new Map<number, Partition>();
    this.known.set(topic, known);
    return known;
  }
}

const isSame = (one: Partition, other: Partition | undefined): boolean =>
  one.fetchOffset === other?.fetchOffset && one.maxBytes === other.maxBytes;
