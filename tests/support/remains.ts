/** What a service keeps of its documents: blobs under a prefix, by key. */
import { join } from 'node:path';
import type { BlobPrefix } from '../../platform/blob-store/blob-store.ts';
import { DirectoryBlobStore } from '../../platform/blob-store/directory/directory-blob-store.ts';
import { openDistributed } from '../../platform/distributed.ts';
import { readSettings } from '../../platform/settings.ts';
import { JournalDatabase } from '../../platform/sqlite/journal-database.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { MODE } from './mode.ts';
import type { Place } from './service.ts';

/** Blobs of at least so many bytes; half-written files of the embedded store included. */
export async function remains(service: Place, prefix: BlobPrefix, leastBytes = 0): Promise<string[]> {
  const keys: string[] = [];
  if (MODE === 'distributed') {
    const settings = readSettings(service.environment, true);
    const platform = await openDistributed(settings, createTelemetry('silent'), 'tests');
    for await (const { key, bytes } of platform.blobs.list(prefix, Date.now()))
      if (bytes >= leastBytes) keys.push(key);
    await platform.close();
    return keys;
  }
  const database = new JournalDatabase(service.dataFolder);
  const blobs = new DirectoryBlobStore(database, join(service.dataFolder, 'blobs'));
  for await (const { key, bytes } of blobs.list(prefix, Date.now() + 1))
    if (bytes >= leastBytes) keys.push(key);
  database.close();
  return keys;
}
