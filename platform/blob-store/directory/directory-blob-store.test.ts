import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JournalDatabase } from '../../sqlite/journal-database.ts';
import { blobStoreContract } from '../blob-store.contract.ts';
import { DirectoryBlobStore } from './directory-blob-store.ts';

blobStoreContract('a folder and SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-blobs-'));
  const journals: JournalDatabase[] = [];
  return {
    open: async () => {
      const journal = new JournalDatabase(folder);
      journals.push(journal);
      return new DirectoryBlobStore(journal, join(folder, 'blobs'));
    },
    destroy: async () => {
      for (const journal of journals) journal.close();
      await rm(folder, { recursive: true });
    },
  };
});
