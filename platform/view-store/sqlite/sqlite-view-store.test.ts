import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLD_VERSION } from '../../../core/fold-version.ts';
import { SqliteEventLog } from '../../event-log/sqlite/sqlite-event-log.ts';
import { JournalDatabase } from '../../sqlite/journal-database.ts';
import { viewStoreContract } from '../view-store.contract.ts';
import { CONTRACT_POLICY } from '../view-store-under-test.ts';
import { SqliteViewStore } from './sqlite-view-store.ts';

viewStoreContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-views-'));
  const journal = new JournalDatabase(folder);
  const log = new SqliteEventLog(journal);
  let now = 0;
  return {
    open: async (foldVersion = FOLD_VERSION) =>
      new SqliteViewStore(folder, log, { ...CONTRACT_POLICY, foldVersion }, () => now),
    setClock: at => {
      now = at;
    },
    record: async events => {
      const before = log.end();
      await log.append(events);
      return log.batch(before).records;
    },
    destroy: async () => {
      journal.close();
      await rm(folder, { recursive: true });
    },
  };
});
