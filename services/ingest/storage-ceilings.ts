/**
 * Ceilings of what lies in the blob store, of one key and in all: documents that wait and results that are kept. They are
 * counted by the sweeper, once a minute, so a key may go over its own by what it can send in a minute (docs/decisions/0021).
 */
import { isOutage } from '../../platform/outage.ts';
import type { Settings } from '../../platform/settings.ts';
import type { BytesByKey, StoredBytes } from '../../platform/stored-bytes/stored-bytes.ts';
import { NoRoomNow } from './come-again.ts';
import { Refusal } from './refusal.ts';

const READ_AGAIN_MS = 5_000;
/** A sweep later there may be room. */
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

  /** Throws a `Refusal` with `headers` where the key has too much, `NoRoomNow` where all have. */
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
      // The last counts stand; a store that is away is told by those who cannot do without it.
      if (!isOutage(error)) throw error;
    }
  }
}
