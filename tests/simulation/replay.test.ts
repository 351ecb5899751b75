/** A seed that fails is a history that can be looked at: the same one each time, in whatever process. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { MUTATIONS } from './mutations.ts';

const MUTATION = MUTATIONS.find(({ rules }) => rules.includes('at most four calls a job'))!;

/** What the replay prints of everything that happened, and how it ends. */
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
  const [first, second] = await Promise.all([replay(MUTATION.from), replay(MUTATION.from)]);
  assert.equal(first.code, 1);
  assert.match(first.trace, /^violated: at most four calls a job$/m);
  assert.match(first.trace, /WebhookAttempted/);
  assert.deepEqual(second, first);
});
