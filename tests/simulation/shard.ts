/** A process that runs histories. It receives its order over its channel and answers with a report. */
import { installHooks, type Patch } from './product/hooks.ts';
import { installGlobals } from './virtual/globals.ts';

export interface ShardOrder {
  /** Seeds `from`, `from + step`, … below `to`. */
  from: number;
  to: number;
  step: number;
  patches: readonly Patch[];
  /** Ends after the first history that violates one of these rules; undefined: never. Any further message ends it too. */
  until?: readonly string[];
}

export interface ShardReport {
  histories: number;
  /** Number of actions of each kind. */
  actions: Record<string, number>;
  /** Results by name: answers by status, events by type, webhook calls. */
  seen: Record<string, number>;
  /** Seeds of the histories that violate each rule. */
  violations: Record<string, number[]>;
  cpuMs: number;
}

async function run({ from, to, step, patches, until }: ShardOrder): Promise<void> {
  installHooks(patches);
  installGlobals();
  const { checkSeed, kindsOf, seenIn } = await import('./run-seeds.ts');
  const report: ShardReport = { histories: 0, actions: {}, seen: {}, violations: {}, cpuMs: 0 };
  let last = to;
  process.once('message', () => {
    last = from;
  });
  // Each history gets its own turn of the event loop, because it must not begin inside a promise.
  const next = (seed: number) => {
    if (seed >= last) return end();
    const { plan, violations, evidence } = checkSeed(seed);
    report.histories++;
    for (const kind of kindsOf(plan)) report.actions[kind] = (report.actions[kind] ?? 0) + 1;
    for (const name of seenIn(evidence)) report.seen[name] = (report.seen[name] ?? 0) + 1;
    const rules = new Set(violations.map(({ rule }) => rule));
    for (const rule of rules) report.violations[rule] = [...(report.violations[rule] ?? []), seed];
    if (until?.some(rule => rules.has(rule))) return end();
    setImmediate(next, seed + step);
  };
  const end = () => {
    const { user, system } = process.cpuUsage();
    report.cpuMs = (user + system) / 1_000;
    process.send?.(report, () => process.exit(0));
  };
  setImmediate(next, from);
}

process.once('message', (order: ShardOrder) => void run(order));
