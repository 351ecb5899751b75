/** Jobs: each ends, once; its end never changes; nobody is told that a live one does not exist. */
import { type Check, type Evidence, type Look, type Recorded, seconds, type Violation } from '../evidence.ts';
import { START_MS } from '../plan.ts';

/** Clocks are off by as much, one way and the other. */
export const LARGEST_SKEW_MS = 40_000;

export interface End {
  record: Recorded;
  isCompleted: boolean;
}

/** By job: the first terminal event by offset. All of a job's stand in one partition. */
export function endsOf({ records }: Evidence): Map<string, End> {
  const ends = new Map<string, End>();
  for (const record of records) {
    const { event } = record;
    if (event.type !== 'ExtractCompleted' && event.type !== 'ExtractFailed') continue;
    if (!ends.has(event.job_id))
      ends.set(event.job_id, { record, isCompleted: event.type === 'ExtractCompleted' });
  }
  return ends;
}

export const everythingEnds: Check = ({ unfinished }) =>
  unfinished.map(text => ({ rule: 'what was accepted ends', text }));

/** 202 and 200 promise that the request is in the log. */
export const acceptedIsDurable: Check = ({ calls, records }) => {
  const traced = new Set(records.map(({ traceparent }) => traceparent));
  const jobs = new Set(records.flatMap(({ event }) => ('job_id' in event ? [event.job_id] : [])));
  return calls
    .filter(({ status }) => status === 200 || status === 202)
    .filter(({ traceparent, body }) => !traced.has(traceparent) && !jobs.has(String(jobOf(body))))
    .filter(({ idempotencyKey }) => idempotencyKey === null)
    .map(({ status, to }) => ({ rule: 'what was accepted is in the log', text: `a ${status} at ${to}` }));
};

const jobOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'job_id' in body ? body.job_id : undefined;

const isProcessing = ({ body }: Look) =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'processing';

/** After the loss of a read model, or of its last moments, a job may be in process again until it is read up. */
const READ_UP_MS = 60_000;

/** What GET has said of a job, in order: processing, then one answer for ever, then 404 once it has expired. */
export const endsDoNotChange: Check = evidence => {
  const violations: Violation[] = [];
  const losses = evidence.plan.actions.filter(({ kind }) => kind === 'lose-views' || kind === 'failover');
  const isReadUp = (time: number) =>
    !losses.some(({ at }) => time > START_MS + at && time < START_MS + at + READ_UP_MS);
  for (const [jobId, looks] of Map.groupBy(evidence.looks, ({ jobId }) => jobId)) {
    let first: Look | undefined;
    for (const look of looks.toSorted((a, b) => a.to - b.to)) {
      if (look.status === null || look.status === 503 || look.status === 403 || look.status === 404) continue;
      const isEnd = !isProcessing(look);
      if (!isEnd && !isReadUp(look.to)) continue;
      // Looks overlap: what began before the first end was seen may still tell of before it.
      if (first !== undefined && look.from > first.to) {
        const said = isEnd ? JSON.stringify([look.status, look.body]) : 'processing';
        if (said !== JSON.stringify([first.status, first.body])) {
          const text = `${jobId}: ${JSON.stringify(first.body)} at ${first.to}, then ${said} at ${look.to}`;
          violations.push({ rule: 'an end does not change', text });
          break;
        }
      }
      if (isEnd) first ??= look;
    }
  }
  return violations;
};

export const liveJobsAreFound: Check = evidence => {
  const ends = endsOf(evidence);
  const retentionMs = seconds(evidence.plan.settings.JOB_RETENTION_SECONDS);
  return evidence.looks
    .filter(({ status, jobId, to }) => {
      const end = ends.get(jobId)?.record.at ?? Number.POSITIVE_INFINITY;
      return status === 404 && to < end + retentionMs - LARGEST_SKEW_MS;
    })
    .map(({ jobId, to }) => ({ rule: 'a live job is found', text: `${jobId}: 404 at ${to}` }));
};

/** A caller who is told that the time ran out is not billed for the document, and whoever has an answer got his own. */
export const timeoutsAreNotMetered: Check = evidence => {
  const ends = endsOf(evidence);
  const byTrace = new Map(
    evidence.records.flatMap(({ traceparent, event }) =>
      event.type === 'ExtractRequested' ? [[traceparent, event.job_id] as const] : [],
    ),
  );
  return evidence.calls
    .filter(({ status, traceparent }) => {
      const end = ends.get(byTrace.get(traceparent) ?? '');
      return status === 504 && end?.isCompleted === true;
    })
    .map(({ traceparent, to }) => ({
      rule: 'a caller who is answered 504 is not metered',
      text: `${byTrace.get(traceparent)} at ${to}`,
    }));
};

/** A request that was read long ago, and whose job has expired, is not begun anew. */
export const finishedJobsStayFinished: Check = evidence => {
  const violations: Violation[] = [];
  const seen = new Set<string>();
  const retentionMs = seconds(evidence.plan.settings.JOB_RETENTION_SECONDS);
  const ends = endsOf(evidence);
  for (const { event, at } of evidence.records) {
    if (event.type !== 'ExtractFailed' && event.type !== 'ExtractCompleted') continue;
    const first = ends.get(event.job_id)?.record.at ?? at;
    if (at > first + retentionMs + LARGEST_SKEW_MS && !seen.has(event.job_id)) {
      seen.add(event.job_id);
      const text = `${event.job_id}: ended at ${first}, and as ${event.type} at ${at}`;
      violations.push({ rule: 'an expired job does not end again', text });
    }
  }
  return violations;
};
