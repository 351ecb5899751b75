import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DERIVED_TOPIC } from '../../schemas/history.ts';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey, withLog } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { finish, run } from '../support/process.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

interface Written {
  day: string;
  /** Number of the day's events; `jobs`: of its records of jobs. */
  events?: number;
  jobs?: number;
  complete: boolean;
}

/** Whether the topic for analysts has a record of the job. */
const hasRecord = (service: Service, jobId: string) =>
  withLog(service, async log => {
    for await (const { records } of log.read([DERIVED_TOPIC]))
      if (records.some(({ event }) => event.type === 'JobEnded' && event.job_id === jobId)) return true;
    return false;
  });

describe(suite('the events, exported'), () => {
  let service: Service;
  let key: TestKey;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'textrail-export-'));
    service = await startService();
    key = await issueKey(service);
    for (const text of ['one', 'two']) await key.client.text(page(text));
  });
  after(async () => {
    await service.dispose();
    rmSync(folder, { recursive: true });
  });

  const files = (out: string) =>
    readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(name =>
      statSync(join(out, name)).isFile(),
    );

  test('are all of the log, a file a topic and day, and for nobody else to read', async () => {
    const out = join(folder, 'lines');
    const lines = await operate(service, 'export', '--from', '1h', '--format', 'ndjson', '--out', out);
    const told = await operate(service, 'audit', '--since', '1h');
    const exported = files(out)
      .filter(name => name.endsWith('.ndjson') && !name.startsWith('jobs/'))
      .flatMap(name => readFileSync(join(out, name), 'utf8').split('\n').filter(Boolean));
    assert.equal(exported.length, told.length);
    assert.equal((lines.at(-1) as { events: number }).events, told.length);
    const ids = (rows: object[]) => rows.map(row => (row as { event_id: string }).event_id).sort();
    assert.deepEqual(ids(exported.map(line => JSON.parse(line) as object)), ids(told));
    assert.ok(!exported.join('').includes('secret_sha256'));
    for (const name of files(out)) assert.equal(statSync(join(out, name)).mode & 0o777, 0o600, name);
  });

  test('stand beside the records of jobs, one of each job that has ended and none of an erased one', async () => {
    const done = await key.client.accepted({ file: page('for analysts') });
    const erased = await key.client.accepted({ file: page('forgotten') });
    for (const jobId of [done, erased])
      await until(`the record of ${jobId}`, () => hasRecord(service, jobId));
    await operate(service, 'erase', erased, '--yes');
    const written: Record<string, { job_id: string; outcome: string; at: unknown }[]> = {};
    for (const format of ['ndjson', 'parquet']) {
      const out = join(folder, `jobs-${format}`);
      const lines = await operate(service, 'export', '--from', '1h', '--format', format, '--out', out);
      // There are two days if midnight has passed since the first job ended.
      const days = (lines as Written[]).slice(0, -1).filter(({ jobs }) => jobs !== undefined);
      assert.equal(days.at(-1)?.complete, false, 'the day goes on');
      const files = days
        .filter(({ jobs }) => jobs !== 0)
        .map(({ day }) => readFileSync(join(out, 'jobs', `${day}.${format}`)));
      if (format === 'ndjson')
        written[format] = files.flatMap(bytes =>
          String(bytes)
            .trim()
            .split('\n')
            .map(line => JSON.parse(line)),
        );
      else for (const bytes of files) assert.deepEqual(String(bytes.subarray(-4)), 'PAR1');
      assert.ok(files.length > 0);
      assert.equal((lines.at(-1) as Written).jobs, written.ndjson?.length);
    }
    const rows = written.ndjson ?? [];
    const mine = rows.filter(({ job_id }) => job_id === done);
    assert.deepEqual(
      mine.map(({ outcome }) => outcome),
      ['completed'],
    );
    assert.ok(rows.every(({ job_id }) => job_id !== erased));
  });

  test('are Parquet unless it is said otherwise, and no folder holds both', async () => {
    const out = join(folder, 'parquet');
    const lines = (await operate(service, 'export', '--from', '1s', '--out', out)) as Written[];
    // A second ago may be yesterday.
    const today = lines.find(({ events, complete }) => events !== undefined && !complete);
    assert.ok(today?.day);
    const bytes = readFileSync(join(out, 'outcomes', `${today?.day}.parquet`));
    assert.deepEqual([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()], ['PAR1', 'PAR1']);
    const args = ['commands/export.ts', '--from', '1s', '--format', 'ndjson', '--out', out];
    const { code, stderr } = await finish(args, service.environment);
    assert.equal(code, 1);
    assert.match(stderr, /holds an export as parquet: give another folder/);
  });

  test('are left whole by an interruption, and the next export goes on behind the days that are there', async () => {
    const out = join(folder, 'interrupted');
    const args = ['commands/export.ts', '--from', '400d', '--out', out];
    const first = run(args, service.environment);
    await until('a day to be exported', async () => first.stdout().includes('"complete":true') || undefined);
    first.child.kill('SIGINT');
    assert.equal(await first.ended, 130, first.stderr());
    assert.deepEqual(
      files(out).filter(name => name.endsWith('.part')),
      [],
    );
    const { days } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as { days: object };
    const there = Object.keys(days);
    assert.ok(there.length > 0 && there.length < 400);
    for (const day of there) assert.ok(existsSync(join(out, 'keys', `${day}.parquet`)), day);
    const last = there.at(-1) ?? '';
    const again = ['export', '--from', '400d', '--to', last, '--out', out] as const;
    // Records of jobs are exported after a month of events.
    const rest = (await operate(service, ...again)) as Written[];
    assert.ok(rest.slice(0, -1).every(({ events, complete }) => events === undefined && complete));
    assert.deepEqual(await operate(service, ...again), [
      { exported: true, days: 0, already: there.length, events: 0, jobs: 0 },
    ]);
  });
});
