/** Distributes histories over processes and sums up their reports. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Patch } from './product/hooks.ts';
import type { ShardOrder, ShardReport } from './shard.ts';

export const SHARDS = 2;
/** Thousands of short histories: most objects are garbage soon, and nobody needs stack traces. */
const OPTIONS = ['--max-semi-space-size=64', '--no-async-stack-traces', '--stack-trace-limit=0'];

export interface Histories {
  from: number;
  count: number;
  patches?: readonly Patch[];
  until?: readonly string[];
  shards?: number;
}

export async function runHistories({
  from,
  count,
  patches = [],
  until,
  shards = SHARDS,
}: Histories): Promise<ShardReport> {
  const running = Array.from({ length: shards }, (_, shard) =>
    runShard({ from: from + shard, to: from + count, step: shards, patches, ...(until ? { until } : {}) }),
  );
  // Stop the others once one has found what is looked for.
  for (const { report } of running)
    void report.then(({ violations }) => {
      if (until?.some(rule => rule in violations)) for (const { stop } of running) stop();
    });
  const reports = await Promise.all(running.map(({ report }) => report));
  const sum: ShardReport = { histories: 0, actions: {}, seen: {}, violations: {}, cpuMs: 0 };
  const add = (sums: Record<string, number>, counts: Record<string, number>) => {
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  };
  for (const { histories, actions, seen, violations, cpuMs } of reports) {
    sum.histories += histories;
    sum.cpuMs += cpuMs;
    add(sum.actions, actions);
    add(sum.seen, seen);
    for (const [rule, seeds] of Object.entries(violations))
      sum.violations[rule] = [...(sum.violations[rule] ?? []), ...seeds].sort((a, b) => a - b);
  }
  return sum;
}

function runShard(order: ShardOrder): { report: Promise<ShardReport>; stop: () => void } {
  const child = fork(join(import.meta.dirname, 'shard.ts'), { execArgv: OPTIONS });
  const { promise, resolve, reject } = Promise.withResolvers<ShardReport>();
  child.once('message', report => resolve(report as ShardReport));
  child.once('exit', code => reject(new Error(`a shard ended with ${code} before it had reported`)));
  child.send(order);
  const stop = () => {
    if (child.connected) child.send('stop', () => undefined);
  };
  return { report: promise, stop };
}
