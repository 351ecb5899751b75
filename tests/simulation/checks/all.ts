/** Everything that is asked of a history. */
import type { Check } from '../evidence.ts';
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
import { anAttemptIsMadeOnce, atMostFourCalls, callsAreRecorded, oneDeliveryId } from './webhooks.ts';

export const CHECKS: readonly Check[] = [
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
  atMostFourCalls,
  anAttemptIsMadeOnce,
  oneDeliveryId,
  callsAreRecorded,
];
