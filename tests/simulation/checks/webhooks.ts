/** Webhooks: at most four calls for a job, each attempt made once, all with one delivery id. */
import type { Check, Delivery, Evidence, Violation } from '../evidence.ts';
import { outlived } from './jobs.ts';

const ATTEMPTS = 4;

/** Calls for jobs that had not been forgotten when the calls were made. */
function callsOf(evidence: Evidence): Delivery[] {
  const late = outlived(evidence);
  return evidence.deliveries.filter(({ jobId }) => !late.has(jobId));
}

export const atMostFourCalls: Check = evidence =>
  [...Map.groupBy(callsOf(evidence), ({ jobId }) => jobId)]
    .filter(([, calls]) => calls.length > ATTEMPTS)
    .map(([jobId, calls]) => ({ rule: 'at most four calls a job', text: `${jobId}: ${calls.length}` }));

export const anAttemptIsMadeOnce: Check = evidence =>
  [...Map.groupBy(callsOf(evidence), ({ jobId, attempt }) => `${jobId} attempt ${attempt}`)]
    .filter(([, calls]) => calls.length > 1)
    .map(([name, calls]) => ({
      rule: 'an attempt is made once',
      text: `${name}: at ${calls.map(({ at }) => Math.round(at)).join(', ')}`,
    }));

export const oneDeliveryId: Check = ({ deliveries }) => {
  const violations: Violation[] = [];
  for (const [jobId, calls] of Map.groupBy(deliveries, ({ jobId }) => jobId))
    if (new Set(calls.map(({ deliveryId }) => deliveryId)).size > 1)
      violations.push({ rule: 'all calls of a job have one delivery id', text: jobId });
  return violations;
};

/** An attempt is in the log before it is made. */
export const callsAreRecorded: Check = ({ deliveries, records, lost }) => {
  const written = new Map<string, number>();
  for (const { event, at } of [...records, ...lost]) {
    if (event.type !== 'WebhookAttempted') continue;
    const name = `${event.job_id} attempt ${event.attempt}`;
    written.set(name, Math.min(at, written.get(name) ?? at));
  }
  return deliveries
    .filter(({ jobId, attempt, at }) => !((written.get(`${jobId} attempt ${attempt}`) ?? Infinity) <= at))
    .map(({ jobId, attempt }) => ({
      rule: 'an attempt is in the log before it is made',
      text: `${jobId} attempt ${attempt}`,
    }));
};

/**
 * Most faults in the histories that are checked: each may cost a job one attempt without a call, so there must be fewer
 * than attempts.
 */
const FEW_FAULTS = 3;

/** A crash or a cut can cost an attempt, but not all of them. */
export const nobodyIsGivenUpUncalled: Check = evidence => {
  const { plan, records, lost, deliveries } = evidence;
  const faults = plan.actions.filter(({ kind }) => kind !== 'submit' && kind !== 'revoke');
  if (faults.length > FEW_FAULTS) return [];
  // Jobs of which a restored log has lost something are left out (see `all.ts`).
  const lostJobs = lost.flatMap(({ event }) => ('job_id' in event ? [event.job_id] : []));
  const isOut = new Set([...outlived(evidence), ...lostJobs]);
  const called = new Set(deliveries.map(({ jobId }) => jobId));
  return records.flatMap(({ event }) =>
    event.type === 'WebhookFailed' &&
    event.next_attempt_at === null &&
    !called.has(event.job_id) &&
    !isOut.has(event.job_id)
      ? [{ rule: 'no receiver is given up uncalled', text: event.job_id }]
      : [],
  );
};
