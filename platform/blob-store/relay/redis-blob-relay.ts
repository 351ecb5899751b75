/**
 * The relay over Redis PUBLISH: Redis passes a message on and stores it in none of its files (neither snapshot nor
 * append-only file). It has connections of its own, so that no document delays a look-up or a wake-up.
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
    // While the server is away, blobs must not pile up.
    if (redis.status !== 'ready') return 0;
    const message = Buffer.concat([Buffer.from(key + SEPARATOR), bytes]);
    // A process that misses the blob reads it from the store.
    return await redis.publish(this.channel(prefixOf(key)), message).catch(() => 0);
  }

  listen(prefix: BlobPrefix, heard: (blob: NewBlob) => void): void {
    const client = this.keyspace.subscriber();
    this.subscription = new Subscription({ client, channels: [this.channel(prefix)] });
    client.on('messageBuffer', (_channel: Buffer, message: Buffer) => {
      const end = message.indexOf(SEPARATOR);
      const key = message.toString('latin1', 0, end) as BlobKey;
      // Copy, because the message is part of a larger buffer that holds whatever else was received with it.
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
