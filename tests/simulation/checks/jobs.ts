/** Jobs: each ends exactly once, its end never changes, and nobody is told that a live job does not exist. */
import { type Check, type Evidence, type Look, type Recorded, seconds, type Violation } from '../evidence.ts';
import { type Action, type Plan, START_MS } from '../plan.ts';

/** Longest time between reading the clock and acting on it. */
const MOMENT_MS = 1_000;

/** The most by which two clocks of the history may differ, in ms. */
export function clocksDifferMs({ actions }: Plan): number {
  const skews = actions.map(action => (action.kind === 'skew' ? Math.abs(action.ms) : 0));
  return 2 * Math.max(0, ...skews) + MOMENT_MS;
}

/**
 * Virtual ms from which a job's retention counts: the time in its event, because the event may have been on its way to
 * the log for long.
 */
export const endedAt = ({ at, event }: Recorded, { epoch }: Plan): number => Math.min(at, event.at - epoch);

export interface End {
  record: Recorded;
  isCompleted: boolean;
}

/** The first terminal event (lowest offset) of each job. All events of a job are in the same partition. */
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

/**
 * How long GET may call a finished job `processing` again: after Redis lost its latest writes, until the projector
 * notices. (For a lost read model GET answers 503.) While the projector restarts, an expired job cannot be told from
 * one that is not folded yet.
 */
const READ_UP_MS = 60_000;

/** GET says of a job: processing, then one answer that never changes, then 404 once it has expired. */
export const endsDoNotChange: Check = evidence => {
  const violations: Violation[] = [];
  const ends = endsOf(evidence);
  const retentionMs = seconds(evidence.plan.settings.JOB_RETENTION_SECONDS);
  const losses = evidence.plan.actions.filter(({ kind }) => kind === 'failover');
  const rollouts = evidence.plan.actions.filter(({ kind }) => kind === 'rollout');
  const isSoonAfter = (actions: readonly Action[], time: number) =>
    actions.some(({ at }) => time > START_MS + at && time < START_MS + at + READ_UP_MS);
  const isReadUp = (jobId: string, time: number) => {
    const end = ends.get(jobId);
    const isExpired = end !== undefined && time > endedAt(end.record, evidence.plan) + retentionMs;
    return !isSoonAfter(losses, time) && !(isExpired && isSoonAfter(rollouts, time));
  };
  for (const [jobId, looks] of Map.groupBy(evidence.looks, ({ jobId }) => jobId)) {
    let first: Look | undefined;
    for (const look of looks.toSorted((a, b) => a.to - b.to)) {
      if (look.status === null || look.status === 503 || look.status === 403 || look.status === 404) continue;
      const isEnd = !isProcessing(look);
      if (!isEnd && !isReadUp(jobId, look.to)) continue;
      // Looks overlap: one that began before the first end was seen may still show the state before it.
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

/** Restorations of the log under running services: when each begins, and how long until the operator acts; virtual ms. */
const restorations = ({ actions }: Plan): { from: number; operatorMs: number }[] =>
  actions.flatMap(action =>
    action.kind === 'restore-log' && action.services === 'running'
      ? [{ from: START_MS + action.at, operatorMs: action.operatorMs }]
      : [],
  );

/**
 * Whether the read model may be older than a log that was restored under running services, because a failover set Redis
 * back: judging by its positions, it then knows every job.
 */
function isOfAnotherLog(plan: Plan, time: number): boolean {
  if (!plan.actions.some(({ kind }) => kind === 'failover')) return false;
  return restorations(plan).some(
    ({ from, operatorMs }) => time > from && time < from + operatorMs + READ_UP_MS,
  );
}

export const liveJobsAreFound: Check = evidence => {
  const { plan } = evidence;
  const ends = endsOf(evidence);
  const retentionMs = seconds(plan.settings.JOB_RETENTION_SECONDS);
  return evidence.looks
    .filter(({ status, jobId, to }) => {
      const end = ends.get(jobId);
      const at = end === undefined ? Number.POSITIVE_INFINITY : endedAt(end.record, plan);
      return status === 404 && to < at + retentionMs - clocksDifferMs(plan) && !isOfAnotherLog(plan, to);
    })
    .map(({ jobId, to }) => ({ rule: 'a live job is found', text: `${jobId}: 404 at ${to}` }));
};

/**
 * A caller who is answered 504 is not charged for the document. The exception is a caller who waits while the log is
 * restored under running services: a read model ahead of the log misses the document's end.
 */
export const timeoutsAreNotMetered: Check = evidence => {
  const ends = endsOf(evidence);
  const restored = restorations(evidence.plan);
  const byTrace = Map.groupBy(
    evidence.records.filter(({ event }) => event.type === 'ExtractRequested'),
    ({ traceparent }) => traceparent,
  );
  return evidence.calls.flatMap(({ status, traceparent, from, to }) => {
    if (status !== 504 || restored.some(each => from <= each.from && each.from <= to)) return [];
    // A caller's repeated calls share one trace, so take the job that began during this call.
    const own = (byTrace.get(traceparent) ?? []).filter(({ at }) => at >= from && at <= to);
    const jobs = own.flatMap(({ event }) => ('job_id' in event ? [event.job_id] : []));
    if (jobs.length === 0 || !jobs.every(jobId => ends.get(jobId)?.isCompleted)) return [];
    return [{ rule: 'a caller who is answered 504 is not metered', text: `${jobs.join()} at ${to}` }];
  });
};

/** A document's time begins when its caller asks, and does not end earlier because some clock is ahead. */
export const nobodyIsTimedOutEarly: Check = ({ plan, calls, records }) => {
  const { SYNC_BUDGET_MS, JOB_TIMEOUT_MS, FETCH_TIMEOUT_MS } = plan.settings;
  const budgetMs = Math.min(Number(SYNC_BUDGET_MS), Number(JOB_TIMEOUT_MS), Number(FETCH_TIMEOUT_MS));
  const askedAt = new Map<string, number>();
  for (const { traceparent, from } of calls)
    askedAt.set(traceparent, Math.min(from, askedAt.get(traceparent) ?? from));
  const jobs = new Map<string, number>();
  for (const { traceparent = '', event } of records) {
    const at = askedAt.get(traceparent);
    if (event.type === 'ExtractRequested' && at !== undefined) jobs.set(event.job_id, at);
  }
  return records.flatMap(({ at, event }) => {
    if (event.type !== 'ExtractFailed' || event.code !== 'timeout') return [];
    const after = at - (jobs.get(event.job_id) ?? Number.NEGATIVE_INFINITY);
    if (after >= budgetMs - MOMENT_MS) return [];
    return [{ rule: 'nobody is timed out early', text: `${event.job_id}: ${after} ms after it was sent` }];
  });
};

/** When the work of an end was begun, in virtual ms by the clock of the process that did it. */
const begunAt = ({ event }: Recorded, epoch: number) =>
  event.at - epoch - ('duration_ms' in event ? event.duration_ms : 0);

/** A request that is read again after its job has expired is not processed again. */
export const finishedJobsStayFinished: Check = evidence => {
  const { plan, records } = evidence;
  const retentionMs = seconds(plan.settings.JOB_RETENTION_SECONDS);
  const ends = endsOf(evidence);
  const again = new Map<string, string>();
  for (const record of records) {
    const { event, at } = record;
    if (event.type !== 'ExtractFailed' && event.type !== 'ExtractCompleted') continue;
    const first = ends.get(event.job_id)?.record.at ?? at;
    if (begunAt(record, plan.epoch) > first + retentionMs + clocksDifferMs(plan))
      again.set(event.job_id, `${event.job_id}: ended at ${first}, and as ${event.type} at ${at}`);
  }
  return [...again.values()].map(text => ({ rule: 'an expired job does not end again', text }));
};

/**
 * Jobs whose request came to the log again when their end may have been forgotten, by an append that was under way for
 * as long as a job lives (in reality, days). The fold begins such a job anew, and an extractor ends it again.
 */
export function outlived(evidence: Evidence): ReadonlySet<string> {
  const { plan } = evidence;
  const livesMs = seconds(plan.settings.JOB_RETENTION_SECONDS) - clocksDifferMs(plan);
  const ends = endsOf(evidence);
  const found = new Set<string>();
  for (const { event, at } of evidence.records) {
    if (!('job_id' in event)) continue;
    const first = ends.get(event.job_id)?.record;
    const isRequest = event.type === 'ExtractRequested' || event.type === 'ExtractDeferred';
    if (first !== undefined && isRequest && at > endedAt(first, plan) + livesMs) found.add(event.job_id);
  }
  return found;
}
