/** Histories under faults. A seed always gives the same one; `npm run simulate -- --seed N` replays and shortens it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MUTATIONS } from './mutations.ts';
import { LATE_SEEDS, LATER_SEEDS } from './plans/plan-of.ts';
import { runHistories } from './shards.ts';

const HISTORIES = 8_000;
const LATER_HISTORIES = 500;
const LATE_HISTORIES = 100;
const MUTANT_HISTORIES = 1_000;

// In `npm test` it gets only the processor time that other stages leave.
describe('the service in a simulated world', { timeout: 1_800_000 }, () => {
  it(`keeps every promise in ${HISTORIES} histories under faults`, async () => {
    const { histories, violations } = await runHistories({ from: 1, count: HISTORIES });
    assert.equal(histories, HISTORIES);
    assert.deepEqual(violations, {});
  });

  it(`keeps them in ${LATER_HISTORIES} histories with restored logs and builds side by side`, async () => {
    const { histories, violations } = await runHistories({ from: LATER_SEEDS, count: LATER_HISTORIES });
    assert.equal(histories, LATER_HISTORIES);
    assert.deepEqual(violations, {});
  });

  it(`keeps them in ${LATE_HISTORIES} histories in which forgotten jobs end again`, async () => {
    const { histories, violations } = await runHistories({ from: LATE_SEEDS, count: LATE_HISTORIES });
    assert.equal(histories, LATE_HISTORIES);
    assert.deepEqual(violations, {});
  });

  for (const { name, patches, rules, from } of MUTATIONS) {
    it(`is caught without this: ${name}`, async () => {
      const report = await runHistories({ from, count: MUTANT_HISTORIES, patches, until: rules });
      const found = Object.keys(report.violations).filter(rule => rules.includes(rule));
      assert.ok(found.length > 0, `${report.histories} histories have not shown it`);
    });
  }
});
