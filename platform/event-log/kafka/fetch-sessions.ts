/**
 * Fetch sessions (KIP-227). kafkajs 2.2.4 names every partition of every topic in each fetch, and the broker answers for each of them,
 * mostly with nothing; kafkajs then hands each empty one through a queue of promises. In a session the broker remembers what is
 * asked for: a fetch names what has changed, and an answer what has something to tell. Whatever goes wrong begins a new
 * session, by a fetch that names everything; a broker that has no place for one answers each as if it were the first.
 */
import { createRequire } from 'node:module';
import { FETCH, type FetchOptions, NO_EPOCH, NO_SESSION } from './request-encoding.ts';

/** Names everything, and asks for a session. */
const FIRST_EPOCH = 0;
/** The one after it is 1. */
const LAST_EPOCH = 2 ** 31 - 1;

type Topics = FetchOptions['topics'];
type Partition = Topics[number]['partitions'][number];

/** What of an answer tells how its session goes on. */
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

/** A consumer has a client of its own, and in it one of these for each broker that it reads from. */
const sessions = new WeakMap<Broker, FetchSession>();

/** To be called before a consumer is made; again it changes nothing. */
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
    // One at a time; kafkajs may go on while an earlier one is under way where brokers come and go.
    if (this.isAsking) return send({ ...options, sessionId: NO_SESSION, sessionEpoch: NO_EPOCH });
    this.isAsking = true;
    try {
      const answer = await send(this.next(options));
      if (answer.errorCode === 0) this.goOn(answer.sessionId);
      else this.beginAnew();
      return answer;
    } catch (error) {
      // The broker may have answered, or not even have been asked.
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
    // What comes first in an answer is not crowded out of it (KIP-74). In a session the broker sees to that.
    const inTurn = topics.map(({ topic, partitions }) => ({ topic, partitions: shuffle(partitions) }));
    return { ...options, ...session, topics: shuffle(inTurn) };
  }

  private goOn(id: number): void {
    this.id = id;
    this.epoch = this.epoch === LAST_EPOCH ? 1 : this.epoch + 1;
    if (id === NO_SESSION) this.beginAnew();
  }

  /** By a fetch that names the session which it takes the place of, so that the broker keeps no place for that. */
  private beginAnew(): void {
    this.epoch = FIRST_EPOCH;
    this.known.clear();
  }

  /** What the broker does not know of. */
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

  /** What is asked for no longer: paused, or another member's. */
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
