/** Peers over Redis PUBLISH: Redis passes a message on and stores nothing. Uses connections of its own. */
import { randomUUID } from 'node:crypto';
import { reasonOf } from '../../reason.ts';
import { isRefusal, Keyspace } from '../../view-store/redis/keyspace.ts';
import { Subscription } from '../../view-store/redis/subscription.ts';
import { MESSAGE_CEILING_BYTES, type Peers, PROCESS_ID } from '../peers.ts';

export interface RedisPeersOptions {
  url: string;
  tag: string;
  role: string;
  /** Called once if the server does not let this user publish or subscribe here. */
  onRefused: (reason: string) => void;
}

export class RedisPeers implements Peers {
  readonly id = randomUUID();
  private readonly keyspace: Keyspace;
  private readonly options: RedisPeersOptions;
  private subscription: Subscription | undefined;
  private isRefused = false;

  constructor(options: RedisPeersOptions) {
    this.options = options;
    this.keyspace = new Keyspace(options.url, options.tag);
  }

  tell(to: string, message: object): void {
    this.publish(this.channel(to), message);
  }

  tellAll(message: object): void {
    this.publish(this.channel(this.options.role), message);
  }

  listen(heard: (from: string, message: unknown) => void): void {
    const client = this.keyspace.subscriber();
    const channels = [this.id, this.options.role].map(name => this.channel(name));
    this.subscription = new Subscription({ client, channels, onRefused: error => this.failed(error) });
    client.on('messageBuffer', (_channel: Buffer, bytes: Buffer) => {
      const said = parsed(bytes);
      if (said !== undefined && said.from !== this.id) heard(said.from, said.message);
    });
  }

  close(): void {
    this.keyspace.close();
    this.subscription?.close();
  }

  private publish(channel: string, message: object): void {
    const { redis } = this.keyspace;
    // While the server is away, a queued message would arrive when it is out of date.
    if (redis.status !== 'ready') return;
    const bytes = Buffer.from(JSON.stringify({ from: this.id, message }));
    redis.publish(channel, bytes).catch(error => this.failed(error));
  }

  private failed(error: unknown): void {
    if (this.isRefused || !isRefusal(error)) return;
    this.isRefused = true;
    this.options.onRefused(reasonOf(error));
  }

  private channel(name: string): string {
    return `${this.keyspace.prefix}peers:${name}`;
  }
}

function parsed(bytes: Buffer): { from: string; message: unknown } | undefined {
  if (bytes.length > MESSAGE_CEILING_BYTES) return undefined;
  try {
    const said: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof said !== 'object' || said === null || !('from' in said) || !('message' in said))
      return undefined;
    const { from, message } = said;
    return typeof from === 'string' && PROCESS_ID.test(from) ? { from, message } : undefined;
  } catch {
    return undefined;
  }
}
