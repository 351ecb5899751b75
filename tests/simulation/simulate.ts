/**
 * `npm run simulate -- [--seed N | --histories M [--from N]] [--without MEND] [--events]`: runs histories; or replays
 * that of a seed, shortens it to what its violation needs, and prints it. Exits with 1 if a rule is violated.
 */
import { parseArgs } from 'node:util';
import { understoodOrExit } from '../../commands/usage.ts';
import type { Evidence, Violation } from './evidence.ts';
import { MUTATIONS } from './mutations.ts';
import type { Plan } from './plan.ts';
import { installHooks, type Patch } from './product/hooks.ts';
import { runHistories } from './shards.ts';
import { installGlobals } from './virtual/globals.ts';

const USAGE = 'npm run simulate -- [--seed N | --histories M [--from N]] [--without MEND] [--events]';
const { values } = understoodOrExit('simulate', USAGE, () =>
  parseArgs({
    options: {
      seed: { type: 'string' },
      histories: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      without: { type: 'string' },
      events: { type: 'boolean', default: false },
    },
  }),
);

function patchesOf(name: string | undefined): readonly Patch[] {
  if (name === undefined) return [];
  const mutation = MUTATIONS.find(each => each.name === name);
  if (mutation !== undefined) return mutation.patches;
  throw new Error(`--without takes one of: ${MUTATIONS.map(each => each.name).join('; ')}`);
}

async function many(patches: readonly Patch[]): Promise<void> {
  const startedAt = performance.now();
  const count = Number(values.histories);
  const report = await runHistories({ from: Number(values.from), count, patches });
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  console.log(`${report.histories} histories in ${seconds} s, ${Math.round(report.cpuMs / 1_000)} s of CPU`);
  const counts = [report.actions, report.seen].flatMap(each => Object.entries(each).sort());
  for (const [name, count] of counts) console.log(String(count).padStart(9), name);
  for (const [rule, seeds] of Object.entries(report.violations))
    console.log(`violated ${seeds.length} times: ${rule}; seeds ${seeds.slice(0, 10).join(', ')}`);
  process.exitCode = Object.keys(report.violations).length === 0 ? 0 : 1;
}

async function one(seed: number, patches: readonly Patch[]): Promise<void> {
  installHooks(patches);
  installGlobals();
  const { check, checkSeed } = await import('./run-seeds.ts');
  const { shrink } = await import('./shrink.ts');
  // A history must not begin inside a promise.
  setImmediate(() => {
    const { plan, violations, evidence } = checkSeed(seed);
    if (violations.length === 0) {
      console.log(`seed ${seed}: no violation`);
      return show(plan, violations, evidence);
    }
    process.exitCode = 1;
    const { rule } = violations[0]!;
    const shortest = shrink(plan, shorter => check(shorter).violations.some(each => each.rule === rule));
    console.log(`seed ${seed}: ${plan.actions.length} actions, of which ${shortest.actions.length} suffice`);
    const again = check(shortest);
    show(shortest, again.violations, again.evidence);
  });
}

function show(plan: Plan, violations: Violation[], evidence: Evidence | undefined): void {
  console.log(JSON.stringify(plan.instances), JSON.stringify(plan.settings));
  for (const action of plan.actions) console.log(JSON.stringify(action));
  for (const { rule, text } of violations) console.log(`violated: ${rule}\n  ${text.slice(0, 4_000)}`);
  if (!values.events || evidence === undefined) return;
  const lines = [
    ...evidence.records.map(({ at, topic, partition, offset, event }) => ({
      at,
      text: `${topic}/${partition}@${offset} ${JSON.stringify(event)}`,
    })),
    ...evidence.calls.map(({ from, to, status, body }) => ({
      at: to,
      text: `asked at ${Math.round(from)}, answered ${status} ${JSON.stringify(body)}`,
    })),
    ...evidence.looks.map(({ from, to, jobId, status, body }) => ({
      at: to,
      text: `GET ${jobId} at ${Math.round(from)}, answered ${status} ${JSON.stringify(body)}`,
    })),
    ...evidence.deliveries.map(({ at, jobId, attempt }) => ({ at, text: `call ${attempt} of ${jobId}` })),
  ];
  for (const { at, text } of lines.sort((a, b) => a.at - b.at)) console.log(Math.round(at), text);
}

const patches = patchesOf(values.without);
await (values.seed === undefined ? many(patches) : one(Number(values.seed), patches));
