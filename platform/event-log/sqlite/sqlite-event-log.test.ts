import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { JournalDatabase } from '../../sqlite/journal-database.ts';
import { eventLogContract } from '../event-log.contract.ts';
import { SqliteEventLog } from './sqlite-event-log.ts';

async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'textrail-log-'));
}

eventLogContract('SQLite', async () => {
  const folder = await temporaryFolder();
  const open: JournalDatabase[] = [];
  return {
    open: async () => {
      const journal = new JournalDatabase(folder);
      open.push(journal);
      return new SqliteEventLog(journal);
    },
    destroy: async () => {
      for (const journal of open) journal.close();
      await rm(folder, { recursive: true });
    },
  };
});

it('a projection that is ahead of the log stops, since the log was replaced or lost', async t => {
  const folder = await temporaryFolder();
  const journal = new JournalDatabase(folder);
  const log = new SqliteEventLog(journal);
  t.after(async () => {
    await log.close();
    journal.close();
    await rm(folder, { recursive: true });
  });
  const projector = log.project({
    name: 'ahead',
    topics: ['outcomes'],
    positions: async () => [{ topic: 'outcomes', partition: 0, next: 5 }],
    apply: async () => undefined,
  });
  await assert.rejects(projector.closed, /replaced or cut; run rebuild/);
});

it('every commit of the embedded log is synced to disk', async () => {
  const folder = await temporaryFolder();
  const journal = new JournalDatabase(folder);
  assert.equal(journal.database.prepare('PRAGMA synchronous').get()?.synchronous, 2);
  assert.equal(journal.database.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal');
  journal.close();
  await rm(folder, { recursive: true });
});
