/** Runs histories in this process; to be imported after `installHooks` and `installGlobals`. */
import { CHECKS } from './checks/all.ts';
import type { Evidence, Violation } from './evidence.ts';
import { runHistory } from './history.ts';
import { type ActionKind, type Plan, planOf } from './plan.ts';

export interface Result {
  plan: Plan;
  violations: Violation[];
  evidence: Evidence | undefined;
}

/** A history that comes to no end, or whose code throws what it must not, is a violation as well. */
export function check(plan: Plan): Result {
  try {
    const evidence = runHistory(plan);
    return { plan, evidence, violations: CHECKS.flatMap(each => each(evidence)) };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { plan, evidence: undefined, violations: [{ rule: 'the history comes to its end', text }] };
  }
}

export const checkSeed = (seed: number): Result => check(planOf(seed));

export function kindsOf(plan: Plan): Map<ActionKind, number> {
  const kinds = new Map<ActionKind, number>();
  for (const { kind } of plan.actions) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return kinds;
}
