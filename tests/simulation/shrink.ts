/** Finds a shorter history that still violates a rule by leaving actions out: first halves, finally single ones. */
import type { Plan } from './plan.ts';

export function shrink(plan: Plan, violates: (plan: Plan) => boolean): Plan {
  let shortest = plan;
  for (let size = Math.ceil(plan.actions.length / 2); size >= 1; ) {
    const found = leftOut(shortest, size).find(violates);
    if (found !== undefined) shortest = found;
    else if (size === 1) break;
    else size = Math.ceil(size / 2);
    size = Math.min(size, Math.max(1, shortest.actions.length));
  }
  return fewerInstances(shortest, violates);
}

/** The plan without `size` consecutive actions, for each place where they may be. */
function* leftOut(plan: Plan, size: number): Generator<Plan> {
  for (let at = 0; at < plan.actions.length; at += size)
    yield { ...plan, actions: plan.actions.toSpliced(at, size) };
}

function fewerInstances(plan: Plan, violates: (plan: Plan) => boolean): Plan {
  let fewest = plan;
  for (const role of ['ingest', 'extractor', 'projector', 'webhooker'] as const) {
    const fewer = { ...fewest, instances: { ...fewest.instances, [role]: 1 } };
    if (fewest.instances[role] > 1 && violates(fewer)) fewest = fewer;
  }
  return fewest;
}
