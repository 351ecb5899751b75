/** The counts of stored bytes in one Redis hash, beside the read model. It may be lost, because each sweep counts anew. */
import { Keyspace } from '../../view-store/redis/keyspace.ts';
import { type BytesByKey, FORGET_MS, type StoredBytes } from '../stored-bytes.ts';

export class RedisStoredBytes implements StoredBytes {
  private readonly keyspace: Keyspace;

  constructor(url: string, tag: string) {
    this.keyspace = new Keyspace(url, tag);
  }

  async publish(bytes: BytesByKey): Promise<void> {
    const change = this.keyspace.redis.multi().del(this.name);
    if (bytes.size > 0) change.hset(this.name, Object.fromEntries(bytes)).pexpire(this.name, FORGET_MS);
    await this.keyspace.reach(() => change.exec());
  }

  async read(): Promise<BytesByKey> {
    const found = await this.keyspace.reach(() => this.keyspace.redis.hgetall(this.name));
    return new Map(Object.entries(found).map(([keyId, bytes]) => [keyId, Number(bytes)]));
  }

  close(): void {
    this.keyspace.close();
  }

  private get name(): string {
    return `${this.keyspace.prefix}stored-bytes`;
  }
}
