/**
 * Erases jobs: writes an event, and the services that fold it delete what the job holds (docs/decisions/0032). Used by
 * an operator's command and by callers with the job's key.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobErased } from '../schemas/events.ts';
import type { EventLog } from './event-log/event-log.ts';
import { newId } from './ids.ts';
import { isOutage } from './outage.ts';
import type { ViewStore } from './view-store/view-store.ts';

export interface ErasurePorts {
  log: Pick<EventLog, 'append' | 'read'>;
  views: Pick<ViewStore, 'job'>;
}

export interface Erasure {
  jobId: string;
  /** Id of the API key that the job belongs to. */
  keyId: string;
  by: JobErased['by'];
}

/** How long an erasure waits for the read model to show it, in ms. The read model is usually milliseconds behind the log. */
const FOLDED_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 20;

/**
 * Resolves to true once nobody can read the jobs any more and their blobs are being deleted. Resolves to false if the
 * events are durable but the read model does not show them within `withinMs`: it is far behind, or no projector runs.
 * Jobs that were erased before are left as they are. Rejects with an outage if the log or the read model is away; the
 * same call may then be repeated.
 */
export async function eraseJobs(
  { log, views }: ErasurePorts,
  erasures: readonly Erasure[],
  withinMs = FOLDED_WITHIN_MS,
): Promise<boolean> {
  const known = await Promise.all(
    erasures.map(async erasure => ({ erasure, job: await views.job(erasure.jobId) })),
  );
  const at = Date.now();
  const events: JobErased[] = [];
  for (const { erasure, job } of known) {
    if (job?.erased) continue;
    const { jobId, keyId, by } = erasure;
    events.push({
      type: 'JobErased',
      event_id: newId(at),
      at,
      job_id: jobId,
      key_id: keyId,
      by,
      // A read model that an earlier version built does not know the document's blob; the log does.
      source_blob:
        job && job.sourceBlob === undefined ? await sourceOf(log, jobId) : (job?.sourceBlob ?? null),
      result_blob: job?.resultBlob ?? null,
    });
  }
  if (events.length > 0) await log.append(events);
  const until = performance.now() + withinMs;
  for (const { job_id } of events) {
    while (!(await isErased(views, job_id))) {
      if (performance.now() > until) return false;
      await sleep(LOOK_EVERY_MS);
    }
  }
  return true;
}

/** If the read model is away, returns false: the log has the erasure, but nothing shows it yet. */
async function isErased(views: ErasurePorts['views'], jobId: string): Promise<boolean> {
  try {
    return (await views.job(jobId))?.erased === true;
  } catch (error) {
    if (isOutage(error)) return false;
    throw error;
  }
}

async function sourceOf(log: ErasurePorts['log'], jobId: string): Promise<string | null> {
  let source: string | null = null;
  const topics = ['requests-interactive', 'requests-bulk'] as const;
  for await (const { records } of log.read(topics, { partitionKey: jobId }))
    for (const { event } of records)
      if ('source_blob' in event && event.job_id === jobId) source = event.source_blob ?? source;
  return source;
}
