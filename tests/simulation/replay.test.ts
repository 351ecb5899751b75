/** Tests that a failing seed gives the same history each time, in any process, so that it can be looked into. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { MUTATIONS } from './mutations.ts';
import { runHistories } from './shards.ts';

const RULE = 'at most four calls a job';
const MUTATION = MUTATIONS.find(({ rules }) => rules.includes(RULE))!;

/** The seeds that fail change with every fault added to the plans, so search for one with the mutation. */
async function failingSeed(): Promise<number> {
  const { patches, from } = MUTATION;
  const { violations } = await runHistories({ from, count: 1_000, patches, until: [RULE] });
  const seed = violations[RULE]?.[0];
  assert.ok(seed !== undefined, `no history from ${from} on violates it`);
  return seed;
}

/** Runs the replay; resolves to its exit code and to the trace of everything that happened. */
function replay(seed: number): Promise<{ code: unknown; trace: string }> {
  const program = join(import.meta.dirname, 'simulate.ts');
  const args = [program, '--seed', String(seed), '--without', MUTATION.name, '--events'];
  return new Promise(resolve => {
    execFile('node', args, { maxBuffer: 2 ** 26 }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, trace: stdout }),
    );
  });
}

it('a failing seed replays exactly, and is shrunk to the same history', { timeout: 300_000 }, async () => {
  const seed = await failingSeed();
  const [first, second] = await Promise.all([replay(seed), replay(seed)]);
  assert.equal(first.code, 1);
  assert.match(first.trace, new RegExp(`^violated: ${RULE}$`, 'm'));
  assert.match(first.trace, /WebhookAttempted/);
  assert.deepEqual(second, first);
});
