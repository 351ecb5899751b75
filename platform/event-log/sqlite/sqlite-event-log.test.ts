import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { JournalDatabase } from '../../sqlite/journal-database.ts';
import { EXAMPLE_EVENTS } from '../codec-examples.ts';
import { eventLogContract } from '../event-log.contract.ts';
import type { ReadOptions } from '../event-log.ts';
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

it('finds the events of a time by halves, past what is no event, without reading those before', async t => {
  const folder = await temporaryFolder();
  const journal = new JournalDatabase(folder);
  const log = new SqliteEventLog(journal, { error: () => undefined });
  t.after(async () => {
    await log.close();
    journal.close();
    await rm(folder, { recursive: true });
  });
  const hour = 3_600_000;
  const poison = journal.database.prepare(
    "INSERT INTO events (topic, key, value) VALUES ('outcomes', 'k', x'00')",
  );
  for (let at = 0; at < 100; at++) {
    await log.append([{ ...EXAMPLE_EVENTS.ExtractFailed, event_id: String(at), at: at * hour }]);
    if (at % 10 === 5) poison.run();
  }
  const read = async (options: ReadOptions) => {
    const hours: number[] = [];
    for await (const { records } of log.read(['outcomes'], options))
      hours.push(...records.map(({ event }) => event.at / hour));
    return hours;
  };
  assert.deepEqual(await read({ since: 96 * hour }), [96, 97, 98, 99]);
  assert.deepEqual(await read({ until: 2 * hour }), [0, 1, 2]);
  assert.deepEqual(await read({ since: 54 * hour, until: 57 * hour }), [54, 55, 56, 57]);
  assert.deepEqual(await read({ since: 200 * hour }), []);
  assert.deepEqual(await read({ until: -hour }), []);
  assert.equal((await read({})).length, 100);
});
