/** Metering: a month's usage is exactly the number of jobs that ended in success, and within the quota. */
import { monthOf } from '../../../core/quota/quota.ts';
import type { Check, Evidence } from '../evidence.ts';
import { START_MS } from '../plan.ts';
import { endsOf, outlived } from './jobs.ts';

function completedByMonth(evidence: Evidence): Map<string, number> {
  const counted = new Map<string, number>();
  for (const { record, isCompleted } of endsOf(evidence).values()) {
    if (!isCompleted || !('job_id' in record.event)) continue;
    const name = `${record.event.key_id}/${monthOf(record.event.at)}`;
    counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  return counted;
}

export const everySuccessIsMeteredOnce: Check = evidence => {
  const counted = completedByMonth(evidence);
  if (outlived(evidence).size > 0) return [];
  return [...evidence.used]
    .filter(([name, used]) => used !== (counted.get(name) ?? 0))
    .map(([name, used]) => ({
      rule: 'every success is metered once',
      text: `${name}: ${used} metered, ${counted.get(name) ?? 0} completed`,
    }));
};

/**
 * Number of places that a failover may have forgotten: those taken in the last moments, which the replica had not seen
 * (docs/operations.md).
 */
function forgottenPlaces({ plan, calls }: Evidence, keyId: string): number {
  const isLost = (from: number, to: number) =>
    plan.actions.some(
      action =>
        action.kind === 'failover' &&
        from < START_MS + action.at + action.lostMs &&
        to > START_MS + action.at,
    );
  return calls.filter(call => call.keyId === keyId && isLost(call.from, call.to)).length;
}

export const theQuotaHolds: Check = evidence => {
  const quotas = new Map(evidence.keys.map(({ keyId, quota }) => [keyId, quota]));
  return [...completedByMonth(evidence)]
    .filter(([name, completed]) => {
      const keyId = name.split('/')[0] ?? '';
      return completed > (quotas.get(keyId) ?? 0) + forgottenPlaces(evidence, keyId);
    })
    .map(([name, completed]) => ({ rule: 'the quota holds', text: `${name}: ${completed}` }));
};
