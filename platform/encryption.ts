/** Adds encryption at rest, as set by `BLOB_KEYS` and `BLOB_PLAIN`, to a blob store and to the journal that writes to it. */
import type { BlobStore } from './blob-store/blob-store.ts';
import { ConfiguredKeys } from './blob-store/sealed/configured-keys.ts';
import { SealedBlobStore } from './blob-store/sealed/sealed-blob-store.ts';
import type { Journal } from './journal/journal.ts';
import { SealedJournal } from './journal/sealed-journal.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry.ts';

/** Without keys, blobs are written unencrypted; a sealed blob is recognised and not mistaken for a plain one. */
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
