/** `npm run audit -- JOB_ID`: a job's whole history from the log, oldest first, one JSON object a line. */
import type { Platform } from '../platform/platform.ts';
import { TOPICS } from '../schemas/events.ts';
import { command, everyRecord, print } from './open-platform.ts';

async function audit(platform: Platform, jobId: string): Promise<void> {
  const history: { at: number; line: object }[] = [];
  const topics = TOPICS.filter(topic => topic !== 'keys');
  for (const { event } of await everyRecord(platform.log, topics, { partitionKey: jobId })) {
    if (!('job_id' in event) || event.job_id !== jobId) continue;
    const { type, job_id, at, ...details } = event;
    history.push({ at, line: { type, job_id, at: new Date(at).toISOString(), ...details } });
  }
  if (history.length === 0) throw new Error(`the log knows no job ${jobId}`);
  // Between topics the log promises no order; a stable sort by time keeps each topic's own.
  for (const { line } of history.toSorted((one, other) => one.at - other.at)) print(line);
}

await command('audit', 'npm run audit -- JOB_ID', ([jobId, ...rest]) =>
  jobId === undefined || rest.length > 0 ? undefined : platform => audit(platform, jobId),
);
