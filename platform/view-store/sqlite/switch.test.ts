import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs, { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sleep, until } from '../../../tests/support/waiting.ts';
import { EXAMPLE_EVENTS } from '../../event-log/codec-examples.ts';
import { SqliteEventLog } from '../../event-log/sqlite/sqlite-event-log.ts';
import { JournalDatabase } from '../../sqlite/journal-database.ts';
import { CONTRACT_POLICY } from '../view-store-under-test.ts';
import { SqliteViewStore } from './sqlite-view-store.ts';

const PATIENCE_MS = 2_000;
/** Enough for more pages of log than a checkpoint of the read model needs. */
const MANY_JOBS = 15_000;
/** SQLite's default page size. */
const PAGE_BYTES = 4_096;

/** A service's read model and that of a command, on one log in one folder. */
async function serviceAndCommand(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-switch-'));
  const journal = new JournalDatabase(folder);
  const log = new SqliteEventLog(journal);
  const serving = new SqliteViewStore(folder, log, CONTRACT_POLICY);
  const command = new SqliteViewStore(folder, log, CONTRACT_POLICY);
  t.after(async () => {
    journal.close();
    await rm(folder, { recursive: true });
  });
  return { folder, log, serving, command };
}

/** Waits until `views` has folded all records of `log`. */
const atEndOf = (log: SqliteEventLog, views: SqliteViewStore): Promise<true> =>
  until('the end of the log', async () => (await views.positions())[0]?.next === log.end(), PATIENCE_MS);

/** Runs `during` while calls of `name` fail as if the process had no file descriptors left. */
async function withoutDescriptors(
  t: TestContext,
  name: 'readFileSync' | 'readdirSync',
  during: (calls: { callCount(): number }) => Promise<unknown>,
): Promise<void> {
  const { mock } = t.mock.method(fs, name, () => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  });
  syncBuiltinESMExports();
  try {
    await during(mock);
  } finally {
    mock.restore();
    syncBuiltinESMExports();
  }
}

test('another process sees each change of the model within moments, and its position past records that are nothing to it', async t => {
  const { log, serving, command } = await serviceAndCommand(t);
  const { ExtractRequested, ExtractCompleted, JobEnded } = EXAMPLE_EVENTS;
  const positionAt = (next: number) => ({ topic: 'outcomes', partition: 0, next }) as const;
  await log.append([ExtractRequested, ExtractCompleted, JobEnded]);
  const [requested, completed] = log.batch(0).records;
  assert.ok(requested && completed);
  const isSeen = async (status: string) => (await command.job(ExtractCompleted.job_id))?.status === status;
  await serving.apply([requested], positionAt(completed.offset));
  await until('the job that began', () => isSeen('processing'), PATIENCE_MS);
  await serving.apply([completed], positionAt(completed.offset + 1));
  await until('the job that ended', () => isSeen('completed'), PATIENCE_MS);
  await serving.apply([], positionAt(log.end()));
  await atEndOf(log, command);
  await Promise.all([serving.close(), command.close()]);
});

test('a rebuild that has read further than the live model wakes whoever waits for what it read, and counts no place twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-switch-'));
  const journal = new JournalDatabase(folder);
  const log = new SqliteEventLog(journal);
  const { ExtractRequested, ExtractCompleted } = EXAMPLE_EVENTS;
  const serving = new SqliteViewStore(folder, log, CONTRACT_POLICY, () => ExtractCompleted.at);
  const command = new SqliteViewStore(folder, log, CONTRACT_POLICY);
  const admit = (reservation: string) =>
    serving.admit({ keyId: ExtractCompleted.key_id, requestsPerWindow: 9, monthlyQuota: 2, reservation });
  await admit(ExtractCompleted.job_id);
  const watch = serving.watch(ExtractCompleted.job_id);
  await log.append([ExtractRequested, ExtractCompleted]);
  const { records } = log.batch(0);
  const next = { topic: 'outcomes', partition: 0, next: log.end() } as const;
  const rebuild = await command.rebuild();
  await rebuild.store.apply(records, next);
  await rebuild.promote();
  const late = sleep(PATIENCE_MS, undefined, { ref: false });
  const settled = await Promise.race([watch.settled, late]);
  // The projector reads the same events afterwards; they change nothing any more.
  await serving.apply(records, next);
  assert.equal(settled?.status, 'completed');
  const { used, hasPlace } = await admit('next');
  assert.deepEqual([used, hasPlace], [1, true], 'the place of the job is that of its document now');
  await Promise.all([serving.close(), command.close()]);
  journal.close();
  await rm(folder, { recursive: true });
});

test('a success that the service has folded beyond a rebuild is metered once, though the command has looked as well', async t => {
  const { folder, log, serving, command } = await serviceAndCommand(t);
  const { ExtractRequested, ExtractCompleted } = EXAMPLE_EVENTS;
  const positionAt = (next: number) => ({ topic: 'outcomes', partition: 0, next }) as const;
  await log.append([ExtractRequested, ExtractCompleted]);
  const [requested, completed] = log.batch(0).records;
  assert.ok(requested && completed);
  await serving.apply([requested, completed], positionAt(log.end()));
  await serving.markCaughtUp();
  const rebuild = await command.rebuild();
  // It has read up to where the log ended when it began.
  await rebuild.store.apply([requested], positionAt(completed.offset));
  await rebuild.promote();
  const month = new Date(ExtractCompleted.at).toISOString().slice(0, 7);
  await atEndOf(log, command);
  await Promise.all([serving.close(), command.close()]);
  const later = new SqliteViewStore(folder, log, CONTRACT_POLICY);
  assert.equal(await later.used(ExtractCompleted.key_id, month), 1);
  assert.equal((await later.positions())[0]?.next, log.end());
  await later.close();
});

test('one rebuild at a time: a second is refused with a clear line, and may begin when the first is over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-switch-'));
  const journal = new JournalDatabase(folder);
  const log = new SqliteEventLog(journal);
  const [one, other] = [1, 2].map(() => new SqliteViewStore(folder, log, CONTRACT_POLICY));
  const first = await one?.rebuild();
  await assert.rejects(async () => other?.rebuild(), /another rebuild/);
  await first?.promote();
  const second = await other?.rebuild();
  await assert.rejects(async () => one?.rebuild(), /another rebuild/);
  await second?.abandon();
  await (await one?.rebuild())?.promote();
  await Promise.all([one?.close(), other?.close()]);
  journal.close();
  await rm(folder, { recursive: true });
});

test('a rebuild that the disk has refused, when it began or when it was given up, stands in the way of no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-switch-'));
  const journal = new JournalDatabase(folder);
  const views = new SqliteViewStore(folder, new SqliteEventLog(journal), CONTRACT_POLICY);
  // A folder of this name can neither be replaced by a file nor removed like one.
  const obstacle = join(folder, 'views-building.db');
  mkdirSync(obstacle);
  await assert.rejects(() => views.rebuild(), /views-building/);
  await rm(obstacle, { recursive: true });
  const begun = await views.rebuild();
  await rm(obstacle);
  mkdirSync(obstacle);
  await assert.rejects(() => begun.abandon(), /views-building/);
  await rm(obstacle, { recursive: true });
  await (await views.rebuild()).promote();
  await views.close();
  journal.close();
  await rm(folder, { recursive: true });
});

test('what a rebuild has left that was killed is removed at the next start, and what is being built, in whatever container, is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-switch-'));
  const journal = new JournalDatabase(folder);
  const log = new SqliteEventLog(journal);
  const started = async () => {
    await new SqliteViewStore(folder, log, CONTRACT_POLICY).close();
    return readdirSync(folder).filter(name => name.includes('building'));
  };
  const killed = spawnSync('true').pid;
  for (const left of [`views-building-${killed}.db`, 'views-building.db', 'views-building.db-wal'])
    writeFileSync(join(folder, left), '');
  assert.deepEqual(await started(), []);
  const builder = new SqliteViewStore(folder, log, CONTRACT_POLICY);
  const rebuild = await builder.rebuild();
  assert.ok((await started()).includes('views-building.db'));
  await rebuild.abandon();
  await builder.close();
  journal.close();
  await rm(folder, { recursive: true });
});

test('a look for a switch that finds no file descriptor is left to the next one, and ends nothing', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-switch-'));
  const journal = new JournalDatabase(folder);
  const views = new SqliteViewStore(folder, new SqliteEventLog(journal), CONTRACT_POLICY);
  await (await views.rebuild()).promote();
  await withoutDescriptors(t, 'readFileSync', reading =>
    until('two looks', () => reading.callCount() >= 2, 5_000),
  );
  await views.check();
  await views.close();
  journal.close();
  await rm(folder, { recursive: true });
});

test('a switch whose old files cannot be removed now wakes whoever waits all the same, and stands in the way of no rebuild', async t => {
  const { log, serving, command } = await serviceAndCommand(t);
  const { ExtractRequested, ExtractCompleted } = EXAMPLE_EVENTS;
  await log.append([ExtractRequested, ExtractCompleted]);
  const rebuild = await command.rebuild();
  await rebuild.store.apply(log.batch(0).records, { topic: 'outcomes', partition: 0, next: log.end() });
  const settled: string[] = [];
  const waiting = serving.watch(ExtractCompleted.job_id, true);
  void waiting.settled.then(({ status }) => settled.push(status));
  await rebuild.promote();
  await command.close();
  await withoutDescriptors(t, 'readdirSync', async listing => {
    await until('the job that ended', () => settled.length > 0, PATIENCE_MS);
    assert.ok(listing.callCount() > 0);
  });
  assert.deepEqual(settled, ['completed']);
  await (await serving.rebuild()).promote();
  waiting.cancel();
  await serving.close();
});

test('a switch that the log cannot be read for now keeps nothing open from one look to the next', async t => {
  const { folder, log, serving, command } = await serviceAndCommand(t);
  await log.append([EXAMPLE_EVENTS.ExtractRequested]);
  const position = { topic: 'outcomes', partition: 0, next: log.end() } as const;
  await serving.apply(log.batch(0).records, position);
  await (await command.rebuild()).promote();
  await command.close();
  const reading = t.mock.method(log, 'batch', () => {
    throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
  });
  const isOpen = () => {
    const links = readdirSync('/proc/self/fd').map(fd => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    });
    return links.filter(link => link.startsWith(join(folder, 'views-2.db'))).length;
  };
  await until('three looks', () => reading.mock.callCount() >= 3);
  assert.equal(isOpen(), 0);
  reading.mock.restore();
  await until('the new read model', () => isOpen() > 0);
  assert.equal((await serving.job(EXAMPLE_EVENTS.ExtractRequested.job_id))?.status, 'processing');
  await serving.close();
});

/** A read model of a hundred jobs whose file is changed by `damage`, opened by a new process. */
async function damagedReadModel(
  t: TestContext,
  damage: (folder: string, file: string) => void,
): Promise<{ views: SqliteViewStore; jobId: string; said: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-switch-'));
  const journal = new JournalDatabase(folder);
  const said: string[] = [];
  const log = new SqliteEventLog(journal, { error: (_fields, message) => void said.push(message) });
  const { ExtractRequested, ApiKeyIssued } = EXAMPLE_EVENTS;
  const jobs = Array.from({ length: 100 }, () => ({ ...ExtractRequested, job_id: randomUUID() }));
  await log.append([ApiKeyIssued, ...jobs]);
  const before = new SqliteViewStore(folder, log, CONTRACT_POLICY);
  await before.apply(log.batch(0).records, { topic: 'outcomes', partition: 0, next: log.end() });
  await before.close();
  damage(folder, join(folder, 'views-1.db'));
  const views = new SqliteViewStore(folder, log, CONTRACT_POLICY);
  t.after(async () => {
    await views.close();
    journal.close();
    await rm(folder, { recursive: true });
  });
  return { views, jobId: jobs[99]?.job_id ?? '', said };
}

/** Leaves the first pages whole, which are all that opening reads. */
function overwritten(_folder: string, file: string): void {
  const whole = readFileSync(file);
  writeFileSync(file, whole.fill(0xff, 2 * PAGE_BYTES));
}

/** Changes one byte of each job, as a disk without checksums may. */
function bytesFlipped(_folder: string, file: string): void {
  const whole = readFileSync(file);
  const mark = '"status"';
  for (let at = whole.indexOf(mark); at !== -1; at = whole.indexOf(mark, at + 1)) whole[at] = 0x01;
  writeFileSync(file, whole);
}

for (const [how, damage] of Object.entries({ overwritten, bytesFlipped }))
  test(`a read model that turns out to be damaged when it is read (${how}) is made anew from the log before it answers, and says so`, async t => {
    const { views, jobId, said } = await damagedReadModel(t, damage);
    assert.equal((await views.keys()).length, 1);
    assert.equal((await views.job(jobId))?.status, 'processing');
    assert.ok(await views.caughtUp());
    assert.deepEqual(said, [
      'the read model is damaged, as a failing disk leaves it: it is built anew from the log',
    ]);
  });

test('a damaged pointer to the read model leads to the newest there is, and the next one has a name of its own', async t => {
  for (const text of ['', 'x7', '1\n2']) {
    let pointer = '';
    const { views, jobId, said } = await damagedReadModel(t, folder => {
      pointer = join(folder, 'views-live');
      writeFileSync(pointer, text);
    });
    assert.equal((await views.job(jobId))?.status, 'processing');
    assert.deepEqual(said, []);
    await (await views.rebuild()).promote();
    assert.equal(readFileSync(pointer, 'utf8'), '2');
  }
});

test('a read model of a log that was cut, or has grown again since, is built anew at the start, and says so', async () => {
  const { ExtractRequested, ApiKeyIssued } = EXAMPLE_EVENTS;
  const jobs = (count: number) =>
    Array.from({ length: count }, () => ({
      ...ExtractRequested,
      event_id: randomUUID(),
      job_id: randomUUID(),
    }));
  for (const grown of [0, 10]) {
    const folder = await mkdtemp(join(tmpdir(), 'textrail-switch-'));
    const said: string[] = [];
    const opened = () => {
      const journal = new JournalDatabase(folder);
      const log = new SqliteEventLog(journal, { error: (_fields, message) => void said.push(message) });
      return { journal, log };
    };
    const kept = opened();
    await kept.log.append([ApiKeyIssued]);
    const older = await copied(folder);
    await kept.log.append(jobs(5));
    const before = new SqliteViewStore(folder, kept.log, CONTRACT_POLICY);
    await before.apply(kept.log.batch(0).records, { topic: 'outcomes', partition: 0, next: kept.log.end() });
    await before.close();
    kept.journal.close();
    for (const [name, bytes] of older) writeFileSync(join(folder, name), bytes);
    const restored = opened();
    const late = jobs(grown);
    if (grown > 0) await restored.log.append(late);
    const views = new SqliteViewStore(folder, restored.log, CONTRACT_POLICY);
    assert.deepEqual(said, ['the log was cut or replaced: the read model is built anew']);
    assert.equal((await views.positions())[0]?.next, 0);
    await views.apply(restored.log.batch(0).records, {
      topic: 'outcomes',
      partition: 0,
      next: restored.log.end(),
    });
    assert.equal((await views.keys()).length, 1);
    for (const { job_id } of late) assert.ok(await views.job(job_id));
    await views.close();
    await new SqliteViewStore(folder, restored.log, CONTRACT_POLICY).close();
    assert.equal(said.length, 1, 'the new one is of this log');
    restored.journal.close();
    await rm(folder, { recursive: true });
  }
});

/** The files of the journal at this moment, as an operator's backup would contain them. */
async function copied(folder: string): Promise<[string, Buffer][]> {
  const names = readdirSync(folder).filter(
    name => !name.startsWith('views') && /\.db(-wal|-shm)?$/.test(name),
  );
  return names.map(name => [name, readFileSync(join(folder, name))]);
}

test('a rebuild of so many jobs that its last pages are being folded into its file is promoted whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-switch-'));
  const journal = new JournalDatabase(folder);
  const log = new SqliteEventLog(journal);
  const command = new SqliteViewStore(folder, log, CONTRACT_POLICY);
  const { ExtractRequested } = EXAMPLE_EVENTS;
  const records = Array.from({ length: MANY_JOBS }, (_, at) => ({
    event: { ...ExtractRequested, event_id: randomUUID(), job_id: randomUUID() },
    topic: 'requests-interactive' as const,
    partition: 0,
    offset: at + 1,
    traceparent: undefined,
  }));
  // In the second round the thread is already running.
  for (let round = 0; round < 2; round++) {
    const rebuild = await command.rebuild();
    await rebuild.store.apply(records, { topic: 'outcomes', partition: 0, next: MANY_JOBS + 1 });
    await rebuild.promote();
  }
  let jobs = 0;
  for await (const slice of command.entries('jobs')) jobs += slice.length;
  assert.equal(jobs, MANY_JOBS);
  await command.close();
  journal.close();
  await rm(folder, { recursive: true });
});
