/** Encryption at rest as the settings have it (`BLOB_KEYS`, `BLOB_PLAIN`), over a blob store and the journal that writes it. */
import type { BlobStore } from './blob-store/blob-store.ts';
import { ConfiguredKeys } from './blob-store/sealed/configured-keys.ts';
import { SealedBlobStore } from './blob-store/sealed/sealed-blob-store.ts';
import type { Journal } from './journal/journal.ts';
import { SealedJournal } from './journal/sealed-journal.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry.ts';

/** Without keys blobs are written as they are, and one that is sealed is told from them. */
export function encrypted(
  ports: { blobs: BlobStore; journal: Journal },
  settings: Settings,
  { logger }: Pick<Telemetry, 'logger'>,
): { blobs: BlobStore; journal: Journal } {
  const keys = new ConfiguredKeys(settings.BLOB_KEYS);
  const blobs = new SealedBlobStore(ports.blobs, keys, { refusesPlain: settings.BLOB_PLAIN === 'refuse' });
  if (keys.ids.length > 0)
    logger.info({ writes: keys.writer ?? 'plain', reads: keys.ids }, 'blobs are encrypted by master keys');
  return { blobs, journal: new SealedJournal(ports.journal, blobs) };
}
