/** Lists the blobs that a service keeps, by prefix. */
import { join } from 'node:path';
import type { BlobPrefix, BlobStore } from '../../platform/blob-store/blob-store.ts';
import { DirectoryBlobStore } from '../../platform/blob-store/directory/directory-blob-store.ts';
import { openDistributed } from '../../platform/distributed.ts';
import { readSettings } from '../../platform/settings.ts';
import { JournalDatabase } from '../../platform/sqlite/journal-database.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { MODE } from './mode.ts';
import type { Place } from './service.ts';

/** Keys of the blobs with at least `leastBytes` bytes, including half-written files of the embedded store. */
export function remains(service: Place, prefix: BlobPrefix, leastBytes = 0): Promise<string[]> {
  return withBlobs(service, async blobs => {
    const keys: string[] = [];
    for await (const { key, bytes } of blobs.list(prefix, Date.now() + 1))
      if (bytes >= leastBytes) keys.push(key);
    return keys;
  });
}

/** Opens the blobs of a running service from this process. */
export async function withBlobs<T>(service: Place, work: (blobs: BlobStore) => Promise<T>): Promise<T> {
  if (MODE === 'distributed') {
    const settings = readSettings(service.environment, true);
    const platform = await openDistributed(settings, createTelemetry('silent'), 'tests');
    return work(platform.blobs).finally(() => platform.close());
  }
  const database = new JournalDatabase(service.dataFolder);
  const blobs = new DirectoryBlobStore(database, join(service.dataFolder, 'blobs'));
  return work(blobs).finally(() => database.close());
}
