/** Runs histories in this process. Import it after `installHooks` and `installGlobals`. */
import { violationsOf } from './checks/all.ts';
import type { Evidence, Violation } from './evidence.ts';
import { runHistory } from './history.ts';
import type { ActionKind, Plan } from './plan.ts';
import { planOf } from './plans/plan-of.ts';

export interface Result {
  plan: Plan;
  violations: Violation[];
  evidence: Evidence | undefined;
}

/** A history that does not end, or whose code throws an error that it must not, is a violation as well. */
export function check(plan: Plan): Result {
  try {
    const evidence = runHistory(plan);
    return { plan, evidence, violations: violationsOf(evidence) };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { plan, evidence: undefined, violations: [{ rule: 'the history comes to its end', text }] };
  }
}

export const checkSeed = (seed: number): Result => check(planOf(seed));

export const kindsOf = ({ actions }: Plan): ActionKind[] => actions.map(({ kind }) => kind);

/** The results of a history as names, which are counted. */
export function seenIn(evidence: Evidence | undefined): string[] {
  if (evidence === undefined) return [];
  const { calls, looks, records, deliveries } = evidence;
  return [
    ...calls.map(({ status }) => `POST ${status ?? 'unanswered'}`),
    ...looks.map(({ status }) => `GET ${status ?? 'unanswered'}`),
    ...records.map(({ event }) => event.type),
    ...deliveries.map(({ attempt }) => `webhook call, attempt ${attempt}`),
  ];
}
