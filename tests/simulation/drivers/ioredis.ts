/** Stands in for the package `ioredis`: the part of its client that platform/view-store/redis uses, including its retries. */
import { EventEmitter } from 'node:events';
import { Connection } from '../virtual/network.ts';
import { currentProcess } from '../virtual/world.ts';
import { backend } from './backend.ts';
import type { RedisReply } from './lua.ts';
import { failOnMissing } from './missing.ts';
import { RedisError } from './redis-server.ts';

interface Options {
  maxRetriesPerRequest?: number | null;
  commandTimeout?: number | undefined;
}

type Given = string | number;
const RECONNECT_PAUSE_MS = 350;
const texts = (given: readonly Given[]) => given.map(String);

export class Redis extends EventEmitter {
  private readonly options: Options;
  private readonly backend = backend();
  private readonly process = currentProcess();
  private connection = new Connection();
  private readonly subscribed = new Map<string, () => void>();
  private isClosed = false;

  constructor(_url: string, options: Options = {}) {
    super();
    this.options = options;
  }

  get status(): string {
    return !this.isClosed && this.backend.network.isOpen(this.process, 'redis') ? 'ready' : 'reconnecting';
  }

  duplicate(changes: Options): Redis {
    return new Redis('', { ...this.options, ...changes });
  }

  disconnect(): void {
    this.isClosed = true;
    for (const end of this.subscribed.values()) end();
  }

  async subscribe(channel: string): Promise<void> {
    const { redis, network } = this.backend;
    const isFirst = this.subscribed.size === 0;
    await this.send(() => {
      if (this.subscribed.has(channel)) return 1;
      const end = redis.subscribe((name, message) => {
        if (name !== channel) return;
        const told = () => {
          if (this.isClosed) return;
          this.emit('message', name, message);
          this.emit('messageBuffer', Buffer.from(name), Buffer.from(message, 'latin1'));
        };
        if (this.process === undefined) setTimeout(told, 1);
        else network.push(this.process, 'redis', this.connection, told);
      });
      this.subscribed.set(channel, end);
      this.process?.onKilled(end);
      return 1;
    });
    if (isFirst) network.onHealed(() => this.process?.enter(() => !this.isClosed && this.emit('ready')));
  }

  evalsha(sha: string, keys: number, ...given: Given[]): Promise<RedisReply> {
    return this.send(() => this.backend.redis.evalsha(sha, keys, texts(given)));
  }

  eval(text: string, keys: number, ...given: Given[]): Promise<RedisReply> {
    return this.send(() => this.backend.redis.eval(text, keys, texts(given)));
  }

  ping = () => this.command('PING');
  time = () => this.command('TIME');
  info = (section: string) => this.command('INFO', section);
  get = (key: string) => this.command('GET', key);
  set = (...given: Given[]) => this.command('SET', ...given);
  incr = (key: string) => this.command('INCR', key);
  del = (...keys: string[]) => this.command('DEL', ...keys);
  exists = (...keys: string[]) => this.command('EXISTS', ...keys);
  publish = (channel: string, message: Buffer) =>
    this.command('PUBLISH', channel, message.toString('latin1'));
  unlink = (...keys: string[]) => this.command('UNLINK', ...keys);
  sadd = (key: string, ...members: string[]) => this.command('SADD', key, ...members);
  srem = (key: string, ...members: string[]) => this.command('SREM', key, ...members);
  hgetall = async (key: string) => fieldsOf(await this.command('HGETALL', key));
  multi = () => new Transaction(commands => this.send(() => this.runAll(commands)));
  smembers = (key: string) => this.command('SMEMBERS', key);

  private command(name: string, ...given: Given[]): Promise<RedisReply> {
    return this.send(() => this.backend.redis.run(name, texts(given)));
  }

  private runAll(commands: readonly Queued[]): RedisReply {
    return commands.map(([name, given]) => this.backend.redis.run(name, given));
  }

  /** Sends a command, again if the connection breaks before its answer: then it may run twice. */
  private async send(work: () => RedisReply): Promise<RedisReply> {
    const { maxRetriesPerRequest = 20 } = this.options;
    for (let attempt = 0; ; attempt++) {
      if (this.isClosed) throw new Error('Connection is closed.');
      try {
        return await this.attempt(work);
      } catch (error) {
        if (error instanceof RedisError || error instanceof CommandTimeout) throw error;
        if (attempt >= (maxRetriesPerRequest ?? Number.POSITIVE_INFINITY))
          throw new Error('Reached the max retries per request limit', { cause: error });
        this.connection = new Connection();
        await new Promise<void>(resolve => setTimeout(resolve, RECONNECT_PAUSE_MS));
      }
    }
  }

  private attempt(work: () => RedisReply): Promise<RedisReply> {
    const { commandTimeout } = this.options;
    const { promise, resolve, reject } = Promise.withResolvers<RedisReply>();
    const timer =
      commandTimeout === undefined
        ? undefined
        : setTimeout(() => reject(new CommandTimeout('Command timed out')), commandTimeout);
    this.backend.network.ask('redis', this.connection, work).then(
      reply => {
        clearTimeout(timer);
        resolve(reply);
      },
      error => {
        clearTimeout(timer);
        reject(error);
      },
    );
    return promise;
  }
}

type Queued = [name: string, given: string[]];

/** MULTI … EXEC: commands that are sent together and run as one step. */
class Transaction {
  private readonly commands: Queued[] = [];
  private readonly run: (commands: readonly Queued[]) => Promise<RedisReply>;

  constructor(run: (commands: readonly Queued[]) => Promise<RedisReply>) {
    this.run = run;
  }

  del(...keys: string[]): this {
    return this.queue('DEL', keys);
  }

  hset(key: string, fields: Record<string, Given>): this {
    return this.queue('HSET', [key, ...texts(Object.entries(fields).flat())]);
  }

  pexpire(key: string, ms: number): this {
    return this.queue('PEXPIRE', texts([key, ms]));
  }

  exec(): Promise<RedisReply> {
    return this.run(this.commands);
  }

  private queue(name: string, given: string[]): this {
    this.commands.push([name, given]);
    return this;
  }
}

function fieldsOf(reply: RedisReply): Record<string, string> {
  const flat = reply as string[];
  return Object.fromEntries(flat.flatMap((field, at) => (at % 2 === 0 ? [[field, flat[at + 1]!]] : [])));
}

class CommandTimeout extends Error {}

failOnMissing(Redis);
failOnMissing(Transaction);
