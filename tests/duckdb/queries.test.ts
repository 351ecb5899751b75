/** Runs the queries of docs/events/queries.md on DuckDB, over the files that `npm run export` writes. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { SqliteEventLog } from '../../platform/event-log/sqlite/sqlite-event-log.ts';
import { JournalDatabase } from '../../platform/sqlite/journal-database.ts';
import type { Event } from '../../schemas/events.ts';
import { recordOf } from '../../services/projector/job-records.ts';
import { finish, ROOT } from '../support/process.ts';
import { type Ask, duckDb, type Result } from './duckdb.ts';
import { weekOfEvents } from './history.ts';

const PAGE = join(ROOT, 'docs', 'events', 'queries.md');
/** A heading, its query, and the table of its result. */
const QUERY = /^### (?<title>.+)\n[^`]*?```sql\n(?<sql>[^`]+)```\n\n(?<result>(?:\|.*\n)*)/gm;
/** If set, the page is rewritten: `npm run generate:queries`. */
const WRITES = process.env.TEXTRAIL_WRITE_QUERIES === '1';

describe('the queries for analysts', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-queries-'));
  const page = readFileSync(PAGE, 'utf8');
  let ask: Ask;
  before(async () => {
    const database = new JournalDatabase(join(folder, 'data'));
    const log = new SqliteEventLog(database);
    const events = weekOfEvents();
    for (let at = 0; at < events.length; at += 500) await log.append(events.slice(at, at + 500));
    const records = [...firstEnds(events).values()].map(end => recordOf(end, undefined, undefined));
    await log.append(records);
    await log.close();
    database.close();
    for (const format of ['parquet', 'ndjson']) {
      const args = [
        '--from',
        '2026-10-28',
        '--to',
        '2026-11-03',
        '--format',
        format,
        '--out',
        join(folder, format),
      ];
      const { code, stderr } = await finish(['commands/export.ts', ...args], {
        DATA_DIR: join(folder, 'data'),
      });
      assert.equal(code, 0, stderr);
    }
    ask = await duckDb(join(folder, 'parquet'));
    for (const [, views = ''] of page.matchAll(/```sql views\n([^`]+)```/g)) await ask(views);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('are ten, and answer what the page says', async () => {
    let written = page;
    const queries = [...page.matchAll(QUERY)];
    assert.equal(queries.length, 10);
    for (const { groups } of queries) {
      const { title = '', sql = '', result = '' } = groups ?? {};
      const found = table(await ask(sql));
      assert.ok(found.split('\n').length > 3, `${title}: an empty result shows nothing`);
      if (WRITES) written = written.replace(`${sql}\`\`\`\n\n${result}`, () => `${sql}\`\`\`\n\n${found}`);
      else assert.equal(result, found, title);
    }
    if (WRITES) writeFileSync(PAGE, written);
  });

  test('count a job once, though its record was repeated and another end came later', async () => {
    const events = weekOfEvents();
    const jobs = new Set(events.flatMap(event => ('job_id' in event ? event.job_id : [])));
    const { rows } = await ask('SELECT count(*), count(DISTINCT job_id) FROM ends');
    assert.deepEqual(rows, [[String(jobs.size), String(jobs.size)]]);
    assert.ok(events.length > jobs.size);
  });

  test('find one record of each job beside its events, and the same in it', async () => {
    const { rows } = await ask('SELECT count(*), count(DISTINCT job_id) FROM jobs');
    const jobs = String(firstEnds(weekOfEvents()).size);
    assert.deepEqual(rows, [[jobs, jobs]]);
    const { rows: others } = await ask(
      'SELECT count(*) FROM jobs JOIN ends USING (job_id) WHERE jobs."at" = ends."at" AND jobs.bytes IS NOT DISTINCT FROM ends.bytes',
    );
    assert.deepEqual(others, [[jobs]]);
  });

  test('see the same in both formats', async () => {
    const sums = (source: string) =>
      ask(
        `SELECT count(*), sum(bytes), sum("offset"), min("at")::TIMESTAMP, max("at")::TIMESTAMP, count(pages) FROM ${source}`,
      );
    const { rows: parquet } = await sums("'outcomes/*.parquet'");
    const { rows: lines } = await sums(`read_json('${join(folder, 'ndjson')}/outcomes/*.ndjson')`);
    assert.deepEqual(parquet, lines);
    const ofJobs = (source: string) =>
      ask(`SELECT count(*), sum(extraction_ms), min("at")::TIMESTAMP, sum(pages) FROM ${source}`);
    const { rows: records } = await ofJobs("'jobs/*.parquet'");
    const { rows: recordLines } = await ofJobs(`read_json('${join(folder, 'ndjson')}/jobs/*.ndjson')`);
    assert.deepEqual(records, recordLines);
  });
});

type End = Extract<Event, { type: 'ExtractCompleted' | 'ExtractFailed' }>;

/** The end of each job that counts, by job. */
function firstEnds(events: readonly Event[]): Map<string, End> {
  const ends = new Map<string, End>();
  for (const event of events)
    if ((event.type === 'ExtractCompleted' || event.type === 'ExtractFailed') && !ends.has(event.job_id))
      ends.set(event.job_id, event);
  return ends;
}

function table({ columns, rows }: Result): string {
  const line = (cells: readonly (string | null)[]) => `| ${cells.map(cell => cell ?? '').join(' | ')} |\n`;
  return [columns, columns.map(() => '---'), ...rows].map(line).join('');
}
