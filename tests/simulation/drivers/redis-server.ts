/** A Redis in memory: the commands that the product's adapter and scripts use, run atomically one at a time. */
import { createHash } from 'node:crypto';
import type { World } from '../virtual/world.ts';
import { type Compiled, luaScript, type RedisReply } from './lua.ts';

type Value = string | Map<string, string> | Set<string>;

interface Stored {
  value: Value;
  /** Virtual ms; infinite if it never expires. */
  expiresAt: number;
}

export class RedisError extends Error {
  override readonly name = 'ReplyError';
}

interface Script {
  sha: string;
  run: Compiled;
}

/** Compiled scripts by text, shared by all histories. */
const SCRIPTS = new Map<string, Script>();

function compiled(text: string): Script {
  const known = SCRIPTS.get(text) ?? {
    sha: createHash('sha1').update(text).digest('hex'),
    run: luaScript(text),
  };
  SCRIPTS.set(text, known);
  return known;
}

export class RedisServer {
  private readonly world: World;
  private data = new Map<string, Stored>();
  private readonly known = new Map<string, Compiled>();
  private readonly subscribers = new Set<(channel: string, message: string) => void>();

  constructor(world: World) {
    this.world = world;
  }

  /** A copy of the data, to return to later. */
  copy(): Map<string, Stored> {
    return structuredClone(this.data);
  }

  /** Replaces the data: a replica that has seen less, or nothing, takes over. */
  become(data: Map<string, Stored>): void {
    this.data = structuredClone(data);
    this.known.clear();
  }

  subscribe(heard: (channel: string, message: string) => void): () => void {
    this.subscribers.add(heard);
    return () => this.subscribers.delete(heard);
  }

  evalsha(sha: string, keys: number, rest: readonly string[]): RedisReply {
    const script = this.known.get(sha);
    if (script === undefined) throw new RedisError('NOSCRIPT No matching script.');
    return this.runScript(script, keys, rest);
  }

  eval(text: string, keys: number, rest: readonly string[]): RedisReply {
    const { sha, run } = compiled(text);
    this.known.set(sha, run);
    return this.runScript(run, keys, rest);
  }

  private runScript(script: Compiled, keys: number, rest: readonly string[]): RedisReply {
    return script((name, ...given) => this.run(name, given), rest.slice(0, keys), rest.slice(keys));
  }

  run(name: string, given: readonly string[]): RedisReply {
    const command = COMMANDS[name];
    if (command === undefined) throw new TypeError(`the simulated Redis has no ${name}`);
    return command(this, given);
  }

  now(): number {
    return this.world.now;
  }

  epochNow(): number {
    return Math.floor(this.world.epoch + this.world.now);
  }

  get(key: string): Value | undefined {
    const stored = this.data.get(key);
    if (stored === undefined || stored.expiresAt > this.world.now) return stored?.value;
    this.data.delete(key);
    return undefined;
  }

  text(key: string): string | null {
    const value = this.get(key);
    if (value !== undefined && typeof value !== 'string') throw new RedisError('WRONGTYPE');
    return value ?? null;
  }

  hash(key: string): Map<string, string> | undefined {
    const value = this.get(key);
    if (value !== undefined && !(value instanceof Map)) throw new RedisError('WRONGTYPE');
    return value;
  }

  /** The hash (or sorted set) at the key, created if it is missing. */
  written(key: string): Map<string, string> {
    const known = this.hash(key) ?? new Map<string, string>();
    if (known.size === 0) this.put(key, known);
    return known;
  }

  put(key: string, value: Value, expiresAt = Number.POSITIVE_INFINITY): void {
    this.data.set(key, { value, expiresAt });
  }

  expire(key: string, at: number): number {
    const stored = this.data.get(key);
    if (stored === undefined || this.get(key) === undefined) return 0;
    stored.expiresAt = at;
    return 1;
  }

  delete(keys: readonly string[]): number {
    return keys.filter(key => this.get(key) !== undefined && this.data.delete(key)).length;
  }

  dropIfEmpty(key: string): void {
    const value = this.data.get(key)?.value;
    if (value !== undefined && typeof value !== 'string' && value.size === 0) this.data.delete(key);
  }

  publish(channel: string, message: string): number {
    for (const heard of [...this.subscribers]) heard(channel, message);
    return this.subscribers.size;
  }
}

type Command = (server: RedisServer, given: readonly string[]) => RedisReply;

function set(server: RedisServer, [key = '', value = '', ...options]: readonly string[]): RedisReply {
  const words = options.map(option => option.toUpperCase());
  const at = words.indexOf('PX');
  const lifeMs =
    at >= 0 ? Number(options[at + 1]) : words[0] === 'EX' ? Number(options[1]) * 1_000 : Infinity;
  if (words.includes('NX') && server.get(key) !== undefined) return null;
  server.put(key, value, server.now() + lifeMs);
  return 'OK';
}

/** `pairs`: fields and values in turn. */
function hset(server: RedisServer, [key = '', ...pairs]: readonly string[]): RedisReply {
  const hash = server.written(key);
  const before = hash.size;
  for (let at = 0; at < pairs.length; at += 2) hash.set(pairs[at]!, pairs[at + 1]!);
  return hash.size - before;
}

/** The members in a range of scores. A sorted set is kept as a hash of scores, because these sets are small. */
function range(server: RedisServer, [key = '', least = '', most = '', ...rest]: readonly string[]): string[] {
  const bound = (text: string) =>
    text === '-inf' ? -Infinity : text === '+inf' ? Infinity : Number(text.replace('(', ''));
  const [low, high] = [bound(least), bound(most)];
  const fits = (score: number) =>
    (least.startsWith('(') ? score > low : score >= low) &&
    (most.startsWith('(') ? score < high : score <= high);
  const found = [...(server.hash(key) ?? [])]
    .map(([member, score]) => ({ member, score: Number(score) }))
    .filter(({ score }) => fits(score))
    .sort((a, b) => a.score - b.score || (a.member < b.member ? -1 : 1))
    .map(({ member }) => member);
  const [word, offset, count] = rest;
  return word?.toUpperCase() === 'LIMIT'
    ? found.slice(Number(offset), Number(offset) + Number(count))
    : found;
}

/** Members with equal scores in reverse order of their bytes. */
function reverseByBytes(
  server: RedisServer,
  [key = '', most = '', least = '', , offset, count]: readonly string[],
): string[] {
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const fits = (member: string) => {
    const [low, high] = [compare(member, least.slice(1)), compare(member, most.slice(1))];
    return (least.startsWith('(') ? low > 0 : low >= 0) && (most.startsWith('(') ? high < 0 : high <= 0);
  };
  const found = [...(server.hash(key)?.keys() ?? [])].filter(fits).sort((a, b) => compare(b, a));
  return found.slice(Number(offset), Number(offset) + Number(count));
}

function removeFields(server: RedisServer, [key = '', ...fields]: readonly string[]): RedisReply {
  const hash = server.hash(key);
  const removed = fields.filter(field => hash?.delete(field)).length;
  server.dropIfEmpty(key);
  return removed;
}

function increase(server: RedisServer, key: string, by: number): number {
  const next = Number(server.text(key) ?? '0') + by;
  server.put(key, String(next));
  return next;
}

function members(server: RedisServer, key: string): Set<string> {
  const value = server.get(key) ?? new Set<string>();
  if (!(value instanceof Set)) throw new RedisError('WRONGTYPE');
  if (value.size === 0) server.put(key, value);
  return value;
}

/** One step of a scan; its cursor is the number of fields visited so far. */
function scanned(server: Parameters<Command>[0], [key = '', cursor, , count]: readonly string[]) {
  const pairs = [...(server.hash(key) ?? [])];
  const next = Number(cursor) + Number(count);
  return [next < pairs.length ? String(next) : '0', pairs.slice(Number(cursor), next).flat()];
}

const COMMANDS: Readonly<Record<string, Command>> = {
  PING: () => 'PONG',
  INFO: () => '',
  TIME: server => {
    const now = server.epochNow();
    return [String(Math.floor(now / 1_000)), String((now % 1_000) * 1_000)];
  },
  GET: (server, [key = '']) => server.text(key),
  SET: set,
  DEL: (server, keys) => server.delete(keys),
  UNLINK: (server, keys) => server.delete(keys),
  EXISTS: (server, keys) => keys.filter(key => server.get(key) !== undefined).length,
  INCR: (server, [key = '']) => increase(server, key, 1),
  INCRBY: (server, [key = '', by]) => increase(server, key, Number(by)),
  DECR: (server, [key = '']) => increase(server, key, -1),
  PEXPIRE: (server, [key = '', ms]) => server.expire(key, server.now() + Number(ms)),
  EXPIRE: (server, [key = '', seconds]) => server.expire(key, server.now() + Number(seconds) * 1_000),
  HGET: (server, [key = '', field = '']) => server.hash(key)?.get(field) ?? null,
  HMGET: (server, [key = '', ...fields]) => fields.map(field => server.hash(key)?.get(field) ?? null),
  HGETALL: (server, [key = '']) => [...(server.hash(key) ?? [])].flat(),
  HSCAN: scanned,
  HKEYS: (server, [key = '']) => [...(server.hash(key)?.keys() ?? [])],
  HLEN: (server, [key = '']) => server.hash(key)?.size ?? 0,
  HEXISTS: (server, [key = '', field = '']) => (server.hash(key)?.has(field) ? 1 : 0),
  HSET: hset,
  HMSET: hset,
  HSETNX: (server, [key = '', field = '', value = '']) =>
    server.hash(key)?.has(field) ? 0 : hset(server, [key, field, value]),
  HDEL: removeFields,
  HINCRBY: (server, [key = '', field = '', by]) => {
    const hash = server.written(key);
    const next = Number(hash.get(field) ?? '0') + Number(by);
    hash.set(field, String(next));
    return next;
  },
  ZADD: (server, [key = '', ...pairs]) =>
    hset(server, [key, ...pairs.flatMap((score, at) => (at % 2 === 0 ? [pairs[at + 1]!, score] : []))]),
  ZSCORE: (server, [key = '', member = '']) => server.hash(key)?.get(member) ?? null,
  ZCARD: (server, [key = '']) => server.hash(key)?.size ?? 0,
  ZREM: removeFields,
  ZRANGEBYSCORE: range,
  ZREVRANGEBYLEX: reverseByBytes,
  ZCOUNT: (server, given) => range(server, given).length,
  ZREMRANGEBYSCORE: (server, given) => {
    const found = range(server, given);
    return found.length === 0 ? 0 : removeFields(server, [given[0]!, ...found]);
  },
  SADD: (server, [key = '', ...given]) => {
    const set = members(server, key);
    for (const member of given) set.add(member);
    return given.length;
  },
  SREM: (server, [key = '', ...given]) => given.filter(member => members(server, key).delete(member)).length,
  SMEMBERS: (server, [key = '']) => [...members(server, key)],
  SISMEMBER: (server, [key = '', member = '']) => (members(server, key).has(member) ? 1 : 0),
  SCARD: (server, [key = '']) => members(server, key).size,
  PUBLISH: (server, [channel = '', message = '']) => server.publish(channel, message),
};
