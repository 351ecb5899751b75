/**
 * The relay over Redis PUBLISH: Redis passes a message on and forgets it, in no file of its own (neither snapshot nor
 * append-only file). Connections of its own, so that no document stands before a look-up or a wake-up.
 */
import { Keyspace } from '../../view-store/redis/keyspace.ts';
import { Subscription } from '../../view-store/redis/subscription.ts';
import type { BlobKey, BlobPrefix, NewBlob } from '../blob-store.ts';
import type { BlobRelay } from './blob-relay.ts';

const SEPARATOR = '\n';

export class RedisBlobRelay implements BlobRelay {
  private readonly keyspace: Keyspace;
  private subscription: Subscription | undefined;

  constructor(url: string, tag: string) {
    this.keyspace = new Keyspace(url, tag);
  }

  async send({ key, bytes }: NewBlob): Promise<number> {
    const { redis } = this.keyspace;
    // Blobs must not pile up for a server that is away.
    if (redis.status !== 'ready') return 0;
    const message = Buffer.concat([Buffer.from(key + SEPARATOR), bytes]);
    // Whoever misses it reads the store.
    return await redis.publish(this.channel(prefixOf(key)), message).catch(() => 0);
  }

  listen(prefix: BlobPrefix, heard: (blob: NewBlob) => void): void {
    const client = this.keyspace.subscriber();
    this.subscription = new Subscription({ client, channels: [this.channel(prefix)] });
    client.on('messageBuffer', (_channel: Buffer, message: Buffer) => {
      const end = message.indexOf(SEPARATOR);
      const key = message.toString('latin1', 0, end) as BlobKey;
      // A copy: the message is a part of whatever else was received with it.
      heard({ key, bytes: Buffer.from(message.subarray(end + 1)) });
    });
  }

  close(): void {
    this.keyspace.close();
    this.subscription?.close();
  }

  private channel(prefix: string): string {
    return `${this.keyspace.prefix}blob:${prefix}`;
  }
}

const prefixOf = (key: BlobKey): string => key.slice(0, key.indexOf('/'));
