/** Metering: the month's use is the number of jobs whose end is a success, neither more nor less, and within the quota. */
import { monthOf } from '../../../core/quota/quota.ts';
import type { Check, Evidence } from '../evidence.ts';
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

export const theQuotaHolds: Check = evidence => {
  const quotas = new Map(evidence.keys.map(({ keyId, quota }) => [keyId, quota]));
  return [...completedByMonth(evidence)]
    .filter(([name, completed]) => completed > (quotas.get(name.split('/')[0] ?? '') ?? 0))
    .map(([name, completed]) => ({ rule: 'the quota holds', text: `${name}: ${completed}` }));
};
