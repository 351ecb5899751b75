/** GET /v1/jobs: searches a key's jobs, newest first. */
import { isExpired, type JobState } from '../../../core/job/job.ts';
import type { JobPlace, ViewStore } from '../../../platform/view-store/view-store.ts';
import type { JobList } from '../../../schemas/jobs-api.ts';
import { jobBody, stateOf } from './job-body.ts';
import { cursorOf, type ListParameters } from './list-parameters.ts';

/** Jobs read from the store in one step, at about 1 kB each. */
const BATCH = 100;
/** Most jobs searched for one answer: if a filter matches few of very many, it takes several answers. */
const MOST_LOOKED_THROUGH = 1_000;

export interface ListPorts {
  views: Pick<ViewStore, 'jobsOf' | 'progress'>;
  /** Rejects if the read model may not know every job. */
  checkWhole: () => Promise<void>;
  retentionMs: number;
}

/** The jobs that match. `at`: epoch ms. Rejects as `checkWhole` does. */
export async function listJobs(
  { views, checkWhole, retentionMs }: ListPorts,
  keyId: string,
  asked: ListParameters,
  at: number,
): Promise<JobList> {
  await checkWhole();
  const jobs: JobState[] = [];
  let after = asked.after;
  for (let looked = 0; looked < MOST_LOOKED_THROUGH; looked += BATCH) {
    const { from, until } = asked;
    const page = await views.jobsOf({ keyId, from, until, after, most: BATCH });
    for (const job of page.jobs) {
      if (!fits(job, asked) || isExpired(job, at, retentionMs)) continue;
      // The last job in the answer is where the next one continues, wherever the batch ends.
      if (jobs.length === asked.limit) return answer(views, jobs, placeOf(jobs.at(-1)));
      jobs.push(job);
    }
    after = page.last;
    if (after === null) break;
  }
  return answer(views, jobs, after);
}

function fits(job: JobState, { state, webhook }: ListParameters): boolean {
  return (state === null || stateOf(job) === state) && (webhook === null || job.webhook === webhook);
}

const placeOf = (job: JobState | undefined): JobPlace | null => job ?? null;

async function answer(views: ListPorts['views'], jobs: JobState[], next: JobPlace | null): Promise<JobList> {
  const bodies = await Promise.all(jobs.map(job => jobBody(views, job)));
  return { status: 'success', jobs: bodies, next_cursor: next && cursorOf(next) };
}
