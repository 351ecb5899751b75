/** The embedded service on a full disk: it loses nothing it has promised, and goes on when there is room. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DirectoryBlobStore } from '../../blob-store/directory/directory-blob-store.ts';
import { SqliteJournal } from '../../journal/sqlite-journal.ts';
import { JournalDatabase } from '../../sqlite/journal-database.ts';
import { ViewStoreUnavailable } from '../../view-store/view-store.ts';
import { EXAMPLE_EVENTS } from '../codec-examples.ts';
import { LogUnavailable } from '../event-log.ts';
import { SqliteEventLog } from './sqlite-event-log.ts';

const { ExtractRequested: REQUEST, ExtractCompleted: OUTCOME } = EXAMPLE_EVENTS;
/** Larger than the free part of the file's last pages. */
const BLOB = { key: 'result/1', bytes: Buffer.alloc(60_000) } as const;

describe('on a disk that is full', () => {
  let folder: string;
  let journal: JournalDatabase;
  let log: SqliteEventLog;
  let recorded: SqliteJournal;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'textrail-full-'));
    journal = new JournalDatabase(folder);
    log = new SqliteEventLog(journal);
    recorded = new SqliteJournal(new DirectoryBlobStore(journal, join(folder, 'blobs')), log);
  });
  afterEach(async () => {
    await log.close();
    journal.close();
    await rm(folder, { recursive: true });
  });

  const limit = (pages: number) => journal.database.exec(`PRAGMA max_page_count = ${pages}`);
  /** Stops the file from growing, so that SQLite answers as on a full disk. */
  const fill = () => limit(Number(journal.database.prepare('PRAGMA page_count').get()?.page_count));
  const makeRoom = () => limit(1_000_000);

  it('an event is refused as by any log that is away, and the service is not ready until it is taken', async () => {
    fill();
    await assert.rejects(recorded.record({ blobs: [BLOB], events: [OUTCOME] }), LogUnavailable);
    assert.equal(journal.commits.failing, true);
    makeRoom();
    await log.check();
    assert.equal(journal.commits.failing, false);
    await recorded.record({ blobs: [BLOB], events: [OUTCOME] });
  });

  it('whoever has patience is served when there is room', async () => {
    fill();
    const recording = recorded.record({ blobs: [BLOB], events: [OUTCOME] }, { patienceMs: 20_000 });
    setTimeout(makeRoom, 100);
    await recording;
  });

  it('a projection waits for its store, which the same disk holds, instead of ending the process', async () => {
    const applied = Promise.withResolvers<void>();
    let attempts = 0;
    const projector = log.project({
      name: 'views',
      topics: ['requests-bulk', 'requests-interactive'],
      positions: async () => [],
      apply: async () => {
        if (++attempts < 8) throw new ViewStoreUnavailable('the disk takes no writes');
        applied.resolve();
      },
    });
    await log.append([REQUEST]);
    await Promise.race([applied.promise, projector.closed]);
    assert.equal(attempts, 8);
  });
});
