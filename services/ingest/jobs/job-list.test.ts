import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evolveJob, type JobState } from '../../../core/job/job.ts';
import { completed, NOON, requested } from '../../../platform/view-store/contract-events.ts';
import { type JobsQuery, ViewStoreUnavailable } from '../../../platform/view-store/view-store.ts';
import { listJobs } from './job-list.ts';
import { parseListParameters } from './list-parameters.ts';

const WEEK_MS = 604_800_000;

/** A store with `count` jobs, every tenth of them finished. */
function store(count: number, isWhole = true) {
  const looked: number[] = [];
  const all = Array.from({ length: count }, (_, at): JobState => {
    const jobId = `00000000-0000-7000-8000-${String(count - at).padStart(12, '0')}`;
    const job = evolveJob(undefined, requested(jobId, 'k', { at: NOON - at }));
    const ended = at % 10 === 0 ? evolveJob(job, completed(jobId, 'k')) : job;
    if (ended === undefined) throw new Error('no job');
    return ended;
  });
  const views = {
    progress: async () => undefined,
    jobsOf: async ({ after, most }: JobsQuery) => {
      const behind = all.filter(({ requestedAt }) => after === null || requestedAt < after.requestedAt);
      const jobs = behind.slice(0, most);
      looked.push(jobs.length);
      return { jobs, last: jobs.length < most ? null : (jobs.at(-1) ?? null) };
    },
  };
  const checkWhole = async () => {
    if (!isWhole) throw new ViewStoreUnavailable('the read model is catching up with the log');
  };
  return { looked, ports: { views, checkWhole, retentionMs: WEEK_MS } };
}

const list = (ports: Parameters<typeof listJobs>[0], query: Record<string, string>, at = NOON) =>
  listJobs(ports, 'k', parseListParameters(query), at);

describe('a list of jobs', () => {
  it('goes on behind its last job until there are no more, and names each once', async () => {
    const { ports } = store(250);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(ports, { limit: '7', ...(cursor ? { cursor } : {}) });
      seen.push(...page.jobs.map(({ job_id }) => job_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.equal(seen.length, 250);
    assert.equal(new Set(seen).size, 250);
  });

  it('holds only what is asked for', async () => {
    const { ports } = store(95);
    const { jobs, next_cursor } = await list(ports, { state: 'success', limit: '100' });
    assert.equal(jobs.length, 10);
    assert.ok(jobs.every(({ state, document }) => state === 'success' && document !== null));
    assert.equal(next_cursor, null);
  });

  it('looks through a thousand jobs at the most, and says where to go on', async () => {
    const { ports, looked } = store(5_000);
    const page = await list(ports, { webhook: 'given_up' });
    assert.deepEqual(page.jobs, []);
    assert.notEqual(page.next_cursor, null);
    assert.equal(
      looked.reduce((sum, count) => sum + count, 0),
      1_000,
    );
  });

  it('leaves out what has expired', async () => {
    const { ports } = store(10);
    const { jobs } = await list(ports, {}, NOON + WEEK_MS + 10);
    assert.ok(jobs.every(({ state }) => state === 'processing'));
    assert.equal(jobs.length, 9);
  });

  it('is not given while the read model does not know every job', async () => {
    await assert.rejects(list(store(1, false).ports, {}), { name: 'ViewStoreUnavailable' });
  });
});
