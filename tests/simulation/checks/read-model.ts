/** The read model at the end of the history equals one rebuilt from the log alone, except for what was swept. */
import { type Check, seconds } from '../evidence.ts';
import { clocksDifferMs, outlived } from './jobs.ts';

/** A line of a snapshot: view, field, value. */
type Line = [view: string, field: string, value: string];

const linesOf = (snapshot: string): Map<string, Line> =>
  new Map(
    snapshot
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Line)
      .map(line => [`${line[0]} ${line[1]}`, line]),
  );

/** Ids of the jobs in a snapshot. */
export const jobsOf = (snapshot: string): string[] =>
  [...linesOf(snapshot).values()].flatMap(([view, jobId]) => (view === 'jobs' ? [jobId] : []));

/** Epoch ms after which a line may be swept; undefined if it never is. */
function sweptAfter([view, , value]: Line): number | undefined {
  const state = JSON.parse(value) as { finishedAt?: number | null; liveUntil?: number };
  if (view === 'jobs') return state.finishedAt ?? undefined;
  return view === 'idempotency' ? state.liveUntil : undefined;
}

export const liveEqualsRebuilt: Check = evidence => {
  const { plan, live, rebuilt, endedAt } = evidence;
  const late = outlived(evidence);
  const isOutlived = ([view, field]: Line) => (view === 'quota' ? late.size > 0 : late.has(field));
  const [kept, made] = [linesOf(live), linesOf(rebuilt)];
  const retentionMs = seconds(plan.settings.JOB_RETENTION_SECONDS);
  const sweptBefore = plan.epoch + endedAt + clocksDifferMs(plan) - retentionMs;
  const differences: string[] = [];
  for (const [name, line] of kept)
    if (!isOutlived(line) && made.get(name)?.[2] !== line[2])
      differences.push(`live ${line[2]}, rebuilt ${made.get(name)?.[2]}`);
  for (const [name, line] of made)
    if (!isOutlived(line) && !kept.has(name) && !((sweptAfter(line) ?? Infinity) < sweptBefore))
      differences.push(`only rebuilt: ${line.join(' ')}`);
  return differences.map(text => ({ rule: 'the live read model equals the rebuilt one', text }));
};
