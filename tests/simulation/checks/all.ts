/** All checks of a history. */
import { type Check, type Evidence, jobIdOf, type Violation } from '../evidence.ts';
import { everyBuildReadsTheLog } from './builds.ts';
import {
  acceptedIsDurable,
  endsDoNotChange,
  everythingEnds,
  finishedJobsStayFinished,
  liveJobsAreFound,
  nobodyIsTimedOutEarly,
  timeoutsAreNotMetered,
} from './jobs.ts';
import { liveKeysAreServed, oneKeyOneJob, repeatsMeetTheSameJob, revokedKeysAreRefused } from './keys.ts';
import { everySuccessIsMeteredOnce, theQuotaHolds } from './quota.ts';
import { liveEqualsRebuilt } from './read-model.ts';
import { whatExpiresIsDeleted } from './retention.ts';
import {
  anAttemptIsMadeOnce,
  atMostFourCalls,
  callsAreRecorded,
  nobodyIsGivenUpUncalled,
  oneDeliveryId,
} from './webhooks.ts';

const CHECKS: readonly Check[] = [
  everythingEnds,
  acceptedIsDurable,
  endsDoNotChange,
  finishedJobsStayFinished,
  liveJobsAreFound,
  timeoutsAreNotMetered,
  nobodyIsTimedOutEarly,
  revokedKeysAreRefused,
  liveKeysAreServed,
  oneKeyOneJob,
  repeatsMeetTheSameJob,
  everySuccessIsMeteredOnce,
  theQuotaHolds,
  liveEqualsRebuilt,
  whatExpiresIsDeleted,
  atMostFourCalls,
  anAttemptIsMadeOnce,
  oneDeliveryId,
  callsAreRecorded,
  nobodyIsGivenUpUncalled,
  everyBuildReadsTheLog,
];

export const violationsOf = (evidence: Evidence): Violation[] => {
  const remembered = withoutLost(evidence);
  return CHECKS.flatMap(check => check(remembered));
};

/**
 * Leaves out what concerns jobs with events that a restored log has lost: for the service these never happened. Checks
 * of the log and of what is folded from it still apply.
 */
function withoutLost(evidence: Evidence): Evidence {
  const { lost, calls, looks, deliveries } = evidence;
  if (lost.length === 0) return evidence;
  const traces = new Set(lost.map(({ traceparent }) => traceparent));
  const jobs = new Set(lost.flatMap(({ event }) => ('job_id' in event ? [event.job_id] : [])));
  return {
    ...evidence,
    calls: calls.filter(
      ({ traceparent, body }) => !traces.has(traceparent) && !jobs.has(jobIdOf(body) ?? ''),
    ),
    looks: looks.filter(({ jobId }) => !jobs.has(jobId)),
    deliveries: deliveries.filter(({ jobId }) => !jobs.has(jobId)),
  };
}
