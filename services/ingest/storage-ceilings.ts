/**
 * Ceilings of what is in the blob store, for one key and for all: waiting documents and kept results. The sweeper
 * counts them once a minute, so a key may exceed its ceiling by what it can send in a minute (docs/decisions/0021).
 */
import { isOutage } from '../../platform/outage.ts';
import type { Settings } from '../../platform/settings.ts';
import type { BytesByKey, StoredBytes } from '../../platform/stored-bytes/stored-bytes.ts';
import { NoRoomNow } from './come-again.ts';
import { Refusal } from './refusal.ts';

const READ_AGAIN_MS = 5_000;
/** There may be room after the next sweep. */
const RETRY_AFTER_SECONDS = 60;

export interface StorageCeilingsPorts {
  storedBytes: Pick<StoredBytes, 'read'>;
  settings: Settings;
}

export class StorageCeilings {
  private readonly ports: StorageCeilingsPorts;
  private bytes: BytesByKey = new Map();
  private inAll = 0;
  /** Monotonic ms. */
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(ports: StorageCeilingsPorts) {
    this.ports = ports;
  }

  /** Throws a `Refusal` with `headers` if the key stores too much, and `NoRoomNow` if all keys together do. */
  async checkRoom(keyId: string, headers: Record<string, string>): Promise<void> {
    await this.refresh();
    const { MAX_STORED_BYTES_PER_KEY, MAX_STORED_BYTES } = this.ports.settings;
    if ((this.bytes.get(keyId) ?? 0) >= MAX_STORED_BYTES_PER_KEY)
      throw new Refusal('rate_limited', 'The documents and results of this key take too much room.', {
        headers: { ...headers, 'Retry-After': String(RETRY_AFTER_SECONDS) },
      });
    if (this.inAll >= MAX_STORED_BYTES)
      throw new NoRoomNow('The service has no room for more documents now.', RETRY_AFTER_SECONDS);
  }

  private async refresh(): Promise<void> {
    if (performance.now() - this.readAt < READ_AGAIN_MS) return;
    this.readAt = performance.now();
    try {
      this.bytes = await this.ports.storedBytes.read();
      this.inAll = [...this.bytes.values()].reduce((sum, each) => sum + each, 0);
    } catch (error) {
      // Keep the last counts. If the store is away, whoever cannot do without it will say so.
      if (!isOutage(error)) throw error;
    }
  }
}
